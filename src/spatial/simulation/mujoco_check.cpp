#include "spatial/simulation/mujoco_check.h"

#include <fmt/format.h>
#include <mujoco/mujoco.h>

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <memory>

#include "spatial/simulation/simulate.h"
#include "spatial/simulation/tree_simulation_config.h"
#include "spatial/simulation/tree_system.h"
#include "spatial/tree/attitude.h"

namespace freefloat {

namespace {

std::string numbers(const Vector3& v) {
  return fmt::format("{} {} {}", v.x(), v.y(), v.z());
}

std::string numbers(const Matrix3& rotation) {
  const Eigen::Quaterniond q(rotation);
  return fmt::format("{} {} {} {}", q.w(), q.x(), q.y(), q.z());
}

std::string inertial(const TreeBody& body) {
  if (!(body.mass > 0.0)) return {};
  // MuJoCo finds the axes of a full inertia to eight digits only: they are found here.
  const Eigen::SelfAdjointEigenSolver<Matrix3> solved(body.inertia);
  Matrix3 axes = solved.eigenvectors();
  if (axes.determinant() < 0.0) axes.col(0) = -axes.col(0);
  return fmt::format(R"(<inertial pos="{}" quat="{}" mass="{}" diaginertia="{}"/>)",
                     numbers(body.mass_centre), numbers(axes), body.mass,
                     numbers(Vector3(solved.eigenvalues())));
}

std::string subtree(const TreeParameters& tree, int parent) {
  std::string text;
  for (std::size_t i = 0; i < tree.links.size(); ++i) {
    const TreeLink& link = tree.links[i];
    if (link.joint.parent != parent) continue;
    const char* type = link.joint.kind == JointKind::kRevolute ? "hinge" : "slide";
    text += fmt::format(R"(<body name="b{}" pos="{}" quat="{}">{}<joint name="j{}" type="{}" axis="{}"/>)",
                        i + 1, numbers(link.joint.position), numbers(link.joint.rotation),
                        inertial(link.body), i + 1, type, numbers(link.joint.axis));
    text += subtree(tree, static_cast<int>(i) + 1) + "</body>";
  }
  return text;
}

std::string base_joints(const TreeParameters& tree, const Matrix3& R_WB) {
  switch (tree.base_kind) {
    case BaseKind::kFree:
      return "<freejoint/>";
    case BaseKind::kSpherical:
      return R"(<joint type="ball"/>)";
    case BaseKind::kPlanar:
      return fmt::format(
          R"(<joint type="slide" axis="{}"/><joint type="slide" axis="{}"/><joint type="hinge" axis="{}"/>)",
          numbers(Vector3(R_WB.row(0))), numbers(Vector3(R_WB.row(1))), numbers(Vector3(R_WB.row(2))));
    case BaseKind::kFixed:
      break;
  }
  return {};
}

/// @param p_WB, R_WB Where a planar or spherical base stands at its coordinates 0, and a fixed one for good.
/// @param timestep Of MuJoCo's steps, s.
/// @return The tree as a MuJoCo model (MJCF): no shapes, so no contacts; no damping; integrator RK4, since
/// the default one loses momentum.
std::string make_mjcf(const TreeParameters& tree, const Vector3& p_WB, const Matrix3& R_WB, double timestep) {
  return fmt::format(
      R"(<mujoco><compiler angle="radian" boundmass="0" boundinertia="0"/>)"
      R"(<option timestep="{}" gravity="{}" integrator="RK4"><flag contact="disable" constraint="disable"/></option>)"
      R"(<worldbody><body name="b0" pos="{}" quat="{}">{}{}{}</body></worldbody></mujoco>)",
      timestep, numbers(tree.gravity), numbers(p_WB), numbers(R_WB), inertial(tree.base),
      base_joints(tree, R_WB), subtree(tree, 0));
}

using ConstMap3 = Eigen::Map<const Vector3>;
using RowMatrix3 = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;

/// Forces on MuJoCo's robot; its callback has no argument to hand them through.
struct AppliedForces {
  const TreeSimulationConfig* config = nullptr;
  std::vector<int> joint_velocity;  // index in MuJoCo's velocities of each joint
  int base_body = 0;
  double piece = 0.0;
};
thread_local AppliedForces applied;

void apply_forces(const mjModel* model, mjData* data) {
  std::fill(data->qfrc_applied, data->qfrc_applied + model->nv, 0.0);
  const TreeSimulationConfig& config = *applied.config;
  const Vector3 force = config.base_wrench.head<3>(), moment = config.base_wrench.tail<3>();
  mj_applyFT(model, data, force.data(), moment.data(), data->xpos + 3 * applied.base_body, applied.base_body,
             data->qfrc_applied);
  for (std::size_t i = 0; i < config.drives.size(); ++i)
    data->qfrc_applied[applied.joint_velocity[i]] += torque_at(config.drives[i], data->time, applied.piece);
}

/// MuJoCo would write a file into the present folder.
void ignore_warning(const char*) {}

/// The same robot in MuJoCo.
class MujocoRobot {
 public:
  MujocoRobot(const TreeSimulationConfig& config, const TreeState& start) : config_(config) {
    const std::string text = make_mjcf(config.tree, start.p_WB, start.R_WB, 1e-3);
    auto files = std::make_unique<mjVFS>();
    mj_defaultVFS(files.get());
    mj_makeEmptyFileVFS(files.get(), "robot.xml", static_cast<int>(text.size()));
    std::memcpy(files->filedata[mj_findFileVFS(files.get(), "robot.xml")], text.data(), text.size());
    std::array<char, 500> error{};
    mju_user_warning = ignore_warning;
    model_.reset(mj_loadXML("robot.xml", files.get(), error.data(), error.size()));
    mj_deleteVFS(files.get());
    if (!model_) {
      error_ = error.data();
      return;
    }
    data_.reset(mj_makeData(model_.get()));
    applied = {&config, {}, body(0), 0.0};
    for (int i = 1; i <= config.tree.joint_count(); ++i) {
      const int joint = mj_name2id(model_.get(), mjOBJ_JOINT, ("j" + std::to_string(i)).c_str());
      applied.joint_velocity.push_back(model_->jnt_dofadr[joint]);
      coordinates_.push_back(model_->jnt_qposadr[joint]);
    }
    set_state(start);
    mjcb_control = apply_forces;
    mj_forward(model_.get(), data_.get());
  }
  ~MujocoRobot() { mjcb_control = nullptr; }
  MujocoRobot(const MujocoRobot&) = delete;
  MujocoRobot& operator=(const MujocoRobot&) = delete;

