#include "hal/device_time.h"

#include <cmath>
#include <cstddef>

namespace freefloat {

namespace {

constexpr double kBin = 1e9;  // ns
constexpr std::size_t kMostBins = 60;
constexpr std::size_t kFewestForSlope = 5;
constexpr double kLargestDrift = 1e-3;   // crystals are a hundred times better
constexpr double kLargestStep = 0.25e9;  // ns: a pair is never heard so late
constexpr int kMostContradictions = 5;

}  // namespace

void DeviceTime::restart() {
  known_ = false;
  earliest_.clear();
  at_ = value_ = slope_ = 0.0;
  contradictions_ = 0;
}

void DeviceTime::begin(std::int64_t device, Time heard) {
  restart();
  known_ = true;
  first_device_ = device;
  first_heard_ = heard;
  earliest_.push_back({0.0, 0.0});
}

void DeviceTime::learn(std::int64_t device, Time heard) {
  if (!known_) return begin(device, heard);
  const std::int64_t at_whole = device - first_device_;
  const auto at = static_cast<double>(at_whole);
  const auto value = static_cast<double>((heard - first_heard_).count() - at_whole);
  if (at < earliest_.back().at - kBin || std::abs(value - line_at(at)) > kLargestStep) {
    // One picture may be held up somewhere; a clock that was set stays so.
    if (++contradictions_ < kMostContradictions) return;
    ++steps_;
    return begin(device, heard);
  }
  contradictions_ = 0;
  Difference& newest = earliest_.back();
  const bool same_bin = std::floor(at / kBin) <= std::floor(newest.at / kBin);
  if (!same_bin) {
    fit();
    earliest_.push_back({at, value});
    if (earliest_.size() > kMostBins) earliest_.erase(earliest_.begin());
  } else if (value < newest.value) {
    newest = {at, value};
  }
  // Nothing is heard before it happened: the line never lies above a pair.
  if (value < line_at(at)) {
    at_ = at;
    value_ = value;
  }
}

void DeviceTime::fit() {
  if (earliest_.size() < kFewestForSlope) {
    at_ = earliest_.back().at;
    value_ = earliest_.back().value;
    return;
  }
  // Of all lines below the differences the one nearest to them on the whole is the edge of their lower hull
  // under their middle.
  std::vector<Difference> hull;
  const auto turns_down = [&hull](const Difference& next) {
    const Difference& a = hull[hull.size() - 2];
    const Difference& b = hull.back();
    return (b.value - a.value) * (next.at - a.at) >= (next.value - a.value) * (b.at - a.at);
  };
  double middle = 0.0;
  for (const Difference& difference : earliest_) {
    while (hull.size() > 1 && turns_down(difference)) hull.pop_back();
    hull.push_back(difference);
    middle += difference.at / static_cast<double>(earliest_.size());
  }
  std::size_t right = 1;
  while (right + 1 < hull.size() && hull[right].at < middle) ++right;
  const Difference& a = hull[right - 1];
  const Difference& b = hull[right];
  const double slope = (b.value - a.value) / (b.at - a.at);
  if (std::abs(slope) > kLargestDrift) return;
  slope_ = slope;
  at_ = a.at;
  value_ = a.value;
}

Time DeviceTime::to_ours(std::int64_t device) const {
  const std::int64_t at = device - first_device_;
  return first_heard_ + Duration(at + std::llround(line_at(static_cast<double>(at))));
}

}  // namespace freefloat
