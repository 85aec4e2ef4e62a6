#include "runlog/cycle_copy.h"

#include <array>
#include <bit>
#include <cstring>
#include <type_traits>

namespace freefloat {
namespace {

// Eigen's small vectors live inside the record, so its bytes are all there is to it.
static_assert(std::is_trivially_destructible_v<CycleRecord>);

std::uint64_t bits(double value) {
  return std::bit_cast<std::uint64_t>(value);
}

bool is_blank(const MarkerMeasurement& m) {
  const double* c = m.covariance.data();
  return ((m.seen || m.saturated ? 1U : 0U) | bits(m.uv_px.x()) | bits(m.uv_px.y()) | bits(m.p_WM.x()) |
          bits(m.p_WM.y()) | bits(c[0]) | bits(c[1]) | bits(c[2]) | bits(c[3]) | bits(m.peak)) == 0;
}

bool is_blank(const PredictedMarker& m) {
  return ((m.known ? 1U : 0U) | bits(m.p_WM.x()) | bits(m.p_WM.y()) | bits(m.v_WM.x()) | bits(m.v_WM.y()) |
          bits(m.sigma)) == 0;
}

/// @return How many elements are used, at least `known`.
template <class T>
int used_count(const std::array<T, kMaxMarkers>& markers, int known) {
  int count = kMaxMarkers;
  while (count > known && is_blank(markers[static_cast<std::size_t>(count - 1)])) --count;
  return count;
}

std::size_t offset(const CycleRecord& record, const void* part) {
  return static_cast<std::size_t>(static_cast<const char*>(part) - reinterpret_cast<const char*>(&record));
}

}  // namespace

CycleCopier::CycleCopier() {
  CycleRecord record;
  prepare(record);
  record.truth.emplace();
  measured_at_ = offset(record, record.input.markers->markers.data());
  predicted_in_at_ = offset(record, record.input.markers->prediction.markers.data());
  predicted_out_at_ = offset(record, record.output.prediction.markers.data());
  truth_at_ = offset(record, &*record.truth);
  find_stretches();
}

void CycleCopier::prepare(CycleRecord& place) {
  place = CycleRecord{};
  place.input.markers.emplace();
}

void CycleCopier::widen(const CycleRecord& record) noexcept {
  const int measured =
      record.input.markers ? used_count(record.input.markers->markers, measured_) : measured_;
  const int predicted_in = record.input.markers
                               ? used_count(record.input.markers->prediction.markers, predicted_in_)
                               : predicted_in_;
  const int predicted_out = used_count(record.output.prediction.markers, predicted_out_);
  const bool truth = truth_ || record.truth.has_value();
  if (measured == measured_ && predicted_in == predicted_in_ && predicted_out == predicted_out_ &&
      truth == truth_)
    return;
  measured_ = measured;
  predicted_in_ = predicted_in;
  predicted_out_ = predicted_out;
  truth_ = truth;
  find_stretches();
}

void CycleCopier::find_stretches() noexcept {
  const auto end_of = [](std::size_t begin, int count, std::size_t size) {
    return begin + static_cast<std::size_t>(count) * size;
  };
  constexpr std::size_t kMeasured = sizeof(MarkerMeasurement);
  constexpr std::size_t kPredicted = sizeof(PredictedMarker);
  stretches_[0] = {0, end_of(measured_at_, measured_, kMeasured)};
  stretches_[1] = {end_of(measured_at_, kMaxMarkers, kMeasured),
                   end_of(predicted_in_at_, predicted_in_, kPredicted)};
  stretches_[2] = {end_of(predicted_in_at_, kMaxMarkers, kPredicted),
                   end_of(predicted_out_at_, predicted_out_, kPredicted)};
  stretches_[3] = {end_of(predicted_out_at_, kMaxMarkers, kPredicted),
                   truth_ ? sizeof(CycleRecord) : truth_at_};
}

void CycleCopier::copy(const CycleRecord& from, CycleRecord& to) noexcept {
  widen(from);
  const char* source = reinterpret_cast<const char*>(&from);
  char* place = reinterpret_cast<char*>(&to);
  for (const Stretch& stretch : stretches_) {
    std::memcpy(place + stretch.begin, source + stretch.begin, stretch.end - stretch.begin);
  }
}

}  // namespace freefloat
