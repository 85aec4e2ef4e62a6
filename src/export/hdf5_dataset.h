#pragma once

#include <hdf5.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "export/table_columns.h"

namespace freefloat {

/// Thrown by what writes HDF5 files, caught by export_hdf5.
struct Hdf5Failure {
  std::string what;
};

/// An identifier of the HDF5 library that is given back.
class Hdf5Handle {
 public:
  /// @param what For people, when the identifier is none.
  Hdf5Handle(hid_t id, herr_t (*close)(hid_t), const std::string& what) : id_(id), close_(close) {
    if (id_ < 0) throw Hdf5Failure{what};
  }
  Hdf5Handle(Hdf5Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Hdf5Handle(const Hdf5Handle&) = delete;
  Hdf5Handle& operator=(const Hdf5Handle&) = delete;
  Hdf5Handle& operator=(Hdf5Handle&&) = delete;
  ~Hdf5Handle() {
    if (id_ >= 0) close_(id_);
  }
  operator hid_t() const { return id_; }  // NOLINT(google-explicit-constructor)

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

/// @throws Hdf5Failure
void check_hdf5(herr_t status, const std::string& what);

/// @return The type of a text of so many bytes.
Hdf5Handle hdf5_text_type(std::size_t size);

/// Gives a group or a dataset a text by name.
void write_hdf5_attribute(hid_t object, const std::string& name, const std::string& text);

/// One dataset that is filled block by block, a row a message.
class Hdf5Dataset {
 public:
  /// @param column One field of it; tells the kind of all.
  Hdf5Dataset(TableColumn column, std::uint64_t rows) : column_(std::move(column)), rows_(rows) {}

  /// Before `create`, for every field of it.
  void widen(std::size_t column, std::size_t longest_text);

  void create(hid_t group, const std::string& name);

  /// Into the row in hand.
  void put(std::size_t column, const FieldValue& value);

  void end_row();

  /// After the last row.
  void finish();

 private:
  static constexpr std::size_t kBlockRows = 2048;

  hid_t number_type() const;
  void clear();
  void flush();

  TableColumn column_;
  std::uint64_t rows_;
  std::size_t width_ = 1;
  std::string name_;
  std::unique_ptr<Hdf5Handle> type_, dataset_;
  std::size_t item_bytes_ = 0;
  std::vector<std::uint8_t> block_;
  std::size_t in_block_ = 0;
  std::uint64_t done_ = 0;
  std::map<std::uint8_t, std::string_view> names_;
};

}  // namespace freefloat
