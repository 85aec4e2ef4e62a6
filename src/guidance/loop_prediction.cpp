#include "guidance/loop_prediction.h"

#include <algorithm>
#include <cmath>

#include "model/momentum.h"
#include "model/posture.h"

namespace freefloat {

namespace {

constexpr double kStep = 0.3;  // rad: Simpson's rule then errs by less than 1e-5 rad a loop

int steps_of(double side) {
  return std::max(1, static_cast<int>(std::ceil(std::abs(side) / kStep)));
}

AngularInertia inertia_at(const PlanarModel& model, const JointVector& joints) {
  return compute_angular_inertia(model, compute_posture(0.0, joints));
}

}  // namespace

void advance_prediction(const LoopSetup& setup, const LoopStart& start, LoopPrediction& prediction) {
  if (prediction.done()) return;
  const JointLoop& loop = prediction.loop;
  const double side = loop.side(prediction.side);
  const double length = std::abs(side);
  const int steps = steps_of(side);
  const double from = length * prediction.step / steps;
  const double to = length * (prediction.step + 1) / steps;
  const double sense = std::copysign(1.0, side) * (prediction.side < 2 ? 1.0 : -1.0);

  const int joint = loop.joint(prediction.side);
  double by_joint = 0.0;     // mean of -I_m / I_s
  double by_momentum = 0.0;  // mean of 1 / I_s
  JointVector joints;
  for (int i = 0; i < 3; ++i) {
    joints = loop_joints(loop, start.home, prediction.side, from + 0.5 * i * (to - from));
    const AngularInertia inertia = inertia_at(setup.model, joints);
    const double weight = (i == 1 ? 4.0 : 1.0) / 6.0;
    by_joint -= weight * inertia.joints[joint] / inertia.satellite;
    by_momentum += weight / inertia.satellite;
  }
  const double time = time_along_side(setup.pace, length, to) - time_along_side(setup.pace, length, from);
  prediction.turn_by_joints += sense * (to - from) * by_joint;
  prediction.turn_by_momentum += start.angular_momentum * by_momentum * time;
  prediction.time += time;
  const Posture posture = compute_posture(start.theta_WB + prediction.turn(), joints);
  const Vector2 p_WB = start.drift.p_WG + start.drift.shift(prediction.time) +
                       satellite_from_mass_centre(setup.model, posture);
  prediction.clearance = std::min(prediction.clearance, setup.limits.edge_clearance(p_WB));

  if (++prediction.step < steps) return;
  prediction.step = 0;
  if (++prediction.side < 4) return;
  prediction.turn_by_momentum +=
      setup.rest_after * start.angular_momentum / inertia_at(setup.model, start.home).satellite;
  prediction.time += setup.rest_after;
}

int prediction_steps(const JointLoop& loop) {
  return 2 * (steps_of(loop.first_side) + steps_of(loop.second_side));
}

}  // namespace freefloat
