#include "export/hdf5_dataset.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>

namespace freefloat {

void check_hdf5(herr_t status, const std::string& what) {
  if (status < 0) throw Hdf5Failure{what};
}

Hdf5Handle hdf5_text_type(std::size_t size) {
  Hdf5Handle type(H5Tcopy(H5T_C_S1), H5Tclose, "text type");
  H5Tset_size(type, std::max<std::size_t>(size, 1));
  H5Tset_cset(type, H5T_CSET_UTF8);
  H5Tset_strpad(type, H5T_STR_NULLPAD);
  return type;
}

void write_hdf5_attribute(hid_t object, const std::string& name, const std::string& text) {
  const Hdf5Handle type = hdf5_text_type(text.size());
  const Hdf5Handle space(H5Screate(H5S_SCALAR), H5Sclose, "attribute");
  const Hdf5Handle attribute(H5Acreate2(object, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT),
                             H5Aclose, "attribute " + name);
  check_hdf5(H5Awrite(attribute, type, text.empty() ? "" : text.data()), "attribute " + name);
}

void Hdf5Dataset::widen(std::size_t column, std::size_t longest_text) {
  width_ = std::max(width_, column + 1);
  column_.longest_text = std::max(column_.longest_text, longest_text);
}

void Hdf5Dataset::create(hid_t group, const std::string& name) {
  name_ = name;
  const bool text = std::holds_alternative<std::string_view>(column_.example.value);
  type_ = std::make_unique<Hdf5Handle>(text ? hdf5_text_type(column_.longest_text)
                                            : Hdf5Handle(H5Tcopy(number_type()), H5Tclose, name));
  item_bytes_ = H5Tget_size(*type_);
  const std::array<hsize_t, 2> size{rows_, width_};
  const int rank = width_ > 1 ? 2 : 1;
  const Hdf5Handle space(H5Screate_simple(rank, size.data(), nullptr), H5Sclose, name);
  const Hdf5Handle links(H5Pcreate(H5P_LINK_CREATE), H5Pclose, name);
  H5Pset_create_intermediate_group(links, 1);
  const Hdf5Handle layout(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, name);
  const std::array<hsize_t, 2> chunk{std::min<hsize_t>(rows_, kBlockRows), width_};
  H5Pset_chunk(layout, rank, chunk.data());
  H5Pset_shuffle(layout);
  H5Pset_deflate(layout, 1);
  dataset_ = std::make_unique<Hdf5Handle>(
      H5Dcreate2(group, name.c_str(), *type_, space, links, layout, H5P_DEFAULT), H5Dclose, name);
  block_.resize(kBlockRows * width_ * item_bytes_);
  clear();
}

void Hdf5Dataset::put(std::size_t column, const FieldValue& value) {
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

void Hdf5Dataset::end_row() {
  if (++in_block_ == kBlockRows) flush();
}

void Hdf5Dataset::finish() {
  flush();
  if (names_.empty()) return;
  std::string text;
  for (const auto& [number, name] : names_)
    text += (text.empty() ? "" : ", ") + std::to_string(number) + "=" + std::string(name);
  write_hdf5_attribute(*dataset_, "names", text);
}

hid_t Hdf5Dataset::number_type() const {
  const auto& value = column_.example.value;
  if (std::holds_alternative<double>(value)) return H5T_IEEE_F64LE;
  if (std::holds_alternative<std::int64_t>(value)) return H5T_STD_I64LE;
  if (std::holds_alternative<std::uint64_t>(value)) return H5T_STD_U64LE;
  return H5T_STD_U8LE;
}

void Hdf5Dataset::clear() {
  std::fill(block_.begin(), block_.end(), std::uint8_t{0});
  if (!std::holds_alternative<double>(column_.example.value)) return;
  const double missing = std::numeric_limits<double>::quiet_NaN();
  for (std::size_t at = 0; at < block_.size(); at += sizeof missing)
    std::memcpy(block_.data() + at, &missing, sizeof missing);
}

void Hdf5Dataset::flush() {
  if (in_block_ == 0) return;
  const int rank = width_ > 1 ? 2 : 1;
  const std::array<hsize_t, 2> start{done_, 0};
  const std::array<hsize_t, 2> count{in_block_, width_};
  const Hdf5Handle in_file(H5Dget_space(*dataset_), H5Sclose, name_);
  const Hdf5Handle in_memory(H5Screate_simple(rank, count.data(), nullptr), H5Sclose, name_);
  check_hdf5(H5Sselect_hyperslab(in_file, H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr),
             name_);
  check_hdf5(H5Dwrite(*dataset_, *type_, in_memory, in_file, H5P_DEFAULT, block_.data()), name_);
  done_ += in_block_;
  in_block_ = 0;
  clear();
}

}  // namespace freefloat
