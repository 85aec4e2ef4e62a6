#pragma once

#include <array>
#include <cstdint>
#include <list>
#include <map>
#include <string>
#include <vector>

#include "export/run_tables.h"

namespace freefloat {

/// One field of a table, over all its rows.
struct TableColumn {
  std::string path;
  FieldValue example;            ///< tells the kind; texts in it are gone
  std::size_t longest_text = 0;  ///< bytes, for texts
};

/// Finds the columns of every table: parts of a message come and go, so all rows are looked at. They are in
/// the order of the message.
class ColumnFinder : public TableSink {
 public:
  void begin_row(std::size_t table) override;
  void add_field(std::string_view path, const FieldValue& value) override;
  void end_row() override {}

  std::uint64_t row_count(std::size_t table) const { return tables_[table].rows; }
  std::vector<TableColumn> columns(std::size_t table) const {
    return {tables_[table].order.begin(), tables_[table].order.end()};
  }

 private:
  using Order = std::list<TableColumn>;
  struct Table {
    std::uint64_t rows = 0;
    Order order;
    std::map<std::string, Order::iterator, std::less<>> known;
  };

  std::array<Table, kRunTableCount> tables_;
  Table* table_ = nullptr;
  Order::iterator last_;
};

}  // namespace freefloat
