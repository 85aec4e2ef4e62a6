// Recorded inputs, spoilt: whatever comes in, no rate that is not finite, beyond the limit, or commanded
// outside active and hold goes out.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include "support/random_robot.h"
#include "support/recorded_capture.h"

namespace freefloat {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

const RecordedCapture& recorded() {
  static const RecordedCapture capture = record_capture("moving_target.yaml");
  return capture;
}

class Mutator {
 public:
  explicit Mutator(std::uint64_t seed) : random_(seed) {}

  int below(int count) { return static_cast<int>(random_.number(0.0, count)); }

  double bad() {
    constexpr std::array<double, 8> kValues{kNaN, kInfinity, -kInfinity, 1e308, -1e308, 1e30, -0.0, 5e-324};
    return kValues[below(8)];
  }

  double not_finite() {
    constexpr std::array<double, 3> kValues{kNaN, kInfinity, -kInfinity};
    return kValues[below(3)];
  }

  /// One field becomes something else.
  void spoil(CycleInput& input) {
    switch (below(12)) {
      case 0:
        input.markers.reset();
        break;
      case 1:
        input.joints.reset();
        break;
      case 2:
        if (input.markers) marker(input)[below(2)] = bad();
        break;
      case 3:
        if (input.markers) input.markers->markers[led()].covariance(below(2), below(2)) = bad();
        break;
      case 4:
        if (input.joints) input.joints->angles[below(2)] = bad();
        break;
      case 5:
        if (input.joints) input.joints->rates[below(2)] = bad();
        break;
      case 6:
        if (input.joints) input.joints->rates = JointVector::Zero(below(kMaxJoints + 1));
        break;
      case 7:
        if (input.joints) input.joints->angles.resize(0);
        break;
      case 8:
        input.op.jog_rates = JointVector::Constant(2, bad());
        input.op.task = Task::kJog;
        break;
      case 9:
        if (input.markers) input.markers->capture_time += from_seconds(random_.number(-2.0, 2.0));
        break;
      case 10:
        if (input.joints) input.joints->sample_time += from_seconds(random_.number(-2.0, 2.0));
        break;
      default:
        input.op.request = static_cast<Request>(below(8));
        break;
    }
  }

 private:
  std::size_t led() { return below(5); }
  Vector2& marker(CycleInput& input) { return input.markers->markers[led()].p_WM; }

  RandomRobots random_;
};

void expect_harmless(const CycleOutput& output, double limit) {
  ASSERT_TRUE(output.command.rates.allFinite()) << to_seconds(output.now);
  ASSERT_EQ(output.command.rates.size(), 2);
  ASSERT_LE(output.command.rates.lpNorm<Eigen::Infinity>(), limit * (1.0 + 1e-12));
  if (output.state != SupervisorState::kActive && output.state != SupervisorState::kHold) {
    ASSERT_EQ(output.command.rates.norm(), 0.0);
  }
  for (const PredictedMarker& marker : output.prediction.markers) {
    if (!marker.known) continue;
    ASSERT_TRUE(marker.p_WM.allFinite() && marker.v_WM.allFinite()) << to_seconds(output.now);
    ASSERT_TRUE(std::isfinite(marker.sigma)) << to_seconds(output.now);
  }
  const TargetEstimate& target = output.estimate.target;
  if (target.valid) {
    ASSERT_TRUE(target.p_WT.allFinite() && target.v_WT.allFinite() && target.covariance.allFinite());
  }
}

TEST(HostileInput, NeverGivesAWildCommand) {
  const double limit = recorded().config.controller.max_joint_rate;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Mutator mutator(seed);
    Controller controller(recorded().config.controller);
    const int every = 1 + mutator.below(200);
    for (CycleInput input : recorded().inputs) {
      if (mutator.below(every) == 0) mutator.spoil(input);
      expect_harmless(controller.step(input), limit);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

TEST(HostileInput, LeadsToAFaultOrIsIgnoredWhereItIsNotANumber) {
  // One NaN or infinity each, at any time of the run: fault and zero rates, or a run that stays as it was
  // within what a missing measurement changes.
  const double limit = recorded().config.controller.max_joint_rate;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Mutator mutator(seed);
    Controller controller(recorded().config.controller);
    const std::size_t when = mutator.below(static_cast<int>(recorded().inputs.size()));
    const int field = mutator.below(4);
    for (std::size_t i = 0; i < recorded().inputs.size(); ++i) {
      CycleInput input = recorded().inputs[i];
      bool in_joints = false;
      if (i == when) {
        if (field == 0 && input.markers) input.markers->markers[0].p_WM.y() = mutator.not_finite();
        if (field == 1 && input.markers) input.markers->markers[4].covariance(0, 0) = mutator.not_finite();
        in_joints = field > 1 && input.joints.has_value();
        if (field == 2 && input.joints) input.joints->angles[1] = mutator.not_finite();
        if (field == 3 && input.joints) input.joints->rates[0] = mutator.not_finite();
      }
      const CycleOutput output = controller.step(input);
      expect_harmless(output, limit);
      ASSERT_TRUE(!output.estimate.valid || output.estimate.p_WE.allFinite());
      if (in_joints) {
        ASSERT_EQ(output.command.rates.norm(), 0.0);
      }
      if (field < 2) {
        ASSERT_EQ(output.state, recorded().outputs[i].state) << to_seconds(output.now);
        ASSERT_LT((output.estimate.p_WE - recorded().outputs[i].estimate.p_WE).norm(), 2e-3);
      }
    }
  }
}

}  // namespace
}  // namespace freefloat
