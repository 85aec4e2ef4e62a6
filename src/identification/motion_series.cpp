#include "identification/motion_series.h"

#include <algorithm>
#include <cmath>

#include "runlog/run_reader.h"

namespace freefloat {

namespace {

constexpr std::size_t kLeastCycles = 20;

PictureSample picture_of(const MarkerFrame& frame, int led_count) {
  PictureSample picture;
  picture.captured = frame.capture_time;
  picture.leds.resize(led_count);
  for (std::size_t i = 0; i < picture.leds.size() && i < frame.markers.size(); ++i) {
    const MarkerMeasurement& marker = frame.markers[i];
    const double variance = 0.5 * marker.covariance.trace();
    const bool usable = marker.seen && marker.p_WM.allFinite() && std::isfinite(variance);
    picture.leds[i] = {usable, marker.p_WM, std::sqrt(std::max(variance, 1e-12))};
  }
  return picture;
}

void find_period(MotionSeries& series) {
  std::vector<Duration> periods;
  for (std::size_t i = 1; i < series.commands.size(); ++i)
    periods.push_back(series.commands[i].at - series.commands[i - 1].at);
  if (periods.empty()) return;
  std::nth_element(periods.begin(), periods.begin() + periods.size() / 2, periods.end());
  series.period = periods[periods.size() / 2];
}

/// @return What the series lacks; empty: nothing.
std::string find_lack(const MotionSeries& series, MovedBy moved_by) {
  if (series.commands.size() < kLeastCycles) return "it holds no run of the controller: hardly any cycles";
  if (series.readings.empty()) return "it holds no status of a servo board: nothing is known of the joints";
  if (series.pictures.empty()) return "it holds no picture: nothing is known of where the LEDs were";
  if (moved_by == MovedBy::kAnything) return {};
  const bool driven = std::any_of(series.commands.begin(), series.commands.end(),
                                  [](const CommandSample& command) { return command.enabled; });
  if (!driven) {
    return "the drives were never on in it (a run with --readonly, or one that was never armed); record one "
           "with phases `jog` or `move_to`";
  }
  const bool commanded = std::any_of(series.commands.begin(), series.commands.end(),
                                     [](const CommandSample& c) { return c.rates.norm() > 0.0; });
  return commanded ? "" : "no motion was ever commanded in it; record one with phases `jog` or `move_to`";
}

}  // namespace

void MotionCollector::add(const CycleRecord& cycle) {
  const CycleInput& input = cycle.input;
  const JointCommand& command = cycle.output.command;
  const JointVector zero = JointVector::Zero(joint_count_);
  const bool moves = command.enable && !command.stop;
  fits_ = fits_ && (command.rates.size() == 0 || command.rates.size() == joint_count_);
  if (input.joints) {
    holding_ = input.joints->gripper == GripperState::kHolding;
    const bool right =
        input.joints->angles.size() == joint_count_ && input.joints->rates.size() == joint_count_;
    fits_ = fits_ && right;
    if (right && input.joints->angles.allFinite() && input.joints->rates.allFinite())
      series_.readings.push_back({input.joints->sample_time, input.now, input.joints->angles,
                                  input.joints->rates, input.joints->duties});
  }
  if (input.markers && last_) {
    PictureSample picture = picture_of(*input.markers, led_count_);
    picture.taken = input.now;
    picture.cycle_before = *last_;
    picture.moving = moves && holding_ == (hand_ == Hand::kHolding);
    const bool newer = series_.pictures.empty() || series_.pictures.back().captured < picture.captured;
    if (newer) series_.pictures.push_back(std::move(picture));
  }
  series_.commands.push_back(
      {input.now, moves && command.rates.size() == joint_count_ ? command.rates : zero, moves});
  series_.compute.push_back(to_seconds(cycle.timing.compute));
  last_ = input.now;
}

tl::expected<MotionSeries, std::string> MotionCollector::finish(MovedBy moved_by) {
  if (!fits_)
    return tl::make_unexpected("its joints are not those of the robot's file (" +
                               std::to_string(joint_count_) + ")");
  if (std::string lack = find_lack(series_, moved_by); !lack.empty())
    return tl::make_unexpected(std::move(lack));
  find_period(series_);
  return std::move(series_);
}

double MotionSeries::commanded_travel(Eigen::Index joint) const {
  double travel = 0.0;
  for (std::size_t i = 1; i < commands.size(); ++i)
    travel += std::abs(commands[i - 1].rates[joint]) * to_seconds(commands[i].at - commands[i - 1].at);
  return travel;
}

tl::expected<MotionSeries, std::string> read_motion(const std::string& path, int joint_count, int led_count,
                                                    MovedBy moved_by, Hand hand) {
  auto reader = RunReader::open(path);
  if (!reader) return tl::make_unexpected(reader.error());
  MotionCollector collector(joint_count, led_count, hand);
  while (reader->next() != nullptr) {
    if (const auto link = reader->take(kLinkHealthTopic)) {
      const double mean = to_seconds(link->health.mean_round_trip);
      if (mean > 0.0) collector.set_round_trip(mean);
    }
    if (const CycleRecord* cycle = reader->record()) collector.add(*cycle);
  }
  if (reader->result().merged)
    return tl::make_unexpected(path + ": more than one run is in it; name logs of single runs");
  auto series = collector.finish(moved_by);
  if (!series) return tl::make_unexpected(path + ": " + series.error());
  return series;
}

}  // namespace freefloat
