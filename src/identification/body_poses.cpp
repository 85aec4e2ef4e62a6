#include "identification/body_poses.h"

#include <algorithm>
#include <cmath>

#include "algebra/dense_solvers.h"
#include "types/angle.h"

namespace freefloat {

namespace {

constexpr int kPoseSteps = 6;
constexpr double kLeastInformation = 1e-9;  // least over greatest eigenvalue, lengths in m

/// How the place of an LED changes with origin and angles, 2 x (n + 3).
/// @param angles Absolute, of all bodies.
Eigen::Matrix<double, 2, Eigen::Dynamic> led_slopes(const BodyGeometry& geometry,
                                                    const BodyGeometry::Led& led,
                                                    const Eigen::VectorXd& angles) {
  Eigen::Matrix<double, 2, Eigen::Dynamic> j = Eigen::MatrixXd::Zero(2, angles.size() + 2);
  j.leftCols<2>().setIdentity();
  for (int b = 0; b < led.body; ++b) j.col(2 + b) = perpendicular(rotate(angles[b], geometry.to_next[b]));
  j.col(2 + led.body) = perpendicular(rotate(angles[led.body], led.place));
  return j;
}

/// Unknown: origin x, y and the angles of all bodies.
struct Fit {
  const BodyGeometry& geometry;
  const PictureSample& picture;
  Eigen::VectorXd x;

  Vector2 origin_of(int body) const {
    Vector2 origin = x.head<2>();
    for (int j = 0; j < body; ++j) origin += rotate(x[2 + j], geometry.to_next[j]);
    return origin;
  }

