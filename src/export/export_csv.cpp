#include <array>
#include <filesystem>
#include <fstream>
#include <map>

#include "export/export_tables.h"
#include "export/table_columns.h"

namespace freefloat {
namespace {

/// Quoted where a comma, a quote or a new line would be misread.
std::string cell_text(const FieldValue& value) {
  std::string text = to_text(value);
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + "\"";
}

class CsvWriter : public TableSink {
 public:
  CsvWriter(const ColumnFinder& finder, const std::string& folder) {
    for (std::size_t i = 0; i < tables_.size(); ++i) {
      if (finder.row_count(i) == 0) continue;
      Table& table = tables_[i];
      table.path = (std::filesystem::path(folder) / table_name(i)).string() + ".csv";
      table.file.open(table.path, std::ios::binary | std::ios::trunc);
      for (const TableColumn& column : finder.columns(i)) {
        if (!table.places.empty()) table.file << ",";
        table.file << column.path;
        table.places.emplace(column.path, table.places.size());
      }
      table.file << "\n";
      table.cells.resize(table.places.size());
    }
  }

  void begin_row(std::size_t table) override {
    table_ = &tables_[table];
    for (std::string& cell : table_->cells) cell.clear();
  }

  void add_field(std::string_view path, const FieldValue& value) override {
    const auto place = table_->places.find(path);
    if (place != table_->places.end()) table_->cells[place->second] = cell_text(value);
  }

  void end_row() override {
    line_.clear();
    for (const std::string& cell : table_->cells) line_.append(cell).append(",");
    line_.back() = '\n';
    table_->file << line_;
  }

  /// @param files Gets those that were written.
  /// @return The first that could not be written; empty: none.
  std::string finish(std::vector<std::string>& files) {
    for (Table& table : tables_) {
      if (table.path.empty()) continue;
      table.file.close();
      if (!table.file) return table.path;
      files.push_back(table.path);
    }
    return {};
  }

 private:
  struct Table {
    std::string path;
    std::ofstream file;
    std::map<std::string, std::size_t, std::less<>> places;
    std::vector<std::string> cells;
  };

  std::array<Table, kRunTableCount> tables_;
  Table* table_ = nullptr;
  std::string line_;
};

}  // namespace

tl::expected<ExportedTables, std::string> export_csv(const std::string& log_path, const std::string& folder) {
  ColumnFinder finder;
  const auto found = read_tables(log_path, finder);
  if (!found) return tl::make_unexpected(found.error());
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return tl::make_unexpected("cannot make the folder " + folder + ": " + error.message());
  CsvWriter writer(finder, folder);
  if (const auto read = read_tables(log_path, writer); !read) return tl::make_unexpected(read.error());
  ExportedTables exported{{}, 0, found->note()};
  if (const std::string failed = writer.finish(exported.files); !failed.empty())
    return tl::make_unexpected("cannot write " + failed);
  for (const McapAttachment& file : found->attachments) {
    if (file.name == "--set") continue;  // no file: a setting, which the metadata hold, too
    const std::string path = (std::filesystem::path(folder) / flat_name(file.name)).string();
    std::ofstream copy(path, std::ios::binary | std::ios::trunc);
    copy << file.data;
    copy.close();
    if (!copy) return tl::make_unexpected("cannot write " + path);
    exported.files.push_back(path);
  }
  return exported;
}

}  // namespace freefloat
