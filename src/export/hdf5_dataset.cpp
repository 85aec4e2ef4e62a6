#include "export/hdf5_dataset.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>

namespace freefloat {

namespace {

constexpr std::size_t kBlockRows = 2048;

}  // namespace

H5::StrType text_type(std::size_t size) {
  H5::StrType type(H5::PredType::C_S1, std::max<std::size_t>(size, 1));
  type.setCset(H5T_CSET_UTF8);
  type.setStrpad(H5T_STR_NULLPAD);
  return type;
}

void write_attribute(const H5::H5Object& object, const std::string& name, const std::string& text) {
  const H5::StrType type = text_type(text.size());
  object.createAttribute(name, type, H5::DataSpace(H5S_SCALAR)).write(type, text.c_str());
}

void Hdf5Dataset::widen(std::size_t column, std::size_t longest_text) {
  width_ = std::max(width_, column + 1);
  column_.longest_text = std::max(column_.longest_text, longest_text);
}

void Hdf5Dataset::create(const H5::Group& group, const std::string& name) {
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
  write_attribute(dataset_, "names", text);
}

H5::DataSpace Hdf5Dataset::space(hsize_t rows) const {
  const std::array<hsize_t, 2> size{rows, width_};
  return {rank(), size.data()};
}

H5::DataType Hdf5Dataset::type() const {
  const auto& value = column_.example.value;
  if (std::holds_alternative<std::string_view>(value)) return text_type(column_.longest_text);
  if (std::holds_alternative<double>(value)) return H5::PredType::IEEE_F64LE;
  if (std::holds_alternative<std::int64_t>(value)) return H5::PredType::STD_I64LE;
  if (std::holds_alternative<std::uint64_t>(value)) return H5::PredType::STD_U64LE;
  return H5::PredType::STD_U8LE;
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
  const std::array<hsize_t, 2> start{done_, 0};
  const std::array<hsize_t, 2> count{in_block_, width_};
  const H5::DataSpace in_file = dataset_.getSpace();
  in_file.selectHyperslab(H5S_SELECT_SET, count.data(), start.data());
  dataset_.write(block_.data(), type_, space(in_block_), in_file);
  done_ += in_block_;
  in_block_ = 0;
  clear();
}

}  // namespace freefloat
