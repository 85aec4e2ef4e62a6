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
class ColumnFinder {
 public:
  /// Valid as long as the finder.
  TableSink sink();

  std::uint64_t row_count(RunTable table) const { return tables_[static_cast<std::size_t>(table)].rows; }
  std::vector<TableColumn> columns(RunTable table) const;

 private:
  void begin_row(RunTable table);
  void add_field(std::string_view path, const FieldValue& value);

  using Order = std::list<TableColumn>;
  struct Table {
    std::uint64_t rows = 0;
    Order order;
    std::map<std::string, Order::iterator, std::less<>> known;
  };

  std::array<Table, kRunTableNames.size()> tables_;
  Table* table_ = nullptr;
  Order::iterator last_;
};

}  // namespace freefloat
