#include "export/export_hdf5.h"

#include <hdf5.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <limits>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "export/table_columns.h"
#include "runlog/run_topics.h"

namespace freefloat {
namespace {

/// Thrown inside this file only.
struct Hdf5Failure {
  std::string what;
};

/// An identifier that is given back.
class Handle {
 public:
  Handle(hid_t id, herr_t (*close)(hid_t), const std::string& what) : id_(id), close_(close) {
    if (id_ < 0) throw Hdf5Failure{what};
  }
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  Handle& operator=(Handle&&) = delete;
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  operator hid_t() const { return id_; }  // NOLINT(google-explicit-constructor)

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

void check(herr_t status, const std::string& what) {
  if (status < 0) throw Hdf5Failure{what};
}

Handle text_type(std::size_t size) {
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose, "text type");
  H5Tset_size(type, std::max<std::size_t>(size, 1));
  H5Tset_cset(type, H5T_CSET_UTF8);
  H5Tset_strpad(type, H5T_STR_NULLPAD);
  return type;
}

void write_attribute(hid_t object, const std::string& name, const std::string& text) {
  const Handle type = text_type(text.size());
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose, "attribute");
  const Handle attribute(H5Acreate2(object, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose,
                         "attribute " + name);
  check(H5Awrite(attribute, type, text.empty() ? "" : text.data()), "attribute " + name);
}

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

/// One dataset that is filled block by block.
class Dataset {
 public:
  static constexpr std::size_t kBlockRows = 2048;

  Dataset(TableColumn column, std::uint64_t rows) : column_(std::move(column)), rows_(rows) {}

  void widen(std::size_t column, std::size_t longest_text) {
    width_ = std::max(width_, column + 1);
    column_.longest_text = std::max(column_.longest_text, longest_text);
  }

  void create(hid_t group, const std::string& name) {
    name_ = name;
    const bool text = std::holds_alternative<std::string_view>(column_.example.value);
    type_ = std::make_unique<Handle>(text ? text_type(column_.longest_text)
                                          : Handle(H5Tcopy(number_type()), H5Tclose, name));
    item_bytes_ = H5Tget_size(*type_);
    const std::array<hsize_t, 2> size{rows_, width_};
    const int rank = width_ > 1 ? 2 : 1;
    const Handle space(H5Screate_simple(rank, size.data(), nullptr), H5Sclose, name);
    const Handle links(H5Pcreate(H5P_LINK_CREATE), H5Pclose, name);
    H5Pset_create_intermediate_group(links, 1);
    const Handle layout(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, name);
    const std::array<hsize_t, 2> chunk{std::min<hsize_t>(rows_, kBlockRows), width_};
    H5Pset_chunk(layout, rank, chunk.data());
    H5Pset_shuffle(layout);
    H5Pset_deflate(layout, 1);
    dataset_ = std::make_unique<Handle>(
        H5Dcreate2(group, name.c_str(), *type_, space, links, layout, H5P_DEFAULT), H5Dclose, name);
    block_.resize(kBlockRows * width_ * item_bytes_);
    clear();
  }

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

  void finish() {
    flush();
    if (names_.empty()) return;
    std::string text;
    for (const auto& [number, name] : names_)
      text += (text.empty() ? "" : ", ") + std::to_string(number) + "=" + std::string(name);
    write_attribute(*dataset_, "names", text);
  }

 private:
  hid_t number_type() const {
    const auto& value = column_.example.value;
    if (std::holds_alternative<double>(value)) return H5T_IEEE_F64LE;
    if (std::holds_alternative<std::int64_t>(value)) return H5T_STD_I64LE;
    if (std::holds_alternative<std::uint64_t>(value)) return H5T_STD_U64LE;
    return H5T_STD_U8LE;
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
    const int rank = width_ > 1 ? 2 : 1;
    const std::array<hsize_t, 2> start{done_, 0};
    const std::array<hsize_t, 2> count{in_block_, width_};
    const Handle in_file(H5Dget_space(*dataset_), H5Sclose, name_);
    const Handle in_memory(H5Screate_simple(rank, count.data(), nullptr), H5Sclose, name_);
    check(H5Sselect_hyperslab(in_file, H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr), name_);
    check(H5Dwrite(*dataset_, *type_, in_memory, in_file, H5P_DEFAULT, block_.data()), name_);
    done_ += in_block_;
    in_block_ = 0;
    clear();
  }