  const std::string& error() const { return error_; }

  /// @return (dv_WB/dt; dw_WB/dt) at the start, as far as the base can move.
  Vector6 base_acceleration(const Matrix3& R_WB) const {
    const double* a = data_->qacc;
    switch (config_.tree.base_kind) {
      case BaseKind::kFree:  // angular part in the body's axes
        return join(ConstMap3(a), R_WB * ConstMap3(a + 3));
      case BaseKind::kPlanar:
        return join({a[0], a[1], 0.0}, {0.0, 0.0, a[2]});
      case BaseKind::kSpherical:
        return join(Vector3::Zero(), R_WB * ConstMap3(a));
      case BaseKind::kFixed:
        break;
    }
    return Vector6::Zero();
  }
  double joint_acceleration(int i) const { return data_->qacc[applied.joint_velocity[i]]; }
  double joint(int i) const { return data_->qpos[coordinates_[i]]; }

  Pose body_pose(int index) const {
    const int id = body(index);
    return {ConstMap3(data_->xpos + 3 * id), Eigen::Map<const RowMatrix3>(data_->xmat + 9 * id)};
  }

  /// @return false when MuJoCo has given up.
  bool advance(double end, double longest_step) {
    const double span = end - data_->time;
    if (span <= 0.0) return true;
    const int steps = static_cast<int>(std::ceil(span / longest_step - 1e-9));
    applied.piece = data_->time + 0.5 * span;
    model_->opt.timestep = span / steps;
    for (int i = 0; i < steps; ++i) mj_step(model_.get(), data_.get());
    mj_forward(model_.get(), data_.get());
    data_->time = end;
    return data_->warning[mjWARN_BADQACC].number + data_->warning[mjWARN_BADQPOS].number +
               data_->warning[mjWARN_BADQVEL].number ==
           0;
  }

 private:
  int body(int index) const {
    return mj_name2id(model_.get(), mjOBJ_BODY, ("b" + std::to_string(index)).c_str());
  }

