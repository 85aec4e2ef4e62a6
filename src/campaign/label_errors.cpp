#include "campaign/label_errors.h"

#include "model/posture.h"

namespace freefloat {
namespace {

constexpr double kWrong = 0.01;  // m

// A short while before, at the rates of now.
RobotState state_before(const RobotState& robot, double ago) {
  RobotState before = robot;
  before.p_WB -= ago * robot.v_WB;
  before.theta_WB -= ago * robot.w_WB;
  before.joints -= ago * robot.joint_rates;
  return before;
}

}  // namespace

Vector2 LabelErrors::true_place(std::size_t marker, const RobotState& robot) const {
  const Posture posture = compute_posture(robot.theta_WB, robot.joints);
  const Vector2 led = compute_point(model_, posture, markers_[marker].body, markers_[marker].position).p_GX;
  return robot.p_WB + led - satellite_from_mass_centre(model_, posture);
}

void LabelErrors::add(const CycleRecord& record) {
  if (!record.truth || !record.input.markers) return;
  const MarkerFrame& frame = *record.input.markers;
  const double ago = to_seconds(record.input.now - frame.capture_time);
  const RobotState robot = state_before(record.truth->robot, ago);
  const std::size_t target = markers_.size();
  for (std::size_t m = 0; m <= target && m < static_cast<std::size_t>(frame.marker_count); ++m) {
    if (!frame.markers[m].seen) continue;
    const Vector2 place =
        m < target ? true_place(m, robot) : Vector2(record.truth->target.p - ago * record.truth->target.v);
    if (!((frame.markers[m].p_WM - place).norm() <= kWrong)) ++wrong_;
  }
}

}  // namespace freefloat