  TableColumn column_;
  std::uint64_t rows_;
  std::size_t width_ = 1;
  std::string name_;
  std::unique_ptr<Handle> type_, dataset_;
  std::size_t item_bytes_ = 0;
  std::vector<std::uint8_t> block_;
  std::size_t in_block_ = 0;
  std::uint64_t done_ = 0;
  std::map<std::uint8_t, std::string_view> names_;
};

class Hdf5Writer final : public TableSink {
 public:
  Hdf5Writer(hid_t file, const ColumnFinder& finder) {
    for (std::size_t i = 0; i < tables_.size(); ++i) {
      const auto id = static_cast<RunTable>(i);
      Table& table = tables_[i];
      if (finder.row_count(id) == 0) continue;
      std::map<std::string, std::size_t> numbers;
      for (const TableColumn& column : finder.columns(id)) {
        const Place place = place_of(column.path);
        const auto [found, fresh] = numbers.try_emplace(place.dataset, table.datasets.size());
        if (fresh) table.datasets.emplace_back(column, finder.row_count(id));
        table.datasets[found->second].widen(place.column, column.longest_text);
        table.places.emplace(column.path, std::pair(found->second, place.column));
      }
      const Handle group(
          H5Gcreate2(file, std::string(kRunTableNames[i]).c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
          H5Gclose, "group");
      for (const auto& [name, number] : numbers) table.datasets[number].create(group, name);
    }
  }

  void begin_row(RunTable table) override { table_ = &tables_[static_cast<std::size_t>(table)]; }

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

  std::array<Table, kRunTableNames.size()> tables_;
  Table* table_ = nullptr;
};

void write_texts(hid_t file, const std::vector<McapAttachment>& attachments, const McapTextMap& identity) {
  for (const auto& [key, value] : identity) write_attribute(file, key, value);
  const Handle group(H5Gcreate2(file, "configuration", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose,
                     "configuration");
  std::map<std::string, int> names;
  for (const McapAttachment& attachment : attachments) {
    std::string name = attachment.name;  // a slash would make a group
    std::replace(name.begin(), name.end(), '/', '_');
    if (const int again = names[name]++; again > 0) name += "_" + std::to_string(again + 1);
    const Handle type = text_type(attachment.data.size());
    const Handle space(H5Screate(H5S_SCALAR), H5Sclose, name);
    const Handle dataset(H5Dcreate2(group, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                         H5Dclose, name);
    check(H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, attachment.data.c_str()), name);
  }
}

}  // namespace

tl::expected<std::size_t, std::string> export_hdf5(const std::string& log_path, const std::string& path,
                                                   bool replace_existing) {
  ColumnFinder finder;
  std::vector<McapAttachment> attachments;
  McapTextMap identity;
  RunLogHandlers handlers;
  handlers.on_attachment = [&](const McapAttachment& file) { attachments.push_back(file); };
  handlers.on_metadata = [&](const McapMetadata& metadata) {
    if (metadata.name == kIdentityMetadata) identity = metadata.values;
  };
  if (const auto read = read_tables(log_path, finder, handlers); !read)
    return tl::make_unexpected(read.error());
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);  // the library would print its own errors
  try {
    const Handle file(
        H5Fcreate(path.c_str(), replace_existing ? H5F_ACC_TRUNC : H5F_ACC_EXCL, H5P_DEFAULT, H5P_DEFAULT),
        H5Fclose, "the file (it may exist already)");
    write_texts(file, attachments, identity);
    Hdf5Writer writer(file, finder);
    if (const auto read = read_tables(log_path, writer); !read) return tl::make_unexpected(read.error());
    const std::size_t count = writer.finish();
    check(H5Fflush(file, H5F_SCOPE_GLOBAL), "the file");
    return count;
  } catch (const Hdf5Failure& failure) {
    return tl::make_unexpected("cannot write " + path + ": " + failure.what);
  }
}

}  // namespace freefloat
