#include "vision/locate_robot.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "types/angle.h"

namespace freefloat {

namespace {

constexpr int kMostSteps = 20;
constexpr int kMostHalvings = 8;
constexpr double kSlopeStep = 1e-5;     // m and rad
constexpr double kSmallestStep = 1e-9;  // m and rad

double direction_of(const Vector2& v) {
  return std::atan2(v.y(), v.x());
}

constexpr int kMostRows = 2 * kMaxMarkers;
using MisfitVector = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, kMostRows, 1>;
using MisfitSlopes =
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, kMostRows, kMaxJoints + 3>;

/// @return Seen less expected, u and v of each LED that is seen; empty: the camera does not see one there.
MisfitVector misfits_at(const CameraModel& camera, const RobotChain& chain, const LedPicture& picture,
                        const PostureVector& posture) {
  std::array<Eigen::Vector3d, kMaxMarkers> places;
  place_leds(chain, posture.data(), places);
  MisfitVector misfits(2 * std::count(picture.seen.begin(), picture.seen.end(), true));
  Eigen::Index row = 0;
  for (std::size_t i = 0; i < chain.leds.size(); ++i) {
    if (!picture.seen[i]) continue;
    const auto uv = camera.project(places[i]);
    if (!uv) return {};
    misfits.segment<2>(row) = picture.uv[i] - *uv;
    row += 2;
  }
  return misfits;
}

/// One Gauss-Newton step, shortened until it helps. @return Whether it did.
bool improve(const CameraModel& camera, const RobotChain& chain, const LedPicture& picture,
             PostureVector& posture, MisfitVector& misfits) {
  MisfitSlopes slopes(misfits.size(), posture.size());
  for (Eigen::Index k = 0; k < posture.size(); ++k) {
    PostureVector beside = posture;
    beside[k] += kSlopeStep;
    const MisfitVector there = misfits_at(camera, chain, picture, beside);
    if (there.size() != misfits.size()) return false;
    slopes.col(k) = (there - misfits) / kSlopeStep;
  }
  const PostureVector step = -slopes.colPivHouseholderQr().solve(misfits);
  if (!step.allFinite() || step.lpNorm<Eigen::Infinity>() < kSmallestStep) return false;
  double share = 1.0;
  for (int halvings = 0; halvings < kMostHalvings; ++halvings, share *= 0.5) {
    const PostureVector there = posture + share * step;
    const MisfitVector left = misfits_at(camera, chain, picture, there);
    if (left.size() != misfits.size() || !(left.squaredNorm() < misfits.squaredNorm())) continue;
    posture = there;
    misfits = left;
    return true;
  }
  return false;
}

}  // namespace

std::optional<PostureVector> start_posture(const CameraModel& camera, const RobotChain& chain,
                                           const LedPicture& picture) {
  const auto place = [&](int led) -> std::optional<Vector2> {
    if (led < 0 || !picture.seen[led]) return std::nullopt;
    return camera.back_project(picture.uv[led], chain.leds[led].height);
  };
  const auto [first, second] = leds_of(chain, 0);
  const auto p_first = place(first);
  const auto p_second = place(second);
  if (!p_first || !p_second) return std::nullopt;
  double angle = wrap_angle(direction_of(*p_second - *p_first) -
                            direction_of(chain.leds[second].at - chain.leds[first].at));
  const Vector2 satellite = *p_first - rotate(angle, chain.leds[first].at);
  PostureVector posture(3 + chain.joint_count());
  posture.head<3>() << satellite.x(), satellite.y(), angle;
  Vector2 origin = satellite;
  for (int i = 0; i < chain.joint_count(); ++i) {
    origin += rotate(angle, chain.joints[i]);
    const int led = leds_of(chain, i + 1).first;
    const auto p = place(led);
    if (!p) return std::nullopt;
    const double turned = wrap_angle(direction_of(*p - origin) - direction_of(chain.leds[led].at));
    posture[3 + i] = wrap_angle(turned - angle);
    angle = turned;
  }
  return posture;
}

std::optional<LocatedRobot> locate_robot(const CameraModel& camera, const RobotChain& chain,
                                         const LedPicture& picture) {
  if (chain.leds.size() > static_cast<std::size_t>(kMaxMarkers) || chain.joint_count() > kMaxJoints)
    return std::nullopt;
  auto posture = start_posture(camera, chain, picture);
  if (!posture) return std::nullopt;
  MisfitVector misfits = misfits_at(camera, chain, picture, *posture);
  if (misfits.size() == 0) return std::nullopt;
  for (int i = 0; i < kMostSteps && improve(camera, chain, picture, *posture, misfits); ++i) {
  }
  LocatedRobot found{*posture, {}};
  found.misfits.fill(Vector2::Zero());
  Eigen::Index row = 0;
  for (std::size_t i = 0; i < picture.seen.size(); ++i) {
    if (!picture.seen[i]) continue;
    found.misfits[i] = misfits.segment<2>(row);
    row += 2;
  }
  return found;
}

}  // namespace freefloat
