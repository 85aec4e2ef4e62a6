#include "identification/prediction_error.h"

#include <algorithm>
#include <cmath>

#include "runlog/run_reader.h"

namespace freefloat {

namespace {

constexpr double kLeastSpeed = 0.005;    // of the hand, m/s: slower it says nothing of a delay
constexpr double kLongestHandGap = 0.3;  // between two places of the hand that are interpolated, s

/// One estimator that believes one delay.
struct Believer {
  EstimatorSetup setup;
  EstimatorState state{};
  std::vector<Vector2> hands{};  ///< predicted, one a cycle; not finite: not known
};

struct HandTrack {
  std::vector<double> times;
  std::vector<Vector2> places;

  /// @return Where the hand was; not finite: not known.
  Vector2 at(double time) const {
    Vector2 unknown = Vector2::Constant(std::nan(""));
    const auto after = std::lower_bound(times.begin(), times.end(), time);
    if (after == times.begin() || after == times.end()) return unknown;
    const std::size_t i = after - times.begin();
    const double span = times[i] - times[i - 1];
    if (span > kLongestHandGap) return unknown;
    const double share = (time - times[i - 1]) / span;
    return places[i - 1] + share * (places[i] - places[i - 1]);
  }
};

EstimatorSetup with_delay(EstimatorSetup setup, double delay) {
  setup.unloaded.config.actuation_delay = from_seconds(delay);
  setup.loaded.config.actuation_delay = from_seconds(delay);
  return setup;
}

Vector2 hand_of(const StateEstimate& estimate) {
  return estimate.valid ? estimate.p_WE : Vector2::Constant(std::nan(""));
}

}  // namespace

tl::expected<PredictionErrors, std::string> find_prediction_errors(const std::string& path,
                                                                   const EstimatorSetup& setup,
                                                                   const std::vector<double>& delays,
                                                                   double true_delay) {
  auto reader = RunReader::open(path);
  if (!reader) return tl::make_unexpected(reader.error());
  std::vector<Believer> believers;
  for (const double delay : delays) believers.push_back({with_delay(setup, delay)});
  Believer present{with_delay(setup, 0.0)};
  HandTrack track;
  std::vector<double> cycles;
  std::vector<bool> moving;
  bool holding = false;
  while (reader->next() != nullptr) {
    const CycleRecord* cycle = reader->record();
    if (cycle == nullptr) continue;
    const CycleInput& in = cycle->input;
    if (in.joints) holding = in.joints->gripper == GripperState::kHolding;
    for (Believer& believer : believers)
      believer.hands.push_back(
          hand_of(estimate_state(believer.setup, in.now, in.markers, in.joints, holding, believer.state)));
    const StateEstimate now =
        estimate_state(present.setup, in.now, in.markers, in.joints, holding, present.state);
    cycles.push_back(to_seconds(in.now));
    moving.push_back(now.valid && !holding && now.v_WE.norm() > kLeastSpeed);
    if (!now.valid) continue;
    track.times.push_back(cycles.back());
    track.places.push_back(now.p_WE);
  }
  PredictionErrors result;
  for (std::size_t b = 0; b < believers.size(); ++b) {
    DelayError error{delays[b], 0.0, 0.0};
    std::size_t count = 0;
    for (std::size_t i = 0; i < cycles.size(); ++i) {
      const Vector2 off = believers[b].hands[i] - track.at(cycles[i] + true_delay);
      if (!moving[i] || !off.allFinite()) continue;
      error.rms += off.squaredNorm();
      error.largest = std::max(error.largest, off.norm());
      ++count;
    }
    if (count == 0) return tl::make_unexpected(path + ": the hand never moved while it was seen");
    error.rms = std::sqrt(error.rms / static_cast<double>(count));
    result.cycles = count;
    result.errors.push_back(error);
  }
  return result;
}

}  // namespace freefloat
