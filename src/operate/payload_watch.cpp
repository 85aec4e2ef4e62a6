#include "operate/payload_watch.h"

#include <fmt/format.h>

namespace freefloat {

namespace {

constexpr double kGuess = 1.0;        // kg, where the experiment assumes none
constexpr double kMovingFor = 5.2;    // s: its first and last pictures are a little inside
constexpr double kGivenUpAfter = 60;  // s in the hand

double guess_of(const PayloadParameters& assumed) {
  return assumed.fixed || assumed.mass <= 0.0 ? kGuess : assumed.mass;
}

}  // namespace

std::string describe_payload(const PayloadFit& found, const PayloadParameters& assumed) {
  std::string words =
      fmt::format("payload, from {:.1f} s of motion with it: {:.3f} kg ({:.3f} to {:.3f}), {:.4f} kg m^2",
                  found.seconds, found.mass, found.mass_low, found.mass_high, found.inertia);
  if (assumed.fixed) return words;
  return words +
         fmt::format("; the experiment assumes {:.3f} kg, {:.4f} kg m^2", assumed.mass, assumed.inertia);
}

void PayloadWatch::add(const CycleRecord& cycle) {
  const bool told = cycle.input.joints.has_value();
  if (told && cycle.input.joints->gripper != GripperState::kHolding) {
    motion_.reset();
    done_ = false;
    return;
  }
  const JointCommand& command = cycle.output.command;
  const bool moves = command.enable && !command.stop && command.rates.size() > 0 && !command.rates.isZero();
  if (!motion_) {
    if (done_ || !told || !moves) return;
    const RobotParameters& robot = config_->controller.robot;
    motion_.emplace(robot.joint_count(), static_cast<int>(robot.markers.size()), Hand::kHolding);
    moving_ = cycles_ = 0;
  }
  motion_->add(cycle);
  ++cycles_;
  moving_ += moves ? 1 : 0;
  const double period = to_seconds(config_->controller.period);
  if (static_cast<double>(moving_) * period >= kMovingFor) {
    hand_over();
  } else if (static_cast<double>(cycles_) * period >= kGivenUpAfter) {
    motion_.reset();
    done_ = true;
  }
}

void PayloadWatch::hand_over() {
  auto series = std::make_shared<tl::expected<MotionSeries, std::string>>(motion_->finish());
  motion_.reset();
  done_ = true;
  if (!*series) return;
  worker_.give([series, config = config_, told = told_] {
    const auto found =
        identify_payload(config->controller.robot, guess_of(config->controller.payload), **series);
    if (found && found->told && found->soundness.sound) told(*found);
  });
}

RunListener PayloadWatch::listener() {
  return {.on_cycle = [this](const CycleRecord& cycle) { add(cycle); }};
}

}  // namespace freefloat
