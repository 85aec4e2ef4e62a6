// MuJoCo as a second opinion on impacts: another model of contact, springs in place of impulses.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <mujoco/mujoco.h>

#include <array>
#include <cmath>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>

#include "plant_cases.h"

namespace freefloat {
namespace {

/// What is compared: velocities of all bodies after the impact, and the whole's momenta.
struct AfterImpact {
  Vector2 v_WT = Vector2::Zero();
  double w_WT = 0.0;
  Vector2 v_WB = Vector2::Zero();
  double w_WB = 0.0;
  JointVector joint_rates;
  Vector2 p_WT = Vector2::Zero();
};

std::string inertial(const Vector2& p, double mass, double inertia) {
  return fmt::format(R"(<inertial pos="{} {} 0" mass="{}" diaginertia="{} {} {}"/>)", p.x(), p.y(), mass,
                     inertia, inertia, inertia);
}

/// @param stiffness Of contacts, 1/s^2: how they would swing. Elastic and smooth: of a contact's spring and
/// its friction MuJoCo 2.2.2 knows one setting only.
/// @return Robot and target with one jaw and the pin as spheres in a plane, so that they meet as circles do.
std::string make_scene(const PlantCase& test, double stiffness, double timestep) {
  const RobotParameters& robot = test.robot;
  const TargetParameters& target = test.config.target;
  const std::string plane_joints =
      R"(<joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/><joint type="hinge" axis="0 0 1"/>)";
  std::string text = fmt::format(
      R"(<mujoco><compiler angle="radian" boundmass="0" boundinertia="0"/>)"
      R"(<option timestep="{}" gravity="0 0 0" integrator="RK4"/>)"
      R"(<default><geom type="sphere" condim="1" solref="-{} 0" solimp="0.9999 0.9999 0.001 0.5 2" margin="0"/></default>)"
      R"(<worldbody><body name="b0">{}{})",
      timestep, stiffness, inertial(Vector2::Zero(), robot.satellite_mass, robot.satellite_inertia),
      plane_joints);
  Vector2 to_joint = robot.satellite_to_joint;
  for (const LinkParameters& link : robot.links) {
    text += fmt::format(R"(<body pos="{} {} 0">{}<joint type="hinge" axis="0 0 1"/>)", to_joint.x(),
                        to_joint.y(), inertial(link.to_mass_centre, link.mass, link.inertia));
    to_joint = link.to_mass_centre + link.to_end;
  }
  const Vector2 jaw = to_joint + robot.gripper.jaws[0];
  text += fmt::format(R"(<geom pos="{} {} 0" size="{}"/>)", jaw.x(), jaw.y(), robot.gripper.jaw_radius);
  for (std::size_t i = 0; i <= robot.links.size(); ++i) text += "</body>";
  return text + fmt::format(R"(<body name="target">{}{}<geom size="{}"/></body></worldbody></mujoco>)",
                            inertial(Vector2::Zero(), target.mass, target.inertia), plane_joints,
                            target.shape.pin_radius);
}

struct FreeMujoco {
  void operator()(mjModel* model) const { mj_deleteModel(model); }
  void operator()(mjData* data) const { mj_deleteData(data); }
};

class MujocoScene {
 public:
  MujocoScene(const PlantCase& test, double stiffness, double timestep) {
    const std::string text = make_scene(test, stiffness, timestep);
    auto files = std::make_unique<mjVFS>();
    mj_defaultVFS(files.get());
    mj_makeEmptyFileVFS(files.get(), "scene.xml", static_cast<int>(text.size()));
    std::memcpy(files->filedata[mj_findFileVFS(files.get(), "scene.xml")], text.data(), text.size());
    std::array<char, 500> error{};
    model_.reset(mj_loadXML("scene.xml", files.get(), error.data(), error.size()));
    mj_deleteVFS(files.get());
    if (!model_) throw std::runtime_error(error.data());
    data_.reset(mj_makeData(model_.get()));
    const RobotState& robot = test.config.start;
    const BodyState& target = test.config.target.start;
    const int n = test.robot.joint_count();
    const double* const place[] = {robot.p_WB.data(), &robot.p_WB[1], &robot.theta_WB};
    const double* const rate[] = {robot.v_WB.data(), &robot.v_WB[1], &robot.w_WB};
    for (int i = 0; i < 3; ++i) {
      data_->qpos[i] = *place[i];
      data_->qvel[i] = *rate[i];
    }
    for (int i = 0; i < n; ++i) {
      data_->qpos[3 + i] = robot.joints[i];
      data_->qvel[3 + i] = robot.joint_rates[i];
    }
    target_ = 3 + n;
    data_->qpos[target_] = target.p.x();
    data_->qpos[target_ + 1] = target.p.y();
    data_->qpos[target_ + 2] = target.theta;
    data_->qvel[target_] = target.v.x();
    data_->qvel[target_ + 1] = target.v.y();
    data_->qvel[target_ + 2] = target.w;
    mj_forward(model_.get(), data_.get());
  }

