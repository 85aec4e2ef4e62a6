#include <H5Cpp.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "export/export_tables.h"
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

H5::StrType text_type(std::size_t size) {
  H5::StrType type(H5::PredType::C_S1, std::max<std::size_t>(size, 1));
  type.setCset(H5T_CSET_UTF8);
  type.setStrpad(H5T_STR_NULLPAD);
  return type;
}

/// Gives a group or a dataset a text by name.
void write_attribute(const H5::H5Object& object, const std::string& name, const std::string& text) {
  const H5::StrType type = text_type(text.size());
  object.createAttribute(name, type, H5::DataSpace(H5S_SCALAR)).write(type, text.c_str());
}

/// One dataset that is filled block by block, a row a message.
class Dataset {
 public:
  /// @param column One field of it; tells the kind of all.
  Dataset(TableColumn column, std::uint64_t rows) : column_(std::move(column)), rows_(rows) {}

  /// Before `create`, for every field of it.
  void widen(std::size_t column, std::size_t longest_text) {
    width_ = std::max(width_, column + 1);
    column_.longest_text = std::max(column_.longest_text, longest_text);
  }

  void create(const H5::Group& group, const std::string& name) {
    type_ = type();
    item_bytes_ = type_.getSize();
    H5::LinkCreatPropList links;
    links.setCreateIntermediateGroup(true);
    H5::DSetCreatPropList layout;
    const std::array<hsize_t, 2> chunk{std::min<hsize_t>(rows_, kBlockRows), width_};
    layout.setChunk(rank(), chunk.data());
    layout.setShuffle();
    layout.setDeflate(1);
    dataset_ = group.createDataSet(name, type_, space(rows_), layout, H5::DSetAccPropList::DEFAULT, links);
    block_.resize(kBlockRows * width_ * item_bytes_);
    clear();
  }

  /// Into the row in hand.
  void put(std::size_t column, const FieldValue& value) {
    std::uint8_t* item = block_.data() + (in_block_ * width_ + column) * item_bytes_;
    std::visit(
        [&](const auto& v) {
          using T = std::decay_t<decltype(v)>;
          if constexpr (std::same_as<T, std::string_view>) {
            std::memcpy(item, v.data(), std::min(v.size(), item_bytes_));
          } else if constexpr (std::same_as<T, NamedValue>) {
            *item = v.number;
            names_[v.number] = v.name;
          } else if constexpr (std::same_as<T, bool>) {
            *item = v ? 1 : 0;
          } else {
            std::memcpy(item, &v, sizeof v);
          }
        },
        value.value);
  }

  void end_row() {
    if (++in_block_ == kBlockRows) flush();
  }

  /// After the last row.
  void finish() {
    flush();
    if (names_.empty()) return;
    std::string text;
    for (const auto& [number, name] : names_)
      text += (text.empty() ? "" : ", ") + std::to_string(number) + "=" + std::string(name);
    write_attribute(dataset_, "names", text);
  }

 private:
  static constexpr std::size_t kBlockRows = 2048;

  int rank() const { return width_ > 1 ? 2 : 1; }

  H5::DataSpace space(hsize_t rows) const {
    const std::array<hsize_t, 2> size{rows, width_};
    return {rank(), size.data()};
  }

  H5::DataType type() const {
    const auto& value = column_.example.value;
    if (std::holds_alternative<std::string_view>(value)) return text_type(column_.longest_text);
    if (std::holds_alternative<double>(value)) return H5::PredType::IEEE_F64LE;
    if (std::holds_alternative<std::int64_t>(value)) return H5::PredType::STD_I64LE;
    if (std::holds_alternative<std::uint64_t>(value)) return H5::PredType::STD_U64LE;
    return H5::PredType::STD_U8LE;
  }

  void clear() {
    std::fill(block_.begin(), block_.end(), std::uint8_t{0});
    if (!std::holds_alternative<double>(column_.example.value)) return;
    const double missing = std::numeric_limits<double>::quiet_NaN();
    for (std::size_t at = 0; at < block_.size(); at += sizeof missing)
      std::memcpy(block_.data() + at, &missing, sizeof missing);
  }

  void flush() {
    if (in_block_ == 0) return;
    const std::array<hsize_t, 2> start{done_, 0};
    const std::array<hsize_t, 2> count{in_block_, width_};
    const H5::DataSpace in_file = dataset_.getSpace();
    in_file.selectHyperslab(H5S_SELECT_SET, count.data(), start.data());
    dataset_.write(block_.data(), type_, space(in_block_), in_file);
    done_ += in_block_;
    in_block_ = 0;
    clear();
  }

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
    for (Dataset& dataset : table_->datasets) dataset.end_row();
  }

  std::size_t finish() {
    std::size_t count = 0;
    for (Table& table : tables_) {
      for (Dataset& dataset : table.datasets) dataset.finish();
      count += table.datasets.size();
    }
    return count;
  }

 private:
  struct Table {
    std::vector<Dataset> datasets;
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
