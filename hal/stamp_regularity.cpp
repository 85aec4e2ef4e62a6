#include "hal/stamp_regularity.h"

#include <cmath>
#include <vector>

namespace freefloat {

namespace {

constexpr std::size_t kMostSamples = 256;
constexpr std::size_t kFewestSamples = 20;
constexpr double kEven = 50e-6;     // s: no free running shutter wavers more by itself
constexpr double kTogether = 0.35;  // by how much the arrivals' wavering per the stamps' may differ from 1

/// A straight line through values, and what is left of them.
struct Beat {
  double slope = 0.0;
  double deviation = 0.0;
};

Beat fit_beat(const std::vector<double>& at, const std::vector<double>& values) {
  const auto count = static_cast<double>(at.size());
  double mean_at = 0.0;
  double mean_value = 0.0;
  for (std::size_t i = 0; i < at.size(); ++i) {
    mean_at += at[i] / count;
    mean_value += values[i] / count;
  }
  double square = 0.0;
  double product = 0.0;
  for (std::size_t i = 0; i < at.size(); ++i) {
    square += (at[i] - mean_at) * (at[i] - mean_at);
    product += (at[i] - mean_at) * (values[i] - mean_value);
  }
  Beat beat{.slope = square > 0.0 ? product / square : 0.0};
  for (std::size_t i = 0; i < at.size(); ++i) {
    const double rest = values[i] - mean_value - beat.slope * (at[i] - mean_at);
    beat.deviation += rest * rest / count;
  }
  beat.deviation = std::sqrt(beat.deviation);
  return beat;
}

}  // namespace

bool StampJudgement::are_arrivals() const {
  const double stamps = to_seconds(stamp_jitter);
  if (!known || stamps < kEven) return false;
  // What wavers on the way from a driver's stamp to this program is beside the stamp: the arrivals follow it
  // one to one, however late they are themselves.
  const double arrivals = to_seconds(arrival_jitter);
  const double way = to_seconds(way_jitter);
  const double covariance = 0.5 * (arrivals * arrivals + stamps * stamps - way * way);
  return std::abs(covariance / (stamps * stamps) - 1.0) < kTogether;
}

void StampRegularity::add(std::uint64_t number, Time stamp, Time arrival) {
  samples_.push_back({number, stamp, arrival});
  if (samples_.size() > kMostSamples) samples_.pop_front();
}

StampJudgement StampRegularity::judge() const {
  StampJudgement judgement;
  if (samples_.size() < kFewestSamples) return judgement;
  std::vector<double> numbers;
  std::vector<double> stamps;
  std::vector<double> arrivals;
  std::vector<double> ways;
  const Sample& first = samples_.front();
  for (const Sample& sample : samples_) {
    numbers.push_back(static_cast<double>(sample.number - first.number));
    stamps.push_back(to_seconds(sample.stamp - first.stamp));
    arrivals.push_back(to_seconds(sample.arrival - first.arrival));
    ways.push_back(to_seconds(sample.arrival - sample.stamp));
  }
  const Beat beat = fit_beat(numbers, stamps);
  judgement.known = true;
  judgement.rate = beat.slope > 0.0 ? 1.0 / beat.slope : 0.0;
  judgement.stamp_jitter = from_seconds(beat.deviation);
  judgement.arrival_jitter = from_seconds(fit_beat(numbers, arrivals).deviation);
  judgement.way_jitter = from_seconds(fit_beat(numbers, ways).deviation);
  return judgement;
}

}  // namespace freefloat