  /// Directions by what each link shows, from the satellite outwards. @return false: not enough is seen.
  bool begin();
  bool improve(Eigen::MatrixXd& information);
  double worst_distance() const;
};

/// Pose of a body that shows two LEDs or more, by the two that are the farthest apart.
bool place_satellite(Fit& fit) {
  double farthest = 0.02;  // m, nearer ones tell no direction
  bool found = false;
  const auto& leds = fit.geometry.leds;
  for (std::size_t a = 0; a < leds.size(); ++a) {
    for (std::size_t b = a + 1; b < leds.size(); ++b) {
      if (leds[a].body != 0 || leds[b].body != 0) continue;
      if (!fit.picture.leds[a].seen || !fit.picture.leds[b].seen) continue;
      const Vector2 known = leds[b].place - leds[a].place;
      if (known.norm() < farthest) continue;
      farthest = known.norm();
      const Vector2 seen = fit.picture.leds[b].p_WM - fit.picture.leds[a].p_WM;
      fit.x[2] = std::atan2(seen.y(), seen.x()) - std::atan2(known.y(), known.x());
      fit.x.head<2>() = fit.picture.leds[a].p_WM - rotate(fit.x[2], leds[a].place);
      found = true;
    }
  }
  return found;
}

bool Fit::begin() {
  x = Eigen::VectorXd::Zero(geometry.body_count + 2);
  if (!place_satellite(*this)) return false;
  for (int body = 1; body < geometry.body_count; ++body) {
    const Vector2 joint = origin_of(body);
    double farthest = 0.02;
    bool found = false;
    for (std::size_t i = 0; i < geometry.leds.size(); ++i) {
      const BodyGeometry::Led& led = geometry.leds[i];
      if (led.body != body || !picture.leds[i].seen || led.place.norm() < farthest) continue;
      farthest = led.place.norm();
      const Vector2 seen = picture.leds[i].p_WM - joint;
      x[2 + body] = std::atan2(seen.y(), seen.x()) - std::atan2(led.place.y(), led.place.x());
      found = true;
    }
    if (!found) return false;
  }
  return true;
}

/// One Gauss-Newton step. @return false: the LEDs do not tell everything.
bool Fit::improve(Eigen::MatrixXd& information) {
  const Eigen::Index size = x.size();
  information = Eigen::MatrixXd::Zero(size, size);
  Eigen::VectorXd gradient = Eigen::VectorXd::Zero(size);
  for (std::size_t i = 0; i < geometry.leds.size(); ++i) {
    if (!picture.leds[i].seen) continue;
    const BodyGeometry::Led& led = geometry.leds[i];
    const auto j = led_slopes(geometry, led, x.tail(size - 2));
    const Vector2 arm = rotate(x[2 + led.body], led.place);
    const Vector2 residual = picture.leds[i].p_WM - (origin_of(led.body) + arm);
    const double weight = 1.0 / (picture.leds[i].sigma * picture.leds[i].sigma);
    information += weight * j.transpose() * j;
    gradient += weight * j.transpose() * residual;
  }
  const auto step = dense::solve_definite(information, gradient, kLeastInformation);
  if (!step) return false;
  x += *step;
  return x.allFinite();
}

double Fit::worst_distance() const {
  double worst = 0.0;
  for (std::size_t i = 0; i < geometry.leds.size(); ++i) {
    if (!picture.leds[i].seen) continue;
    const BodyGeometry::Led& led = geometry.leds[i];
    const Vector2 there = origin_of(led.body) + rotate(x[2 + led.body], led.place);
    worst = std::max(worst, (picture.leds[i].p_WM - there).norm());
  }
  return worst;
}

double near_turn(double angle, double near) {
  return near + wrap_angle(angle - near);
}

/// @return What the potentiometers read about then.
const JointVector& angles_near(const MotionSeries& series, Time at) {
  const auto after = std::lower_bound(series.readings.begin(), series.readings.end(), at,
                                      [](const ReadingSample& r, Time time) { return r.sampled < time; });
  return after == series.readings.end() ? series.readings.back().angles : after->angles;
}

/// Takes the turn in which each angle goes on; in the first picture that of the potentiometers.
void take_turns(const MotionSeries& series, const std::vector<BodyPoses>& before, BodyPoses& poses) {
  for (Eigen::Index body = 0; body < poses.angles.size(); ++body) {
    if (!before.empty()) {
      poses.angles[body] = near_turn(poses.angles[body], before.back().angles[body]);
    } else if (body > 0) {
      const double joint = angles_near(series, poses.at)[body - 1];
      poses.angles[body] = near_turn(poses.angles[body], poses.angles[body - 1] + joint);
    }
  }
}

}  // namespace

BodyGeometry::BodyGeometry(const RobotParameters& robot) : body_count(robot.joint_count() + 1) {
  to_next.push_back(robot.satellite_to_joint);
  for (const LinkParameters& link : robot.links) to_next.push_back(link.to_mass_centre + link.to_end);
  for (const MarkerParameters& marker : robot.markers) {
    Vector2 place = marker.position;
    if (marker.body > 0) place += robot.links[marker.body - 1].to_mass_centre;
    leds.push_back({marker.body, place});
  }
}

Eigen::MatrixXd pose_covariance(const BodyGeometry& geometry, const Eigen::VectorXd& angles,
                                const std::vector<double>& led_sigmas) {
  Eigen::MatrixXd information = Eigen::MatrixXd::Zero(angles.size() + 2, angles.size() + 2);
  for (std::size_t i = 0; i < geometry.leds.size(); ++i) {
    const auto j = led_slopes(geometry, geometry.leds[i], angles);
    information += j.transpose() * j / (led_sigmas[i] * led_sigmas[i]);
  }
  return dense::inverse(information);
}

std::vector<BodyPoses> fit_body_poses(const BodyGeometry& geometry, const MotionSeries& series, double gate) {
  std::vector<BodyPoses> all;
  for (std::size_t i = 0; i < series.pictures.size(); ++i) {
    const PictureSample& picture = series.pictures[i];
    Fit fit{geometry, picture, {}};
    if (picture.leds.size() != geometry.leds.size() || !fit.begin()) continue;
    Eigen::MatrixXd information;
    bool sound = true;
    for (int k = 0; k < kPoseSteps && sound; ++k) sound = fit.improve(information);
    if (!sound || fit.worst_distance() > gate) continue;
    BodyPoses poses;
    poses.at = picture.captured;
    poses.picture = i;
    poses.moving = picture.moving;
    poses.origin = fit.x.head<2>();
    poses.angles = fit.x.tail(geometry.body_count);
    poses.covariance = dense::inverse(information);
    take_turns(series, all, poses);
    all.push_back(std::move(poses));
  }
  return all;
}

}  // namespace freefloat
