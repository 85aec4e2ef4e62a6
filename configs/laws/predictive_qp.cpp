// Model predictive control of a free-floating hand: in each cycle the accelerations of the next two seconds
// that bring the hand to the target and its velocity, with speed, acceleration and the joints' rates within
// their limits from the first. The hand is a double integrator; what arm and satellite make of it stands in
// the generalized Jacobian of the present posture. For the quadratic program see small_qp.h.
#include "hand_task.h"
#include "small_qp.h"

namespace {

constexpr int kSteps = 10;
constexpr double kStep = 0.2;                   // s
constexpr double kMostSpeed = 0.15;             // m/s, of each component
constexpr double kMostAcceleration = 0.15;      // m/s^2, of each component
constexpr double kDistanceWeight = 1.0;         // 1/m^2
constexpr double kSpeedWeight = 0.3;            // s^2/m^2
constexpr double kAccelerationWeight = 0.02;    // s^4/m^2
constexpr double kJointShare = 0.95;            // of the rate limit
constexpr Eigen::Index kUnknowns = 2 * kSteps;  // a_x, a_y of each step

/// Relative position and velocity at the end of each step: fixed + by_acceleration * a, rows x, y of each
/// step.
struct Prediction {
  explicit Prediction(const HandTask& task) {
    const Eigen::Vector2d e = task.hand - task.target, v = task.v_hand - task.v_target;
    for (int k = 0; k < kSteps; ++k) {
      const double t = kStep * (k + 1);
      place.segment<2>(2 * k) = e + t * v;
      velocity.segment<2>(2 * k) = v;
      for (int i = 0; i <= k; ++i) {
        const double left = t - kStep * (i + 1);  // after the step of this acceleration
        for (int axis = 0; axis < 2; ++axis) {
          place_by(2 * k + axis, 2 * i + axis) = kStep * (0.5 * kStep + left);
          velocity_by(2 * k + axis, 2 * i + axis) = kStep;
        }
      }
    }
  }
  Eigen::VectorXd place{kUnknowns}, velocity{kUnknowns};
  Eigen::MatrixXd place_by = Eigen::MatrixXd::Zero(kUnknowns, kUnknowns);
  Eigen::MatrixXd velocity_by = Eigen::MatrixXd::Zero(kUnknowns, kUnknowns);
};

}  // namespace

FREEFLOAT_LAW(question, answer) {
  static Eigen::Vector2d v_wanted;  // as in resolved_acceleration.cpp
  HandTask task(*question);
  if (question->begins != 0) v_wanted = task.v_hand;
  task.v_hand = v_wanted;
  const Eigen::MatrixXd inverse = task.inverse();
  const Prediction next(task);
  const Eigen::MatrixXd H = kDistanceWeight * next.place_by.transpose() * next.place_by +
                            kSpeedWeight * next.velocity_by.transpose() * next.velocity_by +
                            kAccelerationWeight * Eigen::MatrixXd::Identity(kUnknowns, kUnknowns);
  const Eigen::VectorXd g = kDistanceWeight * next.place_by.transpose() * next.place +
                            kSpeedWeight * next.velocity_by.transpose() * next.velocity;

  const Eigen::Index joints = inverse.rows();
  Eigen::MatrixXd A(4 * kUnknowns + 2 * joints, kUnknowns);
  Eigen::VectorXd b(A.rows());
  A.setZero();
  const auto limit = [&](Eigen::Index row, const auto& by, const auto& fixed, double most) {
    const Eigen::Index count = by.rows();
    A.middleRows(row, count) = by;
    A.middleRows(row + count, count) = -by;
    b.segment(row, count).array() = most - fixed.array();
    b.segment(row + count, count).array() = most + fixed.array();
  };
  limit(0, Eigen::MatrixXd(Eigen::MatrixXd::Identity(kUnknowns, kUnknowns)),
        Eigen::VectorXd(Eigen::VectorXd::Zero(kUnknowns)), kMostAcceleration);
  limit(2 * kUnknowns, next.velocity_by, next.velocity, kMostSpeed);
  // Of the cycle that comes.
  Eigen::MatrixXd rates_by = Eigen::MatrixXd::Zero(joints, kUnknowns);
  rates_by.leftCols<2>() = question->period_s * inverse;
  const Eigen::VectorXd rates = inverse * (v_wanted - task.given);
  limit(4 * kUnknowns, rates_by, rates, kJointShare * question->max_joint_rate_rad_s);

  const auto a = solve_small_qp(H, g, A, b);
  // Where nothing meets all limits the hand slows down along its way.
  const Eigen::Vector2d acceleration =
      a ? Eigen::Vector2d(a->head<2>()) : no_longer_than(kMostAcceleration, -v_wanted / question->period_s);
  v_wanted += question->period_s * acceleration;
  lead_hand_by(task, v_wanted, *answer);
  return 0;
}
