#include <array>
#include <charconv>
#include <map>
#include <utility>
#include <vector>

#include "export/export_tables.h"
#include "export/hdf5_dataset.h"
#include "export/table_columns.h"

namespace freefloat {
namespace {

/// Where a field goes: `markers.markers[3].position_m[0]` is column 0 of `markers/markers_3/position_m`.
struct Place {
  std::string dataset;
  std::size_t column = 0;
};

Place place_of(const std::string& path) {
  Place place;
  std::string text = path;
  if (text.back() == ']') {
    const std::size_t open = text.rfind('[');
    std::from_chars(text.data() + open + 1, text.data() + text.size(), place.column);
    text.resize(open);
  }
  // The name of a sequence is taken by its dataset.
  constexpr std::string_view kLength = ".length";
  if (text.ends_with(kLength)) text[text.size() - kLength.size()] = '_';
  for (const char c : text) {
    if (c == '.') place.dataset += '/';
    if (c == '[') place.dataset += '_';
    if (c != '.' && c != '[' && c != ']') place.dataset += c;
  }
  return place;
}

class Hdf5Writer : public TableSink {
 public:
  Hdf5Writer(const H5::H5File& file, const ColumnFinder& finder) {
    for (std::size_t i = 0; i < tables_.size(); ++i) {
      Table& table = tables_[i];
      if (finder.row_count(i) == 0) continue;
      std::map<std::string, std::size_t> numbers;
      for (const TableColumn& column : finder.columns(i)) {
        const Place place = place_of(column.path);
        const auto [found, fresh] = numbers.try_emplace(place.dataset, table.datasets.size());
        if (fresh) table.datasets.emplace_back(column, finder.row_count(i));
        table.datasets[found->second].widen(place.column, column.longest_text);
        table.places.emplace(column.path, std::pair(found->second, place.column));
      }
      const H5::Group group = file.createGroup(std::string(table_name(i)));
      for (const auto& [name, number] : numbers) table.datasets[number].create(group, name);
    }
  }

  void begin_row(std::size_t table) override { table_ = &tables_[table]; }

  void add_field(std::string_view path, const FieldValue& value) override {
    const auto found = table_->places.find(path);
    if (found == table_->places.end()) return;
    table_->datasets[found->second.first].put(found->second.second, value);
  }

  void end_row() override {
    for (Hdf5Dataset& dataset : table_->datasets) dataset.end_row();
  }

  std::size_t finish() {
    std::size_t count = 0;
    for (Table& table : tables_) {
      for (Hdf5Dataset& dataset : table.datasets) dataset.finish();
      count += table.datasets.size();
    }
    return count;
  }

 private:
  struct Table {
    std::vector<Hdf5Dataset> datasets;
    std::map<std::string, std::pair<std::size_t, std::size_t>, std::less<>> places;
  };

  std::array<Table, kRunTableCount> tables_;
  Table* table_ = nullptr;
};

void write_texts(const H5::H5File& file, const LogFacts& facts) {
  for (const auto& [key, value] : facts.identity) write_attribute(file, key, value);
  const H5::Group group = file.createGroup("configuration");
  std::map<std::string, int> names;
  for (const McapAttachment& attachment : facts.attachments) {
    std::string name = flat_name(attachment.name);  // a slash would make a group
    if (const int again = names[name]++; again > 0) name += "_" + std::to_string(again + 1);
    const H5::StrType type = text_type(attachment.data.size());
    group.createDataSet(name, type, H5::DataSpace(H5S_SCALAR)).write(attachment.data.c_str(), type);
  }
}

}  // namespace

tl::expected<ExportedTables, std::string> export_hdf5(const std::string& log_path, const std::string& path,
                                                      bool replace_existing) {
  ColumnFinder finder;
  const auto found = read_tables(log_path, finder);
  if (!found) return tl::make_unexpected(found.error());
  H5::Exception::dontPrint();
  try {
    const H5::H5File file(path, replace_existing ? H5F_ACC_TRUNC : H5F_ACC_EXCL);
    write_texts(file, *found);
    Hdf5Writer writer(file, finder);
    if (const auto read = read_tables(log_path, writer); !read) return tl::make_unexpected(read.error());
    const std::size_t count = writer.finish();
    file.flush(H5F_SCOPE_GLOBAL);
    return ExportedTables{{path}, count, found->note()};
  } catch (const H5::FileIException&) {
    return tl::make_unexpected("cannot write " + path + ": the file (it may exist already)");
  } catch (const H5::Exception& failure) {
    return tl::make_unexpected("cannot write " + path + ": " + failure.getDetailMsg());
  }
}

}  // namespace freefloat
