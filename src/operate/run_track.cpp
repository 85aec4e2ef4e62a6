#include "operate/run_track.h"

#include <cmath>
#include <utility>
#include <vector>

#include "operate/state_json.h"
#include "runlog/run_reader.h"

namespace freefloat {

namespace {

using nlohmann::json;

constexpr std::size_t kMostSamples = 1200;

struct Sample {
  Time at{};
  SupervisorState state = SupervisorState::kDisarmed;
  StateEstimate estimate;
  TargetPlaces targets;  ///< where there are several
};

/// Tenths of a millimetre and of a milliradian are enough to look at.
double rounded(double value) {
  return std::round(value * 1e4) / 1e4;
}

json track_point(const Vector2& p) {
  return json::array({rounded(p.x()), rounded(p.y())});
}

json target_track(const TargetPlaces& places) {
  json targets = json::array();
  for (std::size_t i = 0; i < places.targets.size(); ++i) {
    const TargetPlace& target = places.targets[i];
    targets.push_back({{"name", target.name},
                       {"position_m", target.known ? track_point(target.p_WT) : json()},
                       {"followed", i == places.followed}});
  }
  return targets;
}

json track_json(const std::vector<Sample>& samples) {
  json track{{"time_s", json::array()}, {"satellite", json::array()}, {"joints_rad", json::array()},
             {"hand_m", json::array()}, {"target_m", json::array()},  {"state", json::array()}};
  for (const Sample& sample : samples) {
    const StateEstimate& estimate = sample.estimate;
    const RobotState& robot = estimate.robot;
    json joints = json::array();
    for (Eigen::Index i = 0; i < robot.joints.size(); ++i) joints.push_back(rounded(robot.joints[i]));
    const bool known = estimate.valid;
    track["time_s"].push_back(rounded(to_seconds(sample.at - samples.front().at)));
    track["satellite"].push_back(
        known ? json::array({rounded(robot.p_WB.x()), rounded(robot.p_WB.y()), rounded(robot.theta_WB)})
              : json());
    track["joints_rad"].push_back(known ? joints : json());
    track["hand_m"].push_back(known ? track_point(estimate.p_WE) : json());
    track["target_m"].push_back(estimate.target.valid ? track_point(estimate.target.p_WT) : json());
    track["state"].push_back(name_of(sample.state));
    if (!sample.targets.targets.empty()) track["targets"].push_back(target_track(sample.targets));
  }
  return track;
}

}  // namespace

tl::expected<json, std::string> read_run_track(const std::string& log) {
  auto reader = RunReader::open(log);
  if (!reader) return tl::make_unexpected(reader.error());
  std::vector<Sample> samples;
  std::size_t stride = 1, count = 0;
  TargetPlaces targets;
  while (reader->next() != nullptr) {
    if (auto told = reader->take(kTargetsTopic)) targets = std::move(*told);
    const CycleRecord* const record = reader->record();
    if (record == nullptr || count++ % stride != 0) continue;
    samples.push_back({record->output.now, record->output.state, record->output.estimate, targets});
    if (samples.size() < kMostSamples) continue;
    for (std::size_t i = 0; 2 * i < samples.size(); ++i) samples[i] = samples[2 * i];
    samples.resize(samples.size() / 2);
    stride *= 2;
  }
  if (samples.empty()) return tl::make_unexpected(log + ": no cycle of the run can be read");
  return track_json(samples);
}

}  // namespace freefloat
