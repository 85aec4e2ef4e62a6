#pragma once

// Each peer answers with H, u' and GJM in the order (base linear, base angular, joints). Attitude and base
// rates of the benchmark's states are zero, so that everybody's free joint means the same.

#include <Eigen/Cholesky>
#include <string>
#include <vector>

#include "tree_bench_robots.h"

#ifdef FF_WITH_KDL
#include <kdl/chain.hpp>
#include <kdl/chaindynparam.hpp>
#include <kdl/chainfdsolver_recursive_newton_euler.hpp>
#include <kdl/chainjnttojacsolver.hpp>
#endif
#ifdef FF_WITH_DART
#include <dart/dynamics/BodyNode.hpp>
#include <dart/dynamics/FreeJoint.hpp>
#include <dart/dynamics/RevoluteJoint.hpp>
#include <dart/dynamics/Skeleton.hpp>
#endif
#ifdef FF_WITH_MUJOCO
#include <mujoco/mujoco.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#endif

namespace freefloat {

#ifdef FF_WITH_KDL
/// Orocos KDL knows no free base: it is a chain of six joints without mass before the satellite. For one arm
/// only: it has no mass matrix and no forward dynamics of trees.
class KdlPeer {
 public:
  explicit KdlPeer(const TreeParameters& tree)
      : chain_(make_chain(tree)),
        parameters_(chain_, KDL::Vector::Zero()),
        jacobians_(chain_),
        accelerations_(chain_, KDL::Vector::Zero()),
        q_(chain_.getNrOfJoints()),
        rates_(chain_.getNrOfJoints()),
        forces_(chain_.getNrOfJoints()),
        found_(chain_.getNrOfJoints()),
        matrix_(chain_.getNrOfJoints()),
        jacobian_(chain_.getNrOfJoints()),
        outside_(chain_.getNrOfSegments(), KDL::Wrench::Zero()) {}

  const Eigen::MatrixXd& mass_matrix(const TreeState& state) {
    q_.data.tail(state.joints.size()) = state.joints;
    parameters_.JntToMass(q_, matrix_);
    return matrix_.data;
  }
  const Eigen::VectorXd& forward_dynamics(const TreeState& state, const Eigen::VectorXd& forces) {
    q_.data.tail(state.joints.size()) = state.joints;
    rates_.data.tail(state.joints.size()) = state.joint_rates;
    forces_.data = forces;
    accelerations_.CartToJnt(q_, rates_, forces_, outside_, found_);
    return found_.data;
  }
  Matrix6X generalized_jacobian(const TreeState& state, int) {
    mass_matrix(state);
    jacobians_.JntToJac(q_, jacobian_);
    return eliminate_base(matrix_.data, jacobian_.data);
  }
  void generalized_jacobians(const TreeState& state, int) { result_ = generalized_jacobian(state, 0); }

 private:
  static KDL::Vector vector(const Vector3& v) { return {v.x(), v.y(), v.z()}; }
  static KDL::Rotation rotation(const Matrix3& r) {
    return {r(0, 0), r(0, 1), r(0, 2), r(1, 0), r(1, 1), r(1, 2), r(2, 0), r(2, 1), r(2, 2)};
  }
  static KDL::RigidBodyInertia inertia(const TreeBody& body) {
    const Matrix3& i = body.inertia;
    return KDL::RigidBodyInertia(
        body.mass, vector(body.mass_centre),
        KDL::RotationalInertia(i(0, 0), i(1, 1), i(2, 2), i(0, 1), i(0, 2), i(1, 2)));
  }
  static KDL::Chain make_chain(const TreeParameters& tree) {
    KDL::Chain chain;
    for (const auto type :
         {KDL::Joint::TransX, KDL::Joint::TransY, KDL::Joint::TransZ, KDL::Joint::RotX, KDL::Joint::RotY}) {
      chain.addSegment(KDL::Segment(KDL::Joint(type)));
    }
    chain.addSegment(KDL::Segment(KDL::Joint(KDL::Joint::RotZ), KDL::Frame::Identity(), inertia(tree.base)));
    for (const TreeLink& link : tree.links) {
      const KDL::Frame placed(rotation(link.joint.rotation), vector(link.joint.position));
      chain.addSegment(
          KDL::Segment(KDL::Joint(vector(link.joint.position), vector(link.joint.rotation * link.joint.axis),
                                  KDL::Joint::RotAxis),
                       placed, inertia(link.body)));
    }
    chain.addSegment(
        KDL::Segment(KDL::Joint(KDL::Joint::None), KDL::Frame(vector(tree.end_points[0].position))));
    return chain;
  }

