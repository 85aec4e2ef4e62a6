#include "export/table_columns.h"

#include <algorithm>
#include <iterator>

namespace freefloat {

void ColumnFinder::begin_row(std::size_t table) {
  table_ = &tables_[table];
  ++table_->rows;
  last_ = table_->order.end();
}

void ColumnFinder::add_field(std::string_view path, const FieldValue& value) {
  Table& table = *table_;
  auto found = table.known.find(path);
  if (found == table.known.end()) {
    // Behind the field before it in this row, at the front when it is the first.
    const auto place = last_ == table.order.end() ? table.order.begin() : std::next(last_);
    const auto column = table.order.insert(place, {std::string(path), value, 0});
    found = table.known.emplace(std::string(path), column).first;
  }
  last_ = found->second;
  if (const auto* text = std::get_if<std::string_view>(&value.value)) {
    last_->longest_text = std::max(last_->longest_text, text->size());
    last_->example.value = std::string_view();
  }
}

}  // namespace freefloat
