#include "operate/delay_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "identification/measured_delays.h"

namespace freefloat {

namespace {

constexpr Duration kStretch = std::chrono::seconds(8);
/// What a joint did before the stretch is not known, and shows for about so long.
constexpr Duration kForgotten = std::chrono::milliseconds(500);
constexpr double kWorstSigma = 2e-3;  // s
/// Beyond what single captures with the right configuration make of it (tools/measure_live_delay).
constexpr double kSound = 10e-3;  // s
constexpr double kSoundSigmas = 4.0;

/// Leaves out what the joints' motion before the first command could still have caused.
void forget_begin(MotionSeries& series) {
  const Time known = series.commands.front().at + kForgotten;
  std::erase_if(series.readings, [&](const ReadingSample& reading) { return reading.sampled < known; });
  std::erase_if(series.pictures, [&](const PictureSample& picture) { return picture.captured < known; });
}

}  // namespace

bool DelayFinding::differs() const {
  return std::abs(measured - configured) > std::max(kSound, kSoundSigmas * sigma);
}

std::string DelayFinding::text() const {
  return fmt::format("{:.1f} ms measured, {:.1f} ms in the file", 1e3 * measured, 1e3 * configured);
}

std::string warn_of_delay(const DelayFinding& found, const std::string& log, const RunConfig& config) {
  // The experiment's file is the first, its testbed's the second; what was set beside them has no file.
  const bool named = config.sources.size() > 1 && !config.sources[1].path.starts_with("--");
  return "the delay from a cycle to its motion is not as configured: " + found.text() +
         " (estimator.actuation_delay_ms); run `freefloat calibrate delays " +
         (log.empty() ? std::string("RUN.mcap") : log) + " --write " +
         (named ? config.sources[1].path : std::string("TESTBED.yaml")) + "`";
}

std::optional<DelayFinding> find_delay(const MotionSeries& series, const RunConfig& config) {
  const BodyGeometry geometry(config.controller.robot);
  const MeasuredDelays delays = measure_delays(series, fit_body_poses(geometry, series));
  const auto measured = delays.actuation_delay();
  if (!measured || !(delays.delay_sigma < kWorstSigma)) return std::nullopt;
  return DelayFinding{*measured, delays.delay_sigma, to_seconds(config.controller.estimator.actuation_delay)};
}

DelayWatch::DelayWatch(std::shared_ptr<const RunConfig> config, Worker& worker, Told told)
    : config_(std::move(config)), worker_(worker), told_(std::move(told)) {}

void DelayWatch::add(const CycleRecord& cycle) {
  const JointCommand& command = cycle.output.command;
  const bool holding = cycle.input.joints && cycle.input.joints->gripper == GripperState::kHolding;
  const bool moves = command.enable && !command.stop && !holding;
  if (motion_ && (!moves || cycle.input.now - begin_ >= kStretch)) hand_over(moves);
  if (!moves) {
    moved_before_ = false;
    return;
  }
  if (!motion_) {
    if (command.rates.size() == 0 || command.rates.isZero()) return;  // rests: the next begins as the first
    const RobotParameters& robot = config_->controller.robot;
    motion_.emplace(robot.joint_count(), static_cast<int>(robot.markers.size()));
    begin_ = cycle.input.now;
  }
  motion_->add(cycle);
}

RunListener DelayWatch::listener() {
  return {.on_cycle = [this](const CycleRecord& cycle) { add(cycle); }};
}

void DelayWatch::finish() {
  if (motion_) hand_over(false);
}

void DelayWatch::hand_over(bool moves_on) {
  auto series = motion_->finish();
  motion_.reset();
  if (std::exchange(moved_before_, moves_on) && series) forget_begin(*series);
  if (!series) return;
  auto motion = std::make_shared<MotionSeries>(*std::move(series));
  worker_.give([config = config_, told = told_, motion] {
    if (const auto found = find_delay(*motion, *config)) told(*found);
  });
}

}  // namespace freefloat
