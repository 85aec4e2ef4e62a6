#include "injection/observed_run.h"

#include <algorithm>
#include <cmath>

#include "runtime/run_session.h"
#include "types/angle.h"

namespace freefloat {

namespace {

constexpr double kMoves = 0.02;                // rad/s, of all joints together
constexpr double kJogRate = deg_to_rad(20.0);  // rad/s

bool is_counted(Counts counts, const RobotState& robot) {
  switch (counts) {
    case Counts::kAlways:
      return true;
    case Counts::kSatelliteMoves:
      return robot.v_WB.norm() > kSatelliteMoves;
    case Counts::kJointMoves:
      return std::abs(robot.joint_rates[0]) > kJointMoves;
    case Counts::kArmMoves:
      return robot.joint_rates.cwiseAbs().maxCoeff() > kArmMoves;
  }
  return true;
}

/// Listens to a run.
class Observer {
 public:
  Observer(const FaultWatch& watch, Observed& observed) : watch_(watch), observed_(observed) {}

  void add(const CycleRecord& record) {
    const CycleOutput& output = record.output;
    observed_.energised = observed_.energised || output.command.enable;
    if (output.state == SupervisorState::kActive && output.command.rates.norm() > kMoves) {
      if (!observed_.first_motion) observed_.first_motion = output.now;
      observed_.last_motion = output.now;
    }
    if (output.now < watch_.injected) return;
    note_turn(output.state, record.truth->robot);
    observed_.activated = observed_.activated || output.state == SupervisorState::kActive;
    if (!observed_.named && (output.faults & watch_.answers) != 0) observed_.named = output.now;
    if (observed_.reaction) return;
    if (newest_ && is_counted(watch_.counts, record.truth->robot)) observed_.counted += output.now - *newest_;
    newest_ = output.now;
    const bool left = output.state == SupervisorState::kHold || output.state == SupervisorState::kFault;
    if (!left || output.latched_faults == 0) return;
    observed_.reaction = output.now;
    observed_.faults = output.latched_faults;
  }

 private:
  void note_turn(SupervisorState state, const RobotState& robot) {
    if (from_.size() == 0) from_ = robot.joints;
    rested_ = rested_ && state != SupervisorState::kActive;
    if (rested_) observed_.turned = std::max(observed_.turned, (robot.joints - from_).cwiseAbs().maxCoeff());
  }

  const FaultWatch& watch_;
  Observed& observed_;
  std::optional<Time> newest_{};  // cycle after the fault
  JointVector from_{};            // shafts when it came
  bool rested_ = true;            // since then
};

Phase make_jog(Eigen::Index joints, Eigen::Index joint, double rate) {
  Phase jog{.kind = PhaseKind::kJog, .name = "jog", .duration = std::chrono::seconds(1)};
  jog.jog_rates = JointVector::Zero(joints);
  jog.jog_rates[joint] = rate;
  return jog;
}

}  // namespace

std::vector<Phase> make_phases(RobotIs robot, Eigen::Index joints) {
  using std::chrono::seconds;
  const Phase check{.kind = PhaseKind::kCheck, .name = "check", .timeout = seconds(2)};
  const Phase arm{.kind = PhaseKind::kArm, .name = "arm", .timeout = seconds(2)};
  const Phase rest{.kind = PhaseKind::kWait, .name = "rest", .duration = kRestFor};
  std::vector<Phase> phases{{.kind = PhaseKind::kSettle, .name = "settle", .duration = seconds(1)}};
  if (robot == RobotIs::kDisarmed) phases.push_back(rest);
  phases.push_back(check);
  phases.push_back(arm);
  if (robot == RobotIs::kArmed) phases.push_back(rest);
  if (robot == RobotIs::kJogged) {
    for (Eigen::Index joint = 0; joint < joints; ++joint) {
      for (const double rate : {kJogRate, -kJogRate}) phases.push_back(make_jog(joints, joint, rate));
    }
  } else {
    phases.push_back(make_jog(joints, 0, deg_to_rad(5.0)));
  }
  phases.push_back({.kind = PhaseKind::kDisarm, .name = "disarm", .timeout = seconds(2)});
  return phases;
}

Observed observe_run(const RunConfig& config, const FaultWatch& watch) {
  Observed observed;
  Observer observer(watch, observed);
  RunSession session(config);
  session.add({.on_cycle = [&](const CycleRecord& record) { observer.add(record); }});
  session.run();
  for (const PhaseResult& phase : session.finish().phases) {
    if (phase.kind == PhaseKind::kWait && !observed.rest) observed.rest = phase.begin;
    if (phase.verdict != Verdict::kFailed || !observed.reason.empty()) continue;
    observed.reason = phase.name + ": " + phase.reason;
    observed.led_off = phase.kind == PhaseKind::kArm && phase.reason.starts_with("LED ");
  }
  observed.passed = session.phases().passed();
  return observed;
}

}  // namespace freefloat
