#pragma once

#include <H5Cpp.h>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "export/table_columns.h"

namespace freefloat {

/// Texts of at most `size` bytes, UTF-8.
H5::StrType text_type(std::size_t size);

/// Gives a group or a dataset a text by name.
void write_attribute(const H5::H5Object& object, const std::string& name, const std::string& text);

/// One dataset that is filled block by block, a row a message: memory does not grow with the rows. Doubles
/// that are not put are NaN, anything else 0. Errors are H5::Exception.
class Hdf5Dataset {
 public:
  /// @param column One field of it; tells the kind of all.
  Hdf5Dataset(TableColumn column, std::uint64_t rows) : column_(std::move(column)), rows_(rows) {}

  /// Before `create`, for every field of it.
  void widen(std::size_t column, std::size_t longest_text);
  void create(const H5::Group& group, const std::string& name);

  /// Into the row in hand.
  void put(std::size_t column, const FieldValue& value);
  void end_row();

  /// After the last row.
  void finish();

 private:
  int rank() const { return width_ > 1 ? 2 : 1; }
  H5::DataSpace space(hsize_t rows) const;
  H5::DataType type() const;
  void clear();
  void flush();

  TableColumn column_;
  std::uint64_t rows_;
  std::size_t width_ = 1;
  H5::DataType type_;
  H5::DataSet dataset_;
  std::size_t item_bytes_ = 0;
  std::vector<std::uint8_t> block_;
  std::size_t in_block_ = 0;
  std::uint64_t done_ = 0;
  std::map<std::uint8_t, std::string_view> names_;
};

}  // namespace freefloat
