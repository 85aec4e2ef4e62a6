#include "identification/jog_plan.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "model/momentum.h"
#include "model/posture.h"
#include "types/angle.h"

namespace freefloat {

namespace {

constexpr double kNeverSeen = 1.0;  // m: an LED that tells nothing

/// How a plan goes on in time: joints evenly, the satellite by the conservation of momentum.
class Motion {
 public:
  Motion(const RobotParameters& robot, const JogPlan& plan)
      : model_(robot), plan_(plan), attitude_(plan.attitude), joints_(plan.joints) {}

  const PlanarModel& model() const { return model_; }
  double attitude() const { return attitude_; }
  const JointVector& joints() const { return joints_; }

  /// Goes on by `dt`, s, across the borders of steps.
  void advance(double dt) {
    while (dt > 0.0 && step_ < plan_.steps.size()) {
      const JogStep& step = plan_.steps[step_];
      const double part = std::min(dt, step.duration - in_step_);
      turn(step.rates, part);
      in_step_ += part;
      dt -= part;
      if (in_step_ >= step.duration) {
        in_step_ = 0.0;
        ++step_;
      }
    }
  }

 private:
  /// Simpson's rule: the satellite's rate depends on the joints alone.
  void turn(const JointVector& rates, double dt) {
    const auto rate_after = [&](double time) {
      const Posture posture = compute_posture(0.0, joints_ + time * rates);
      return satellite_rate(compute_angular_inertia(model_, posture), rates, 0.0);
    };
    attitude_ += dt / 6.0 * (rate_after(0.0) + 4.0 * rate_after(0.5 * dt) + rate_after(dt));
    joints_ += dt * rates;
  }

  PlanarModel model_;
  const JogPlan& plan_;
  double attitude_;
  JointVector joints_;
  std::size_t step_ = 0;
  double in_step_ = 0.0;
};

double table_room(const MotionLimits& limits, const Vector2& p_W) {
  return (limits.half_table - p_W.cwiseAbs()).minCoeff();
}

/// Of joints, hand and LEDs.
void note_room(const BodyGeometry& geometry, const MotionLimits& limits, const BodyPoses& pose,
               PlannedMotion& motion) {
  std::vector<Vector2> origins{pose.origin};
  for (std::size_t body = 0; body < geometry.to_next.size(); ++body) {
    origins.push_back(origins.back() +
                      rotate(pose.angles[static_cast<Eigen::Index>(body)], geometry.to_next[body]));
    motion.clearance = std::min(motion.clearance, table_room(limits, origins.back()));
  }
  const auto place = [&](const BodyGeometry::Led& led) {
    return (origins[led.body] + rotate(pose.angles[led.body], led.place)).eval();
  };
  for (std::size_t a = 0; a < geometry.leds.size(); ++a) {
    for (std::size_t b = a + 1; b < geometry.leds.size(); ++b)
      motion.led_gap = std::min(motion.led_gap, (place(geometry.leds[a]) - place(geometry.leds[b])).norm());
  }
}

}  // namespace

double JogPlan::duration() const {
  double sum = 0.0;
  for (const JogStep& step : steps) sum += step.duration;
  return sum;
}

ExpectedPictures expect_pictures(const MotionSeries& series, const std::vector<MotionStretch>& stretches) {
  double time = 0.0;
  std::size_t periods = 0;
  std::vector<double> squares;
  std::vector<double> counts;
  for (const MotionStretch& stretch : stretches) {
    time += to_seconds(stretch.back().at - stretch.front().at);
    periods += stretch.size() - 1;
    for (const BodyPoses& pose : stretch) {
      const std::vector<LedSight>& leds = series.pictures[pose.picture].leds;
      squares.resize(leds.size());
      counts.resize(leds.size());
      for (std::size_t i = 0; i < leds.size(); ++i) {
        if (!leds[i].seen) continue;
        squares[i] += leds[i].sigma * leds[i].sigma;
        counts[i] += 1.0;
      }
    }
  }
  ExpectedPictures expected;
  expected.period = time / static_cast<double>(std::max<std::size_t>(1, periods));
  for (std::size_t i = 0; i < squares.size(); ++i)
    expected.led_sigmas.push_back(counts[i] > 0.0 ? std::sqrt(squares[i] / counts[i]) : kNeverSeen);
  return expected;
}

PlannedMotion predict_motion(const RobotParameters& file, const RobotParameters& robot,
                             const MotionLimits& limits, const JogPlan& plan,
                             const ExpectedPictures& pictures, double period) {
  const BodyGeometry geometry(file);
  const Vector2 origin_shift = file.satellite_to_joint - robot.satellite_to_joint;
  Motion motion(robot, plan);
  const auto from_mass_centre = [&] {
    return satellite_from_mass_centre(motion.model(), compute_posture(motion.attitude(), motion.joints()));
  };
  const Vector2 p_WG = plan.satellite + rotate(plan.attitude, origin_shift) - from_mass_centre();
  PlannedMotion planned;
  planned.clearance = std::numeric_limits<double>::infinity();
  planned.led_gap = std::numeric_limits<double>::infinity();
  const int bodies = geometry.body_count;
  const int count = static_cast<int>(plan.duration() / period) + 1;
  for (int i = 0; i < count; ++i) {
    if (i > 0) motion.advance(period);
    BodyPoses pose;
    pose.at = Time{} + from_seconds(i * period);
    pose.picture = static_cast<std::size_t>(i);
    pose.moving = true;
    const Vector2 p_WB = p_WG + from_mass_centre();
    pose.origin = p_WB - rotate(motion.attitude(), origin_shift);
    pose.angles = Eigen::VectorXd::Constant(bodies, motion.attitude());
    for (int j = 1; j < bodies; ++j) pose.angles.tail(bodies - j).array() += motion.joints()[j - 1];
    pose.covariance =
        std::min(1.0, pictures.period / period) * pose_covariance(geometry, pose.angles, pictures.led_sigmas);
    planned.clearance = std::min(planned.clearance, limits.edge_clearance(p_WB));
    note_room(geometry, limits, pose, planned);
    planned.stretch.push_back(std::move(pose));
  }
  return planned;
}

}  // namespace freefloat
