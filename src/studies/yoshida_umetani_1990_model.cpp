#include "studies/yoshida_umetani_1990_model.h"

#include <algorithm>
#include <cmath>

#include "control/resolve_rates.h"
#include "guidance/hand_laws.h"
#include "model/guaranteed_workspace.h"
#include "model/singularity_free_annulus.h"
#include "studies/kinematic_robot.h"
#include "types/angle.h"

namespace freefloat {

JointVector joints_deg(double phi1, double phi2) {
  JointVector joints(2);
  joints << deg_to_rad(phi1), deg_to_rad(phi2);
  return joints;
}

namespace {

double determinant(const PlanarModel& model, const JointVector& joints) {
  return determinant_of(compute_generalized_jacobian(model, compute_posture(0.0, joints)).position());
}

/// @return Largest |phi_2| at which the nearly stretched arm is singular, over all phi_1, rad.
double find_largest_singular_elbow(const PlanarModel& model) {
  double largest = 0.0;
  for (double phi1 = -180.0; phi1 < 180.0; phi1 += 0.1) {
    double low = -45.0;
    double high = 45.0;
    const bool rising = determinant(model, joints_deg(phi1, high)) > 0.0;
    if (rising == (determinant(model, joints_deg(phi1, low)) > 0.0)) continue;
    while (high - low > 1e-9) {
      const double middle = 0.5 * (low + high);
      ((determinant(model, joints_deg(phi1, middle)) > 0.0) == rising ? high : low) = middle;
    }
    largest = std::max(largest, std::abs(low));
  }
  return deg_to_rad(largest);
}

/// Eq. (5), its K from Eq. (6) and the masses and lengths as they stand in Table 2.
Vector2 hand_by_equation5(const RobotParameters& robot, double attitude, const JointVector& joints) {
  const double m0 = robot.satellite_mass;
  const LinkParameters& one = robot.links[0];
  const LinkParameters& two = robot.links[1];
  const double w = m0 + one.mass + two.mass;
  const double length1 = one.to_mass_centre.x() + one.to_end.x();
  const double length2 = two.to_mass_centre.x() + two.to_end.x();
  const double k0 = m0 * robot.satellite_to_joint.x() / w;
  const double k1 = (m0 * length1 + one.mass * one.to_end.x()) / w;
  const double k2 = ((m0 + one.mass) * length2 + two.mass * two.to_end.x()) / w;
  const double theta1 = attitude + joints[0];
  const double theta2 = theta1 + joints[1];
  return {k0 * std::cos(attitude) + k1 * std::cos(theta1) + k2 * std::cos(theta2),
          k0 * std::sin(attitude) + k1 * std::sin(theta1) + k2 * std::sin(theta2)};
}

}  // namespace

DrivenCycle run_joint_cycle(const PlanarModel& model) {
  constexpr double kSide = 60.0;  // deg
  constexpr int kSteps = 60;
  KinematicRobot robot{&model, 0.0, joints_deg(-30.0, 60.0)};
  DrivenCycle cycle{{robot.joints}, {robot.hand()}, 0.0};
  for (const auto& [first, second] : {std::pair{kSide, 0.0}, {0.0, kSide}, {-kSide, 0.0}, {0.0, -kSide}}) {
    for (int k = 0; k < kSteps; ++k) {
      robot.move(joints_deg(first, second), 1.0 / kSteps);
      cycle.joints.push_back(robot.joints);
      cycle.hand.push_back(robot.hand());
    }
  }
  cycle.turn = robot.theta_WB;
  return cycle;
}

StudyTable compare_dimensions(const RobotParameters& robot) {
  const LinkParameters& one = robot.links[0];
  const LinkParameters& two = robot.links[1];
  const double length1 = one.to_mass_centre.x() + one.to_end.x();
  const double length2 = two.to_mass_centre.x() + two.to_end.x();
  StudyTable table{"The laboratory model: Table 2 against Table 1", {}};
  table.rows = {{"length of the manipulator", "Table 1", "m", 0.700, length1 + length2, 1e-9},
                {"length of link 1, a_1 + b_1", "Table 1", "m", 0.350, length1, 1e-9},
                {"length of link 2, a_2 + b_2", "Table 1", "m", 0.350, length2, 1e-9},
                {"mass of the satellite", "Table 1", "kg", 6.3, robot.satellite_mass, 0.05,
                 "Printed with one decimal."},
                {"mass of the manipulator", "Table 1", "kg", 1.4, one.mass + two.mass, 0.05,
                 "Printed with one decimal."},
                {"inertia I_1 of link 1", "Table 2", "kg m²", 0.0424,
                 one.mass * one.to_mass_centre.x() * one.to_end.x(), 0.0,
                 "Ours is m a b, the most that mass between the two joints can have. The printed value is "
                 "used all the same: motors or a counterweight outside the joints would explain it."},
                ours_only("joint 1 outside the satellite's body, b_0 less half its side", "Tables 1, 2", "m",
                          robot.satellite_to_joint.x() - 0.5 * robot.satellite_size.x(),
                          "The text does not say what carries it.")};
  return table;
}

StudyTable compare_workspace(const RobotParameters& robot, const PlanarModel& model) {
  const BodyVector k = link_coefficients(model);
  const double radius = guaranteed_workspace_radius(model);
  const Annulus annulus = compute_singularity_free_annulus(model);
  const auto reach = [&](double phi1) {
    return compute_hand(model, compute_posture(0.3, joints_deg(phi1, 0.0))).p_GX.norm();
  };
  const double by_equation10 = std::sqrt(k[0] * k[0] + (k[1] + k[2]) * (k[1] + k[2]));
  const Vector2 hand = compute_hand(model, compute_posture(0.3, joints_deg(40.0, -70.0))).p_GX;
  // Eq. (9) as printed: the angle of the links without the attitude.
  const double as_printed = std::hypot(k[0] * std::cos(0.3) + (k[1] + k[2]) * std::cos(0.5 * kPi),
                                       k[0] * std::sin(0.3) + (k[1] + k[2]) * std::sin(0.5 * kPi));
  StudyTable table{"Hand and guaranteed workspace, Eqs. (5), (6), (9), (10)", {}};
  table.rows = {
      ours_only("K_0", "Eq. (6)", "m", k[0], "The paper prints no numbers for K."),
      ours_only("K_1", "Eq. (6)", "m", k[1]),
      ours_only("K_2", "Eq. (6)", "m", k[2]),
      {"hand by Eq. (5) from the hand by the positions of all bodies", "Eq. (5)", "m", 0.0,
       (hand - hand_by_equation5(robot, 0.3, joints_deg(40.0, -70.0))).norm(), 1e-12,
       "At 0.3 rad and (40, -70) deg. In Eq. (6) the index in the sums is j."},
      {"hand's distance with the arm stretched at 90 deg", "Eq. (10)", "m", by_equation10, reach(90.0), 1e-12,
       "Paper: Eq. (10) with its K."},
      {"the same from Eq. (9) as printed, at 0.3 rad", "Eq. (9)", "m", as_printed, reach(90.0), 1e-12,
       "Eq. (9) is right with cos and sin of phi_0 and of phi_0 + phi_1; the printed angles are relative."},
      {"radius of the guaranteed workspace, K_1 + K_2 - K_0", "Sec. 2.5", "m", k[1] + k[2] - k[0],
       reach(180.0), 1e-12, "Paper: its formula; ours: the stretched arm folded back over the satellite."},
      {"outer edge of the radii without singularity", "Sec. 2.5", "m", radius, annulus.outer, 1e-9,
       "Ours: from the determinant of the generalized Jacobian in all postures. That it is the paper's "
       "radius holds for these masses, not for all."},
      {"inner edge of the same", "Sec. 2.5", "m", 0.0, annulus.inner, 1e-9,
       "The paper's disc reaches to the mass centre. But the folded arm is singular, too, so that a hole is "
       "left."},
      {"largest elbow angle of the singular stretched arm", "Sec. 2.5", "deg", 0.0,
       rad_to_deg(find_largest_singular_elbow(model)), 1e-6,
       "The paper takes phi_2 = 0 for the singular posture. On a free base that holds only for b_0 = 0."},
      {"determinant of J* at (90, 0) deg", "Sec. 2.5", "m²", 0.0, determinant(model, joints_deg(90.0, 0.0)),
       1e-9, "Singular by the paper; the stretched arm is not, there."}};
  return table;
}

StudyTable compare_motion(const PlanarModel& model, const DrivenCycle& cycle) {
  // The hand's way over a short time against what Eq. (8) says at the middle.
  constexpr double kTime = 1e-4;  // s
  double largest = 0.0;
  for (const double phi2 : {-100.0, -40.0, 60.0, 130.0}) {
    KinematicRobot robot{&model, 0.4, joints_deg(25.0, phi2)};
    const JointVector rates = joints_deg(15.0, -9.0);
    const Vector2 before = robot.hand();
    robot.move(rates, 0.5 * kTime);
    const Vector2 velocity = robot.jacobian().position() * rates;
    robot.move(rates, 0.5 * kTime);
    largest = std::max(largest, ((robot.hand() - before) / kTime - velocity).norm());
  }
  StudyTable table{"Motion with zero momentum, Eqs. (2), (8), and Fig. 4", {}};
  table.rows = {
      {"hand velocity by J* from that of the motion", "Eq. (8)", "m/s", 0.0, largest, 1e-9,
       "Four postures; joint rates up to the limit of 15 deg/s; the satellite's turn integrated."},
      ours_only("the satellite's turn by a cycle of the joints", "Fig. 4", "deg", rad_to_deg(cycle.turn),
                "A square of 60 deg from (-30, 60) deg. The figure's angles are not in the text."),
      ours_only("the hand's displacement by the same", "Fig. 4", "m",
                (cycle.hand.back() - cycle.hand.front()).norm(),
                "Same joint angles, another place: non-holonomic, as the paper says.")};
  return table;
}

StudyTable compare_laws() {
  // A hand without mass centre, joints or limits: Eq. (15) alone.
  constexpr double kDuration = 10.0;  // s
  constexpr int kSteps = 100;
  const Vector2 target_velocity(0.038, 0.063);
  const Vector2 start(-0.3, 0.2);
  Vector2 target(0.1, -0.2);
  Vector2 hand = start;
  Vector2 velocity = Vector2::Zero();
  double cost = 0.0;  // (p'' at both ends of each step: it is linear in time)
  const Vector2 e0 = target - hand;
  for (int k = 0; k < kSteps; ++k) {
    const double dt = kDuration / kSteps;
    const double left = kDuration - k * dt;
    const Vector2 error = target - hand;
    const Vector2 rate = target_velocity - velocity;
    const Vector2 first = 4.0 / left * rate + 6.0 / (left * left) * error;
    const HandVelocity step =
        rendezvous_rate(RendezvousSampling::kCubic, error, rate, target_velocity, left, dt);
    const Vector2 last = 2.0 / dt * (step.end - velocity) - first;
    cost += dt / 6.0 * (first.squaredNorm() + first.dot(last) + last.squaredNorm());
    hand += dt * step.mean;
    velocity = step.end;
    target += dt * target_velocity;
  }
  const double t = kDuration;
  const double least =
      2.0 *
      (t * t * target_velocity.squaredNorm() + 3.0 * t * target_velocity.dot(e0) + 3.0 * e0.squaredNorm()) /
      (t * t * t);
  TaskSpaceState edge;
  edge.p_WE = {0.3, 0.38};
  HandVelocity turned{{0.1, 0.05}};
  correct_to_tangent(edge, 0.4896, 0.02, turned);
  const JointVector wanted = joints_deg(40.0, -25.0);
  const double limit = deg_to_rad(15.0);
  const LimitedRates largest = scale_to_limit(wanted, limit, RateNorm::kLargestComponent);
  const LimitedRates euclidean = scale_to_limit(wanted, limit, RateNorm::kEuclidean);
  StudyTable table{"The laws by themselves, Eqs. (13) to (16)", {}};
  table.rows = {
      {"position error at the rendezvous", "Eq. (15)", "m", 0.0, (target - hand).norm(), 1e-12,
       "\"No position or velocity error at the given time\". Sampled exactly, ten times a second."},
      {"velocity error at the rendezvous", "Eq. (15)", "m/s", 0.0, (target_velocity - velocity).norm(),
       1e-12},
      {"half the integral of the squared acceleration", "Eq. (14)", "m²/s³", least, cost, 1e-12,
       "Paper: the least one, 2 (T² p'² + 3 T p' p + 3 p²)/T³. The printed integrand lacks its square."},
      {"radial part of the velocity after the correction", "Eq. (16)", "m/s", 0.0,
       turned.mean.dot(edge.p_WE) / edge.p_WE.norm(), 1e-12,
       "The text omits that only outward velocities are turned; with all turned the hand never leaves the "
       "boundary."},
      {"largest joint rate after the limit", "Eq. (13), Sec. 4.1", "deg/s", 15.0,
       rad_to_deg(largest.rates.lpNorm<Eigen::Infinity>()), 1e-9, "|.| taken as the largest joint's rate."},
      {"the same", "Eq. (13), Sec. 4.1", "deg/s", 15.0, rad_to_deg(euclidean.rates.norm()), 1e-9,
       "|.| taken as the Euclidean norm. The text does not say which."}};
  return table;
}

}  // namespace freefloat
