#include "spatial/virtual_manipulator/integrate_cycle.h"

#include <array>
#include <boost/numeric/odeint/integrate/integrate_adaptive.hpp>
#include <boost/numeric/odeint/stepper/generation.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_fehlberg78.hpp>

namespace freefloat {

namespace {

constexpr double kTolerance = 1e-13;
constexpr double kFirstStep = 0.1;  // of a side

using QuaternionNumbers = std::array<double, 4>;  // w, x, y, z

Eigen::Quaterniond to_quaternion(const QuaternionNumbers& q) {
  return {q[0], q[1], q[2], q[3]};
}

Eigen::Quaterniond turn_along(VehicleResponse& response, const Eigen::VectorXd& from,
                              const Eigen::VectorXd& to) {
  const Eigen::VectorXd change = to - from;
  Eigen::VectorXd joints = from;
  const auto rate = [&](const QuaternionNumbers& q, QuaternionNumbers& slope, double path) {
    joints = from + path * change;
    const Vector3 w = response.rates(joints) * change;
    const Eigen::Quaterniond turned = to_quaternion(q) * Eigen::Quaterniond(0.0, w.x(), w.y(), w.z());
    slope = {0.5 * turned.w(), 0.5 * turned.x(), 0.5 * turned.y(), 0.5 * turned.z()};
  };
  namespace odeint = boost::numeric::odeint;
  QuaternionNumbers q{1.0, 0.0, 0.0, 0.0};
  const auto stepper =
      odeint::make_controlled<odeint::runge_kutta_fehlberg78<QuaternionNumbers>>(kTolerance, kTolerance);
  odeint::integrate_adaptive(stepper, rate, q, 0.0, 1.0, kFirstStep);
  return to_quaternion(q).normalized();
}

}  // namespace

Matrix3 integrate_joint_path(VehicleResponse& response, const std::vector<Eigen::VectorXd>& corners) {
  Eigen::Quaterniond turned = Eigen::Quaterniond::Identity();
  for (std::size_t i = 1; i < corners.size(); ++i) {
    turned = turned * turn_along(response, corners[i - 1], corners[i]);
  }
  return turned.normalized().toRotationMatrix();
}

Matrix3 integrate_joint_cycle(VehicleResponse& response, const Eigen::VectorXd& joints,
                              const JointCycle& cycle) {
  std::vector<Eigen::VectorXd> corners{joints};
  for (const JointRectangle& sides : cycle) {
    corners.insert(corners.end(),
                   {joints + sides.dV, joints + sides.dV + sides.dW, joints + sides.dW, joints});
  }
  return integrate_joint_path(response, corners);
}

Matrix3 repeat_turn(const Matrix3& turn, int times) {
  return rotation_from_vector(times * vector_from_rotation(turn));
}

}  // namespace freefloat