  void advance(double duration) {
    while (data_->time < duration) mj_step(model_.get(), data_.get());
    mj_forward(model_.get(), data_.get());
  }

  AfterImpact state() const {
    const double* v = data_->qvel;
    AfterImpact after{{v[target_], v[target_ + 1]}, v[target_ + 2], {v[0], v[1]}, v[2], {}, {}};
    after.joint_rates.resize(target_ - 3);
    for (int i = 3; i < target_; ++i) after.joint_rates[i - 3] = v[i];
    after.p_WT = {data_->qpos[target_], data_->qpos[target_ + 1]};
    return after;
  }

  /// @return P in x and y (N s), L about W's origin (N m s), body by body.
  Eigen::Vector3d momenta() const {
    mj_subtreeVel(model_.get(), data_.get());
    const double* p = data_->subtree_linvel;
    const double mass = mj_getTotalmass(model_.get());
    const double* centre = data_->subtree_com;
    const Vector2 momentum = mass * Vector2(p[0], p[1]);
    return {momentum.x(), momentum.y(),
            data_->subtree_angmom[2] + cross(Vector2(centre[0], centre[1]), momentum)};
  }

 private:
  std::unique_ptr<mjModel, FreeMujoco> model_;
  std::unique_ptr<mjData, FreeMujoco> data_;
  int target_ = 0;
};

class MujocoContact : public testing::Test {
 protected:
  MujocoContact() {
    test_.make_drives_ideal();
    test_.config.contact = {.enabled = true, .restitution = 1.0, .friction = 0.0};
    test_.config.target.mass = 1.3;
    test_.config.target.inertia = 0.007;
    test_.config.target.shape.radius = 0.0;
  }

  /// The hand turns its jaw into a target that stands: with that rate of joint 1, rad/s, and so far off the
  /// jaw's middle, m.
  void swing_at_target(double rate, double off) {
    test_.config.start.joint_rates << rate, 0.0;
    test_.centre();
    const Truth robot = test_.make().truth();
    const double link = robot.robot.theta_WB + robot.robot.joints.sum();
    const Vector2 way = robot.v_WE.normalized();
    test_.config.target.start.p =
        robot.p_WE + rotate(link, test_.robot.gripper.jaws[0]) + 0.010 * way + off * perpendicular(way);
  }

  AfterImpact own(double duration) {
    test_.config.step = from_seconds(1e-4);
    Plant plant = test_.make();
    run_for(plant, open_bridges(2), duration, test_.config.step);
    impacts_ = plant.take_contacts().size();
    const Truth truth = plant.truth();
    return {truth.target.v,   truth.target.w,          truth.robot.v_WB,
            truth.robot.w_WB, truth.robot.joint_rates, truth.target.p};
  }

  void expect_agreement(const AfterImpact& a, const AfterImpact& b, double tolerance) {
    EXPECT_LT((a.v_WT - b.v_WT).norm(), tolerance);
    EXPECT_NEAR(a.w_WT, b.w_WT, 10.0 * tolerance);
    EXPECT_LT((a.v_WB - b.v_WB).norm(), tolerance);
    EXPECT_NEAR(a.w_WB, b.w_WB, 10.0 * tolerance);
    EXPECT_LT((a.joint_rates - b.joint_rates).norm(), 10.0 * tolerance);
  }

  static constexpr double kDuration = 0.04;  // s; the impact is over
  PlantCase test_;
  std::size_t impacts_ = 0;
};

TEST_F(MujocoContact, AgreesOnSmoothElasticImpacts) {
  for (const double rate : {0.3, 1.0}) {
    for (const double off : {0.0, 0.004}) {
      swing_at_target(rate, off);
      MujocoScene scene(test_, 1e8, 2e-6);
      const Eigen::Vector3d before = scene.momenta();
      scene.advance(kDuration);
      const AfterImpact ours = own(kDuration);
      ASSERT_EQ(impacts_, 1U);
      EXPECT_GT(ours.v_WT.norm(), 0.05 * rate);
      expect_agreement(ours, scene.state(), 5e-3 * ours.v_WT.norm());
      EXPECT_LT((scene.momenta() - before).norm(), 1e-9);
    }
  }
}

TEST_F(MujocoContact, AHandThatComesTooFastLosesTheTargetInBoth) {
  swing_at_target(1.0, 0.001);
  MujocoScene scene(test_, 1e8, 2e-6);
  const Vector2 start = test_.config.target.start.p;
  scene.advance(0.15);
  const AfterImpact ours = own(0.15);
  for (const AfterImpact& after : {ours, scene.state()}) {
    EXPECT_GT(after.v_WT.norm(), test_.config.gripper.capture_speed);
    EXPECT_GT((after.p_WT - start).norm(), test_.config.gripper.capture_radius);
  }
  EXPECT_LT((ours.p_WT - scene.state().p_WT).norm(), 1e-3);
}

}  // namespace
}  // namespace freefloat