  KDL::Chain chain_;
  KDL::ChainDynParam parameters_;
  KDL::ChainJntToJacSolver jacobians_;
  KDL::ChainFdSolver_RNE accelerations_;
  KDL::JntArray q_, rates_, forces_, found_;
  KDL::JntSpaceInertiaMatrix matrix_;
  KDL::Jacobian jacobian_;
  KDL::Wrenches outside_;
  Matrix6X result_;
};
#endif

#ifdef FF_WITH_DART
class DartPeer {
 public:
  explicit DartPeer(const TreeParameters& tree)
      : skeleton_(dart::dynamics::Skeleton::create("robot")), tree_(tree) {
    using dart::dynamics::BodyNode;
    skeleton_->setGravity(Vector3::Zero());
    std::vector<BodyNode*> bodies;
    bodies.push_back(skeleton_->createJointAndBodyNodePair<dart::dynamics::FreeJoint>(nullptr).second);
    set_inertia(*bodies.back(), tree.base);
    for (const TreeLink& link : tree.links) {
      BodyNode* parent = bodies[static_cast<std::size_t>(link.joint.parent)];
      dart::dynamics::RevoluteJoint::Properties named;
      named.mName = link.joint.name;
      const auto [joint, body] = skeleton_->createJointAndBodyNodePair<dart::dynamics::RevoluteJoint>(
          parent, named, BodyNode::AspectProperties(link.body.name));
      joint->setAxis(link.joint.axis);
      Eigen::Isometry3d placed = Eigen::Isometry3d::Identity();
      placed.linear() = link.joint.rotation;
      placed.translation() = link.joint.position;
      joint->setTransformFromParentBodyNode(placed);
      set_inertia(*body, link.body);
      bodies.push_back(body);
    }
    bodies_ = bodies;
    q_ = Eigen::VectorXd::Zero(6 + tree.joint_count());
    rates_ = q_;
    forces_ = q_;
  }

  const Eigen::MatrixXd& mass_matrix(const TreeState& state) {
    place(state);
    matrix_ = skeleton_->getMassMatrix();
    swap_base(matrix_);
    return matrix_;
  }
  const Eigen::VectorXd& forward_dynamics(const TreeState& state, const Eigen::VectorXd& forces) {
    place(state);
    rates_.tail(state.joints.size()) = state.joint_rates;
    skeleton_->setVelocities(rates_);
    forces_ = forces;
    forces_.segment<3>(0).swap(forces_.segment<3>(3));
    skeleton_->setForces(forces_);
    skeleton_->computeForwardDynamics();
    accelerations_ = skeleton_->getAccelerations();
    accelerations_.segment<3>(0).swap(accelerations_.segment<3>(3));
    return accelerations_;
  }
  Matrix6X generalized_jacobian(const TreeState& state, int end) {
    mass_matrix(state);
    return eliminate(end);
  }
  void generalized_jacobians(const TreeState& state, int ends) {
    mass_matrix(state);
    for (int i = 0; i < ends; ++i) result_ = eliminate(i);
  }

 private:
  static void set_inertia(dart::dynamics::BodyNode& node, const TreeBody& body) {
    node.setInertia(dart::dynamics::Inertia(body.mass, body.mass_centre, body.inertia));
  }
  /// Angular parts come first in DART.
  static void swap_base(Eigen::MatrixXd& m) {
    m.middleRows<3>(0).swap(m.middleRows<3>(3));
    m.middleCols<3>(0).swap(m.middleCols<3>(3));
  }
  void place(const TreeState& state) {
    q_.tail(state.joints.size()) = state.joints;
    skeleton_->setPositions(q_);
  }
  Matrix6X eliminate(int end) {
    const EndPoint& point = tree_.end_points[static_cast<std::size_t>(end)];
    Eigen::MatrixXd jacobian =
        skeleton_->getWorldJacobian(bodies_[static_cast<std::size_t>(point.body)], point.position);
    swap_base(jacobian);
    return eliminate_base(matrix_, jacobian);
  }

  dart::dynamics::SkeletonPtr skeleton_;
  TreeParameters tree_;
  std::vector<dart::dynamics::BodyNode*> bodies_;
  Eigen::VectorXd q_, rates_, forces_, accelerations_;
  Eigen::MatrixXd matrix_;
  Matrix6X result_;
};
#endif

#ifdef FF_WITH_MUJOCO
/// Only what is needed of a step is called: no contacts, no constraints, no sensors.
class MujocoPeer {
 public:
  explicit MujocoPeer(const TreeParameters& tree) : tree_(tree) {
    const std::filesystem::path file = std::filesystem::temp_directory_path() / "freefloat_tree_bench.xml";
    std::ofstream(file) << to_xml(tree);
    char error[500] = "";
    model_ = mj_loadXML(file.c_str(), nullptr, error, sizeof error);
    if (model_ == nullptr) throw std::runtime_error(error);
    data_ = mj_makeData(model_);
    matrix_.resize(model_->nv, model_->nv);
    accelerations_.resize(model_->nv);
    jacobian_ = Eigen::MatrixXd::Zero(6, model_->nv);
  }
  ~MujocoPeer() {
    mj_deleteData(data_);
    mj_deleteModel(model_);
  }
  MujocoPeer(const MujocoPeer&) = delete;
  MujocoPeer& operator=(const MujocoPeer&) = delete;