  void set_state(const TreeState& state) {
    double* q = data_->qpos;
    double* v = data_->qvel;
    const Vector3 own_rate = state.R_WB.transpose() * state.w_WB;
    const Eigen::Quaterniond attitude(state.R_WB);
    switch (config_.tree.base_kind) {
      case BaseKind::kFree:
        std::copy_n(state.p_WB.data(), 3, q);
        q[3] = attitude.w();
        std::copy_n(attitude.vec().data(), 3, q + 4);
        std::copy_n(state.v_WB.data(), 3, v);
        std::copy_n(own_rate.data(), 3, v + 3);
        break;
      case BaseKind::kPlanar:
        v[0] = state.v_WB.x();
        v[1] = state.v_WB.y();
        v[2] = state.w_WB.z();
        break;
      case BaseKind::kSpherical:
        std::copy_n(own_rate.data(), 3, v);
        break;
      case BaseKind::kFixed:
        break;
    }
    for (std::size_t i = 0; i < coordinates_.size(); ++i) {
      data_->qpos[coordinates_[i]] = state.joints[i];
      data_->qvel[applied.joint_velocity[i]] = state.joint_rates[i];
    }
  }

  struct Free {
    void operator()(mjModel* model) const { mj_deleteModel(model); }
    void operator()(mjData* data) const { mj_deleteData(data); }
  };
  const TreeSimulationConfig& config_;
  std::unique_ptr<mjModel, Free> model_;
  std::unique_ptr<mjData, Free> data_;
  std::vector<int> coordinates_;  // index in MuJoCo's coordinates of each joint
  std::string error_;
};

void compare_sample(const TreeModel& model, const MujocoRobot& robot, const SimulationSample& sample,
                    MujocoComparison& found) {
  const Pose base = robot.body_pose(0);
  found.base_position = std::max(found.base_position, (base.position - sample.state.p_WB).norm());
  found.base_angle =
      std::max(found.base_angle, vector_from_rotation(base.rotation * sample.state.R_WB.transpose()).norm());
  for (int i = 0; i < model.joint_count(); ++i)
    found.joints = std::max(found.joints, std::abs(robot.joint(i) - sample.state.joints[i]));
  for (int i = 0; i < model.end_point_count(); ++i) {
    const EndPoint& point = model.end_point(i);
    const Pose carrier = robot.body_pose(point.body);
    const Vector3 place = carrier.position + carrier.rotation * point.position;
    found.end_points = std::max(found.end_points, (place - sample.end_points[i].position).norm());
  }
}

}  // namespace

tl::expected<MujocoComparison, std::string> check_with_mujoco(const TreeSimulationConfig& config,
                                                              const SimulationResult& result,
                                                              double longest_step) {
  if (config.path || std::any_of(config.drives.begin(), config.drives.end(), gives_motion)) {
    return tl::unexpected(std::string(
        "MuJoCo takes torques, and here the motion of joints is given; try it with --inverse-then-forward "
        "held or linear, whose torques it can take"));
  }
  if (result.samples.empty()) return tl::unexpected(std::string("there is no result to compare with"));
  const TreeModel model(config.tree);
  TreeSystem system(model, config);
  std::vector<double> x(system.size());
  system.start(x.data());
  const std::vector<double> breaks = break_times(config);
  system.enter_piece(0.5 * (breaks.empty() ? config.duration : breaks.front()));
  const TreeInstant start = system.evaluate(x.data(), 0.0);

  MujocoRobot robot(config, start.state);
  if (!robot.error().empty()) return tl::unexpected("MuJoCo does not take the model: " + robot.error());
  MujocoComparison found{.timestep = longest_step};
  found.base_acceleration =
      (robot.base_acceleration(start.state.R_WB) - start.base_acceleration).cwiseAbs().maxCoeff();
  found.largest_acceleration = start.base_acceleration.cwiseAbs().maxCoeff();
  for (int i = 0; i < model.joint_count(); ++i) {
    const double ours = start.joint_accelerations[i];
    found.joint_acceleration =
        std::max(found.joint_acceleration, std::abs(robot.joint_acceleration(i) - ours));
    found.largest_acceleration = std::max(found.largest_acceleration, std::abs(ours));
  }
  auto next_break = breaks.begin();
  for (const SimulationSample& sample : result.samples) {
    for (; next_break != breaks.end() && *next_break < sample.time; ++next_break) {
      if (!robot.advance(*next_break, longest_step))
        return tl::unexpected(std::string("MuJoCo gave up: numbers ran away"));
    }
    if (sample.time > 0.0 && !robot.advance(sample.time, longest_step))
      return tl::unexpected(std::string("MuJoCo gave up: numbers ran away"));
    compare_sample(model, robot, sample, found);
  }
  return found;
}

}  // namespace freefloat
