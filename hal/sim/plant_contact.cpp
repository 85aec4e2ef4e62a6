// Impacts of the plant's bodies.
#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "hal/sim/contact_impulse.h"
#include "hal/sim/plant.h"
#include "model/momentum.h"
#include "types/angle.h"

namespace freefloat {

namespace {

constexpr double kSlop = 2e-5;  // m that bodies may be in each other before it counts
constexpr double kMostTravel =
    0.004;                           // m that anything may move between two looks: the thinnest part's radius
constexpr double kTinySpeed = 1e-9;  // m/s that is left of an approach
constexpr int kMostImpacts = 60;     // at one instant; the last third gives nothing back
constexpr int kMostInstants = 25;    // in one step
constexpr double kOutOfEachOther = 0.05;  // share of half their depth beyond half of that, left in a step

}  // namespace

/// All that an attempt to go on changes.
struct Plant::Snapshot {
  ChainState state;
  ChainMotion motion;
  std::vector<TargetMotion> targets;
  std::size_t near;
};

Plant::Snapshot Plant::remember() const {
  return {state_, motion_, targets_, near_};
}

void Plant::go_back(const Snapshot& snapshot) {
  state_ = snapshot.state;
  motion_ = snapshot.motion;
  targets_ = snapshot.targets;
  near_ = snapshot.near;
  refresh_joints();
}

/// Everything is looked at so often that nothing passes through anything.
void Plant::step_with_contacts(const PlantInput& input) {
  meet();
  const double step = to_seconds(config_.step);
  double left = step;
  for (int instant = 0; left > 0.0 && instant < kMostInstants; ++instant) {
    const double piece = std::min(left, kMostTravel / std::max(fastest(), 1e-6));
    const double passed = advance_to_impact(input, piece);
    left = passed >= left ? 0.0 : left - passed;
    meet();
  }
  if (left <= 0.0) return;
  advance(input, left);
  meet();
}

/// @return More than the relative speed of any two points, m/s.
double Plant::fastest() const {
  double speed = state_.centre_rate.norm();
  const double size = robot_.satellite_size.norm();
  for (Eigen::Index k = 0; k < motion_.rates.size(); ++k)
    speed += std::abs(motion_.rates[k]) * (unloaded_.hand_vectors().col(k).norm() + size);
  double fastest = 0.0;
  double second = 0.0;  // two targets may come towards each other
  for (std::size_t i = 0; i < targets_.size(); ++i) {
    const BodyState& target = targets_[i].state;
    const double own = target.v.norm() + std::abs(target.w) * parameters_[i].shape.radius;
    second = std::max(second, std::min(own, fastest));
    fastest = std::max(fastest, own);
  }
  return std::max(speed, second) + fastest;
}

void Plant::look_for_contacts(double within) {
  OutlinePoses poses;
  for (Eigen::Index body = 0; body <= robot_.joint_count(); ++body) {
    poses.p[body] = point(static_cast<int>(body), Vector2::Zero());
    poses.theta[body] = state_.angles[body];
  }
  for (std::size_t i = 0; i < targets_.size(); ++i) {
    poses.p_WT[i] = targets_[i].state.p;
    poses.theta_WT[i] = targets_[i].state.theta;
  }
  contacts_->place(poses);
  contacts_->look(holding_ ? std::optional(near_) : std::nullopt, within, touches_);
}

/// Goes on until something has just entered something else, to nanoseconds.
/// @return The time that passed, s.
double Plant::advance_to_impact(const PlantInput& input, double dt) {
  constexpr double kPrecision = 1e-9;  // s
  look_for_contacts(0.0);
  std::fill(depths_before_.begin(), depths_before_.end(), 0.0);
  for (const Touch& touch : touches_) depths_before_[touch.candidate] = touch.separation.distance;
  const auto enters = [&] {
    look_for_contacts(-kSlop);
    return std::any_of(touches_.begin(), touches_.end(), [&](const Touch& touch) {
      return touch.separation.distance < depths_before_[touch.candidate] - kSlop;
    });
  };
  const Snapshot before = remember();
  advance(input, dt);
  if (!enters()) return dt;
  double early = 0.0;
  double late = dt;
  while (late - early > kPrecision) {
    const double middle = 0.5 * (early + late);
    go_back(before);
    advance(input, middle);
    (enters() ? late : early) = middle;
  }
  go_back(before);
  advance(input, late);
  return late;
}

/// One impact after the other, the fastest first, until nothing approaches what it touches.
void Plant::meet() {
  look_for_contacts(0.0);
  if (touches_.empty()) return;
  for (int i = 0; i < kMostImpacts; ++i) {
    const Touch* fastest = nullptr;
    double closing = kTinySpeed;
    for (const Touch& touch : touches_) {
      if (!can_yield(touch)) continue;
      const double speed = -touch.separation.normal.dot(relative_velocity(touch));
      if (speed <= closing) continue;
      closing = speed;
      fastest = &touch;
    }
    if (fastest == nullptr) return;
    collide(*fastest, closing, i > 2 * kMostImpacts / 3);
  }
}

/// Ideal joints give way to nothing within the robot.
bool Plant::can_yield(const Touch& touch) const {
  return config_.servo != ServoModel::kKinematic || !is_robot(touch.first) || !is_robot(touch.second);
}

bool Plant::is_robot(std::size_t part) const {
  const ContactOwner owner = contacts_->owner(part);
  return owner == ContactOwner::kRobot ||
         (owner == ContactOwner::kTarget && holding_ && contacts_->target_of(part) == near_);
}

/// How the place of a contact moves with the robot's bodies.
PointMotion Plant::contact_point(std::size_t part, const Vector2& p_WX) const {
  const int body =
      contacts_->owner(part) == ContactOwner::kTarget ? robot_.joint_count() : contacts_->part(part).body;
  const PointMotion centre = compute_point(model(), motion_.posture, body, Vector2::Zero());
  return compute_point(model(), motion_.posture, body,
                       rotate(-state_.angles[body], p_WX - state_.centre - centre.p_GX));
}

Vector2 Plant::velocity_of(std::size_t part, const Vector2& p_WX) const {
  if (part == Touch::kEdge) return Vector2::Zero();
  if (is_robot(part)) return state_.centre_rate + contact_point(part, p_WX).by_body * motion_.rates;
  const std::size_t i = contacts_->target_of(part);
  if (parameters_[i].mount != TargetMount::kFloating) return Vector2::Zero();
  const BodyState& target = targets_[i].state;
  return target.v + target.w * perpendicular(p_WX - target.p);
}

Vector2 Plant::relative_velocity(const Touch& touch) const {
  const Vector2& p_WX = touch.separation.point;
  return velocity_of(touch.second, p_WX) - velocity_of(touch.first, p_WX);
}

/// @return Change of the relative velocity by an impulse on the second that the first gives, in W, 1/kg.
Eigen::Matrix2d Plant::mobility(const Touch& touch) const {
  const Vector2& p_WX = touch.separation.point;
  Eigen::Matrix2d sum = Eigen::Matrix2d::Zero();
  BodyPoints way = BodyPoints::Zero(2, motion_.rates.size());
  bool of_chain = false;
  for (const std::size_t part : {touch.first, touch.second}) {
    if (part == Touch::kEdge) continue;
    const double sign = part == touch.first ? -1.0 : 1.0;
    if (is_robot(part)) {
      way += sign * contact_point(part, p_WX).by_body;
      of_chain = true;
    } else if (const std::size_t i = contacts_->target_of(part);
               parameters_[i].mount == TargetMount::kFloating) {
      const Vector2 arm = perpendicular(p_WX - target_body(i).p);
      sum +=
          Eigen::Matrix2d::Identity() / parameters_[i].mass + arm * arm.transpose() / parameters_[i].inertia;
    }
  }
  if (!of_chain) return sum;
  const BodyMatrix inertia = chain().inertia(motion_.posture);
  if (config_.servo == ServoModel::kKinematic) {
    const Vector2 turn = way.rowwise().sum();
    sum += turn * turn.transpose() / inertia.sum();
  } else {
    sum += way * inertia.ldlt().solve(way.transpose());
  }
  const bool within_robot = touch.second != Touch::kEdge && is_robot(touch.first) && is_robot(touch.second);
  if (!within_robot) sum += Eigen::Matrix2d::Identity() / model().total_mass();
  return sum;
}

void Plant::push(std::size_t part, const Vector2& p_WX, const Vector2& impulse) {
  if (part == Touch::kEdge) return;
  if (!is_robot(part)) {
    const std::size_t i = contacts_->target_of(part);
    if (parameters_[i].mount != TargetMount::kFloating) return;
    BodyState target = target_body(i);
    target.v += impulse / parameters_[i].mass;
    target.w += cross(p_WX - target.p, impulse) / parameters_[i].inertia;
    place_target(i, target);
    return;
  }
  const BodyMatrix inertia = chain().inertia(motion_.posture);
  const BodyVector gained = contact_point(part, p_WX).by_body.transpose() * impulse;
  state_.centre_rate += impulse / model().total_mass();
  if (config_.servo == ServoModel::kKinematic) {
    motion_.rates.array() += gained.sum() / inertia.sum();
    state_.momenta = inertia * motion_.rates;
  } else {
    state_.momenta += gained;
    motion_.rates = inertia.ldlt().solve(state_.momenta);
  }
}

void Plant::collide(const Touch& touch, double closing, bool dead) {
  const Separation& at = touch.separation;
  ContactLaw law{config_.contact.restitution, config_.contact.friction};
  const bool rests = closing < config_.contact.rest_speed;
  if (rests) {
    // What is pressed together would sink in by each step's own motion: it gives back as much as brings it
    // out again, and never more than came.
    const double way_out =
        kOutOfEachOther * std::max(0.0, -at.distance - 0.5 * kSlop) / to_seconds(config_.step);
    law.restitution = std::min(1.0, way_out / closing);
  }
  if (dead) law.restitution = 0.0;
  impact(touch, law, rests ? 0.0 : closing);
}

void Plant::impact(const Touch& touch, const ContactLaw& law, double closing) {
  const Separation& at = touch.separation;
  Eigen::Matrix2d axes;
  axes << at.normal, perpendicular(at.normal);
  const Vector2 impulse = axes * resolve_impact(axes.transpose() * mobility(touch) * axes,
                                                axes.transpose() * relative_velocity(touch), law);
  push(touch.first, at.point, -impulse);
  push(touch.second, at.point, impulse);
  refresh_joints();
  if (holding_) carry_target();
  constexpr std::size_t kMostEvents = 1000;  // if nobody takes them
  if (closing <= 0.0 || events_.size() >= kMostEvents) return;
  events_.push_back({.at = {},
                     .first = contacts_->name(touch.first),
                     .second = contacts_->name(touch.second),
                     .point = at.point,
                     .normal = at.normal,
                     .closing_speed = closing,
                     .impulse = impulse});
}

void Plant::knock_target() {
  if (!contacts_ || holding_) return;
  const Vector2 away = hand_to_target_velocity();
  const std::size_t jaw = contacts_->last_of_robot();
  const std::optional<std::size_t> struck = contacts_->first_of_target(near_);
  if (!(away.norm() > 0.0) || !struck) return;
  const Touch touch{0, jaw, *struck, {0.0, -away.normalized(), near().state.p}};
  impact(touch, {config_.contact.restitution, config_.contact.friction}, away.norm());
}

std::vector<ContactEvent> Plant::take_contacts() {
  return std::exchange(events_, {});
}

}  // namespace freefloat
