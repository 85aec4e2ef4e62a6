#include "spatial/simulation/tree_system.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <limits>

#include "spatial/tree/mass_matrix.h"

namespace freefloat {

namespace {

using Map3 = Eigen::Map<Vector3>;
using ConstMap3 = Eigen::Map<const Vector3>;
using MapX = Eigen::Map<Eigen::VectorXd>;
using ConstMapX = Eigen::Map<const Eigen::VectorXd>;

}  // namespace

MotionLaw law_of(const TreeSimulationConfig& config) {
  const bool free_of_forces = config.tree.base_kind == BaseKind::kFixed ||
                              (config.tree.gravity.isZero(0.0) && config.base_wrench.isZero(0.0));
  const bool all_given = config.path || std::all_of(config.drives.begin(), config.drives.end(), gives_motion);
  return all_given && free_of_forces ? MotionLaw::kMomentum : MotionLaw::kDynamics;
}

TreeSystem::TreeSystem(const TreeModel& model, const TreeSimulationConfig& config)
    : model_(model),
      config_(config),
      law_(law_of(config)),
      joints_(model.joint_count()),
      chart_(config.start.R_WB),
      posture_(model),
      motion_(model),
      inertia_(model),
      forces_(model),
      bodies_(model),
      resolver_(model),
      jacobian_(model),
      now_(model),
      applied_(Eigen::VectorXd::Zero(model.velocity_count())),
      accelerations_(Eigen::VectorXd::Zero(model.velocity_count())) {
  for (const JointDrive& drive : config.drives) given_.push_back(config.path || gives_motion(drive));
  now_.joint_forces = Eigen::VectorXd::Zero(joints_);
  now_.joint_accelerations = Eigen::VectorXd::Zero(joints_);
}

void TreeSystem::start(double* x) {
  std::fill(x, x + size(), 0.0);
  Map3{x} = config_.start.p_WB;
  MapX(x + 6, joints_) = config_.start.joints;
  MapX(x + 12 + joints_, joints_) = config_.start.joint_rates;
  place(x, 0.0);
  if (config_.path) {
    path_start_ = end_point_pose(model_, posture_, config_.path->end_point);
    now_.state.joint_rates.setZero();
  }
  start_velocities();
  Map3(x + 6 + joints_) = now_.state.v_WB;
  Map3(x + 9 + joints_) = now_.state.w_WB;
}

void TreeSystem::start_velocities() {
  const StartState& from = config_.start;
  if (from.v_WB || from.w_WB) {
    now_.state.v_WB = from.v_WB.value_or(Vector3::Zero());
    now_.state.w_WB = from.w_WB.value_or(Vector3::Zero());
    constrain_base(model_, now_.state);
  } else {
    const Vector6 twist = base_twist_for_momentum(model_, inertia_, now_.state.joint_rates, Vector6::Zero());
    now_.state.v_WB = twist.head<3>();
    now_.state.w_WB = twist.tail<3>();
  }
  compute_motion(model_, posture_, now_.state, motion_);
  const TreeTotals totals = compute_totals(model_, posture_, motion_);
  const bool bearing = model_.base_kind() == BaseKind::kSpherical;
  momentum_ = join(bearing ? Vector3(Vector3::Zero()) : totals.linear_momentum,
                   bearing ? totals.angular_momentum_base : totals.angular_momentum);
}

/// Positions, and the velocities as far as they are given.
void TreeSystem::place(const double* x, double time) {
  TreeState& state = now_.state;
  state.p_WB = ConstMap3(x);
  state.R_WB = chart_.rotation(ConstMap3(x + 3));
  state.joints = ConstMapX(x + 6, joints_);
  state.v_WB = ConstMap3(x + 6 + joints_);
  state.w_WB = ConstMap3(x + 9 + joints_);
  state.joint_rates = ConstMapX(x + 12 + joints_, joints_);
  for (int i = 0; i < joints_ && !config_.path; ++i) {
    if (!given_[i]) continue;
    const MotionPoint point = motion_at(config_.drives[i], config_.start.joints[i], time);
    state.joints[i] = point.value;
    state.joint_rates[i] = point.rate;
    now_.joint_accelerations[i] = point.acceleration;
  }
  compute_posture(model_, state, posture_);
  compute_inertia(model_, posture_, inertia_);
}

const TreeInstant& TreeSystem::evaluate(const double* x, double time, const Eigen::VectorXd* joint_forces) {
  trouble_.clear();
  place(x, time);
  if (law_ == MotionLaw::kMomentum) {
    move_by_momentum(time);
  } else {
    move_by_forces(time, joint_forces);
  }
  return now_;
}

void TreeSystem::move_by_momentum(double time) {
  TreeState& state = now_.state;
  PathPoint point;
  if (config_.path) {
    point = freefloat::evaluate(*config_.path, path_start_, time);
    if (!resolver_.find_rates(posture_, inertia_, *config_.path, point, momentum_, state.joint_rates)) {
      state.joint_rates.setConstant(std::numeric_limits<double>::quiet_NaN());
    }
    constexpr double kNearlySingular = 1e-2;
    if (!(resolver_.rank_margin() > kNearlySingular)) {
      trouble_ = "the path leads the end point to where its generalized Jacobian is singular";
    }
  }
  const Vector6 twist = base_twist_for_momentum(model_, inertia_, state.joint_rates, momentum_);
  state.v_WB = twist.head<3>();
  state.w_WB = twist.tail<3>();
  compute_motion(model_, posture_, state, motion_);
  if (config_.path) {
    resolver_.find_accelerations(posture_, motion_, inertia_, *config_.path, point, forces_,
                                 now_.joint_accelerations);
  }
  compute_floating_inverse_dynamics(model_, posture_, motion_, inertia_, now_.joint_accelerations,
                                    Vector6::Zero(), forces_, now_.joint_forces, now_.base_acceleration);
}

void TreeSystem::move_by_forces(double time, const Eigen::VectorXd* joint_forces) {
  const int base = model_.base_freedoms();
  compute_motion(model_, posture_, now_.state, motion_);
  for (int i = 0; i < base; ++i) applied_[i] = config_.base_wrench[model_.base_component(i)];
  for (int i = 0; i < joints_; ++i) {
    if (joint_forces != nullptr) {
      applied_[base + i] = (*joint_forces)[i];
    } else if (!given_[i]) {
      applied_[base + i] = torque_at(config_.drives[i], time, piece_);
    }
  }
  if (std::none_of(given_.begin(), given_.end(), [](bool given) { return given; })) {
    compute_forward_dynamics(model_, posture_, motion_, applied_, bodies_, accelerations_);
  } else {
    accelerate_around_given_joints();
  }
  now_.joint_accelerations = accelerations_.tail(joints_);
  now_.joint_forces = applied_.tail(joints_);
  Vector6 spread = Vector6::Zero();
  for (int i = 0; i < base; ++i) spread[model_.base_component(i)] = accelerations_[i];
  now_.base_acceleration = spread;
}

/// H u' + c = Q with part of u' given: the other part follows from its rows, the missing forces from theirs.
void TreeSystem::accelerate_around_given_joints() {
  const int base = model_.base_freedoms(), count = model_.velocity_count();
  std::vector<int> sought;
  accelerations_.setZero();
  for (int i = 0; i < count; ++i) {
    if (i < base || !given_[i - base]) {
      sought.push_back(i);
    } else {
      accelerations_[i] = now_.joint_accelerations[i - base];
    }
  }
  compute_mass_matrix(model_, posture_, inertia_, mass_matrix_);
  compute_inverse_dynamics(model_, posture_, motion_, accelerations_, forces_, needed_);
  if (!sought.empty()) {
    const Eigen::VectorXd missing = applied_(sought) - needed_(sought);
    const Eigen::MatrixXd inertia = mass_matrix_(sought, sought);
    accelerations_(sought) = inertia.llt().solve(missing).eval();
    compute_inverse_dynamics(model_, posture_, motion_, accelerations_, forces_, needed_);
  }
  for (int i = base; i < count; ++i) {
    if (given_[i - base]) applied_[i] = needed_[i];
  }
}

void TreeSystem::find_forces() {
  const int base = model_.base_freedoms();
  for (int i = 0; i < base; ++i) accelerations_[i] = now_.base_acceleration[model_.base_component(i)];
  accelerations_.tail(joints_) = now_.joint_accelerations;
  compute_inverse_dynamics(model_, posture_, motion_, accelerations_, forces_, needed_);
}

EndPointMotion TreeSystem::end_point_motion(int index) {
  const int body = model_.end_point(index).body;
  const Vector3 p_OX = end_point_from_base(model_, posture_, index);
  compute_generalized_jacobian(model_, posture_, inertia_, index, jacobian_);
  return {point_twist(motion_, body, p_OX), point_acceleration(model_, motion_, forces_, body, p_OX),
          generalized_determinant(model_, jacobian_)};
}

void TreeSystem::differentiate(const double* x, double time, double* rates,
                               const Eigen::VectorXd* joint_forces) {
  evaluate(x, time, joint_forces);
  const TreeState& state = now_.state;
  const auto chart = ConstMap3(x + 3);
  Map3{rates} = state.v_WB;
  Map3(rates + 3) = rotation_vector_rate(chart, state.w_WB);
  // What is given is not integrated as well: its errors would count for nothing.
  const bool accelerated = law_ == MotionLaw::kDynamics;
  for (int i = 0; i < joints_; ++i) {
    const bool given = given_[i];
    rates[6 + i] = given && !config_.path ? 0.0 : state.joint_rates[i];
    rates[12 + joints_ + i] = given ? 0.0 : now_.joint_accelerations[i];
  }
  Eigen::Map<Vector6>(rates + 6 + joints_) = accelerated ? now_.base_acceleration : Vector6(Vector6::Zero());

  const Vector3 force = config_.base_wrench.head<3>(), moment = config_.base_wrench.tail<3>();
  rates[12 + 2 * joints_] =
      now_.joint_forces.dot(state.joint_rates) + force.dot(state.v_WB) + moment.dot(state.w_WB);
  const SpatialInertia& whole = inertia_.bodies[0].outboard;
  const Vector3 weight = whole.mass() * config_.tree.gravity;
  // About the mass centre weights turn nothing; about the bearing the force on the base turns nothing.
  const Vector3 turning = model_.base_kind() == BaseKind::kSpherical
                              ? Vector3(moment + whole.moment().cross(config_.tree.gravity))
                              : Vector3(moment - (whole.moment() / whole.mass()).cross(force));
  Eigen::Map<Vector6>(rates + 13 + 2 * joints_) = join(force + weight, turning);
}

}  // namespace freefloat