  const Eigen::MatrixXd& mass_matrix(const TreeState& state) {
    place(state);
    mj_crb(model_, data_);
    mj_fullM(model_, matrix_.data(), data_->qM);
    return matrix_;
  }
  const Eigen::VectorXd& forward_dynamics(const TreeState& state, const Eigen::VectorXd& forces) {
    place(state);
    for (int i = 0; i < state.joints.size(); ++i) data_->qvel[6 + i] = state.joint_rates[i];
    mj_crb(model_, data_);
    mj_factorM(model_, data_);
    mj_comVel(model_, data_);
    mj_rne(model_, data_, 0, data_->qfrc_bias);
    remaining_ = forces - Eigen::Map<const Eigen::VectorXd>(data_->qfrc_bias, model_->nv);
    mj_solveM(model_, data_, accelerations_.data(), remaining_.data(), 1);
    return accelerations_;
  }
  Matrix6X generalized_jacobian(const TreeState& state, int end) {
    mass_matrix(state);
    return eliminate(end);
  }
  void generalized_jacobians(const TreeState& state, int ends) {
    mass_matrix(state);
    for (int i = 0; i < ends; ++i) result_ = eliminate(i);
  }

 private:
  void place(const TreeState& state) {
    for (int i = 0; i < state.joints.size(); ++i) data_->qpos[7 + i] = state.joints[i];
    mj_kinematics(model_, data_);
    mj_comPos(model_, data_);
  }
  Matrix6X eliminate(int end) {
    const EndPoint& point = tree_.end_points[static_cast<std::size_t>(end)];
    const int body = point.body + 1;
    const Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>> rotation(data_->xmat + 9 * body);
    const Vector3 at = Eigen::Map<const Vector3>(data_->xpos + 3 * body) + rotation * point.position;
    mj_jac(model_, data_, jacobian_.data(), jacobian_.data() + 3 * model_->nv, at.data(), body);
    return eliminate_base(matrix_, jacobian_);
  }

  static std::string numbers(const std::vector<double>& values) {
    std::string text;
    char number[40];
    for (const double value : values) {
      std::snprintf(number, sizeof number, "%.17g ", value);
      text += number;
    }
    return text;
  }
  static std::string inertial(const TreeBody& body) {
    const Matrix3& i = body.inertia;
    return "<inertial pos=\"" + numbers({body.mass_centre.x(), body.mass_centre.y(), body.mass_centre.z()}) +
           "\" mass=\"" + numbers({body.mass}) + "\" fullinertia=\"" +
           numbers({i(0, 0), i(1, 1), i(2, 2), i(0, 1), i(0, 2), i(1, 2)}) + "\"/>";
  }
  static std::string subtree(const TreeParameters& tree, int parent) {
    std::string text;
    for (std::size_t i = 0; i < tree.links.size(); ++i) {
      const TreeLink& link = tree.links[i];
      if (link.joint.parent != parent) continue;
      const Eigen::Quaterniond q(link.joint.rotation);
      const Vector3& p = link.joint.position;
      const Vector3& a = link.joint.axis;
      text += "<body pos=\"" + numbers({p.x(), p.y(), p.z()}) + "\" quat=\"" +
              numbers({q.w(), q.x(), q.y(), q.z()}) + "\">" + inertial(link.body) +
              "<joint type=\"hinge\" axis=\"" + numbers({a.x(), a.y(), a.z()}) + "\"/>" +
              subtree(tree, static_cast<int>(i) + 1) + "</body>";
    }
    return text;
  }
  static std::string to_xml(const TreeParameters& tree) {
    return "<mujoco><compiler angle=\"radian\" inertiafromgeom=\"false\"/><option gravity=\"0 0 "
           "0\"/><worldbody><body>" +
           inertial(tree.base) + "<freejoint/>" + subtree(tree, 0) + "</body></worldbody></mujoco>";
  }

  TreeParameters tree_;
  mjModel* model_ = nullptr;
  mjData* data_ = nullptr;
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic> matrix_;
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> jacobian_;
  Eigen::VectorXd accelerations_;
  Eigen::VectorXd remaining_;
  Matrix6X result_;
};
#endif

}  // namespace freefloat
