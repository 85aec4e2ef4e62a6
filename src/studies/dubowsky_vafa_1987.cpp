#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "drawing/xy_plot.h"
#include "spatial/config/load_tree.h"
#include "spatial/virtual_manipulator/constrained_workspace.h"
#include "spatial/virtual_manipulator/reorient_vehicle.h"
#include "studies/study.h"
#include "types/angle.h"

namespace freefloat {

namespace {

/// Joints and vehicle at one moment of a cyclic correction.
struct CorrectionSample {
  double cycle = 0.0;                ///< cycles done since the set's begin
  Eigen::VectorXd joints;            ///< rad
  Vector3 angles = Vector3::Zero();  ///< X, Euler angles of the vehicle, rad
};

/// A set of equal cycles in detail, exact: the vehicle's turn along a cycle is the same in each.
/// @param start X at the set's begin, rad.
/// @param samples_a_side Of each of the cycle's straight sides.
std::vector<CorrectionSample> follow_cycle_set(VehicleResponse& response, const Eigen::VectorXd& joints,
                                               EulerSequence sequence, const Vector3& start,
                                               const CycleSet& set, int samples_a_side) {
  // One cycle, seen from where it began.
  std::vector<Eigen::VectorXd> places;
  std::vector<Matrix3> turns;
  Matrix3 turned = Matrix3::Identity();
  Eigen::VectorXd place = joints;
  const auto go = [&](const Eigen::VectorXd& side) {
    for (int i = 0; i < samples_a_side; ++i) {
      places.push_back(place);
      turns.push_back(turned);
      const Eigen::VectorXd next = place + side / samples_a_side;
      turned = turned * integrate_joint_path(response, {place, next});
      place = next;
    }
  };
  for (const JointRectangle& sides : set.cycle) {
    go(sides.dV);
    go(sides.dW);
    go(-sides.dV);
    go(-sides.dW);
  }
  const Matrix3 T_start = rotation_from_euler(sequence, start);
  std::vector<CorrectionSample> samples;
  for (int cycle = 0; cycle < set.times; ++cycle) {
    const Matrix3 T = T_start * repeat_turn(set.turn, cycle);
    for (std::size_t i = 0; i < places.size(); ++i) {
      samples.push_back({cycle + static_cast<double>(i) / static_cast<double>(places.size()), places[i],
                         euler_from_rotation(sequence, T * turns[i])});
    }
  }
  samples.push_back({static_cast<double>(set.times), joints, set.angles});
  return samples;
}

// Table 3, deg.
const Vector3 kStart(50.0, 40.0, 35.0);
const Vector3 kGoal(45.0, 45.0, 35.0);
const Vector3 kPrintedSets[] = {{44.7, 43.9, 37.1}, {45.0, 45.0, 34.8}, {45.0, 45.0, 35.0}};
constexpr double kJoint = 45.0;        // deg, all joints
constexpr double kPrintedSwing = 0.1;  // rad
constexpr double kGoalReached = 1e-5;  // rad
constexpr int kSamplesASide = 6;

StudyTable compare_table1(const VirtualManipulator& vm) {
  constexpr double kD[] = {0.33, 0.5, 0.5};
  constexpr double kH[] = {0.33, 0.5};
  StudyTable table{"Virtual manipulator of the planar chain, Table 1, Eqs. (2)-(5)", {}};
  for (std::size_t i = 0; i < 3; ++i) {
    table.rows.push_back({fmt::format("D_{}", i + 1), "Table 1", "m", kD[i], vm.links[i].D.norm(), 0.005});
  }
  for (std::size_t i = 0; i < 2; ++i) {
    table.rows.push_back(
        {fmt::format("H_{}", i + 1), "Table 1", "m", kH[i], vm.links[i + 1].H.norm(), 0.005});
  }
  return table;
}

/// Postures all over the joint space: where the VM ends, and where the real point is.
double largest_distance_from_vm(const TreeModel& model, const VirtualManipulator& vm) {
  TreePosture posture(model);
  TreeMotion motion(model);
  TreeState state(model);
  double most = 0.0;
  for (int i = 0; i < 1000; ++i) {
    state.p_WB = Vector3(std::sin(1.0 * i), std::cos(2.0 * i), std::sin(3.0 * i));
    state.R_WB = rotation_from_vector(Vector3(std::sin(0.7 * i), std::sin(1.3 * i), std::cos(1.9 * i)));
    for (Eigen::Index j = 0; j < state.joints.size(); ++j)
      state.joints[j] = 3.0 * std::sin((0.9 + 0.31 * static_cast<double>(j)) * i);
    compute_posture(model, state, posture);
    compute_motion(model, posture, state, motion);
    const Vector3 ground = compute_totals(model, posture, motion).p_WG;
    const Vector3 hand = end_point_pose(model, posture, 0).position;
    most = std::max(most, (ground + virtual_end(vm, state.R_WB, state.joints) - hand).norm());
  }
  return most;
}

StudyTable compare_workspace(const ConstrainedWorkspace& any, const ConstrainedWorkspace& fixed) {
  const std::string silent = "Fig. 5 is not in the text: ours only.";
  return {"Constrained workspace of the same chain, Fig. 5",
          {ours_only("inner radius about the virtual ground, any attitude", "Fig. 5", "m", any.inner, silent),
           ours_only("outer radius", "Fig. 5", "m", any.outer),
           ours_only(
               "attitude fixed: centre, along the vehicle's axis", "Sec. 5 A", "m", fixed.centre.norm(),
               "With the attitude free the set is a shell, as the paper says; fixed, it lies about the first "
               "virtual joint."),
           ours_only("inner radius about it", "Sec. 5 A", "m", fixed.inner),
           ours_only("outer radius", "Sec. 5 A", "m", fixed.outer)}};
}

StudyTable compare_table3(const std::vector<CycleSet>& sets, double swing) {
  StudyTable table{"Cyclic correction of the attitude, Table 3, Eqs. (7)-(16)", {}};
  const std::string other = "Another robot: Table 2 is garbled, joint axes and Euler angles are not given.";
  table.rows.push_back(
      {"sets of 30 cycles needed", "Sec. 5 B", "", 3.0, static_cast<double>(sets.size()), 0.5});
  for (std::size_t set = 0; set < sets.size() && set < 3; ++set) {
    for (Eigen::Index i = 0; i < 3; ++i) {
      table.rows.push_back({fmt::format("X_{} after set {}", i + 1, set + 1), "Table 3", "deg",
                            kPrintedSets[set][i], rad_to_deg(sets[set].angles[i]), 0.05,
                            set < 2 ? other : ""});
    }
  }
  table.rows.push_back({"largest swing of an angle about its mean, first set", "Sec. 5 B, Fig. 12", "rad",
                        kPrintedSwing, swing, 0.05, other});
  return table;
}

/// Largest distance of an Euler angle from its mean over the cycle around it.
double largest_swing(const std::vector<CorrectionSample>& samples, std::size_t per_cycle) {
  double most = 0.0;
  for (std::size_t begin = 0; begin + per_cycle < samples.size(); begin += per_cycle) {
    Vector3 mean = Vector3::Zero();
    for (std::size_t i = 0; i < per_cycle; ++i) mean += samples[begin + i].angles;
    mean /= static_cast<double>(per_cycle);
    for (std::size_t i = 0; i < per_cycle; ++i) {
      most = std::max(most, (samples[begin + i].angles - mean).cwiseAbs().maxCoeff());
    }
  }
  return most;
}

Figure draw_workspace(const ConstrainedWorkspace& any, const ConstrainedWorkspace& fixed) {
  XyPlot plot = plane_plot("dubowsky-workspace", "Constrained workspace, as in Fig. 5",
                           "Circles that bound the hand's places about the virtual ground");
  plot.x.include = plot.y.include = {-any.outer, any.outer};
  const Vector2 centre = fixed.centre.head<2>();
  plot.marks = {{Vector2::Zero(), 0.0, 1, "virtual ground"},
                {Vector2::Zero(), any.outer, 1, ""},
                {centre, fixed.inner, 2, ""},
                {centre, fixed.outer, 2, "attitude fixed"}};
  return {plot.title,
          "Outer circle: any attitude of the vehicle. Between the other two: the attitude fixed along x.",
          draw_xy_plot(plot)};
}

/// One diagram of three angles over the cycles.
Figure draw_cycles(const std::string& id, const std::string& heading, const std::string& caption,
                   const std::string& axis, const std::vector<std::vector<Vector2>>& curves,
                   const std::string& symbol) {
  XyPlot plot{id, heading, caption, {"cycle"}, {axis}};
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const std::string name = curves.size() > 1 ? symbol + std::to_string(i + 1) : symbol;
    plot.curves.push_back({name, static_cast<int>(i) + 1, false, curves[i]});
  }
  return {heading, caption, draw_xy_plot(plot)};
}

/// All samples of three sets, cycle numbers running on.
using Detail = std::vector<std::vector<CorrectionSample>>;

std::vector<Figure> draw_correction(const Detail& sets, std::size_t per_cycle) {
  std::vector<Figure> figures;
  std::vector<std::vector<Vector2>> mean(3);
  double done = 0.0;
  for (std::size_t set = 0; set < sets.size(); ++set) {
    std::vector<std::vector<Vector2>> joints(3);
    for (std::size_t i = 0; i <= 3 * per_cycle && i < sets[set].size(); ++i) {
      for (std::size_t j = 0; j < 3; ++j) {
        joints[j].emplace_back(sets[set][i].cycle, rad_to_deg(sets[set][i].joints[j]));
      }
    }
    figures.push_back(draw_cycles(fmt::format("dubowsky-joints-{}", set + 1),
                                  fmt::format("Joint angles of set {}, as in Fig. {}", set + 1, 9 + set),
                                  "The first 3 of 30 equal cycles: +dV, +dW, -dV, -dW.", "joint angle, deg",
                                  joints, "theta_"));
    for (std::size_t i = 0; i < sets[set].size(); i += per_cycle) {
      for (std::size_t k = 0; k < 3; ++k) {
        mean[k].emplace_back(done + sets[set][i].cycle, rad_to_deg(sets[set][i].angles[k]));
      }
    }
    done += sets[set].back().cycle;
  }
  std::vector<Vector2> second;
  for (const CorrectionSample& sample : sets.front())
    second.emplace_back(sample.cycle, rad_to_deg(sample.angles[1]));
  figures.push_back(draw_cycles("dubowsky-x2", "Vehicle angle X_2 in the first set, as in Fig. 12",
                                "The vehicle swings with the joints, and its mean moves on.", "X_2, deg",
                                {second}, "X_2"));
  figures.push_back(draw_cycles("dubowsky-mean", "Vehicle after each cycle, as in Fig. 13",
                                "Three sets of 30 cycles, each planned from where the last one led.",
                                "angle, deg", mean, "X_"));
  return figures;
}

}  // namespace

StudyReport run_dubowsky_vafa_1987(const StudyInput& input) {
  StudyReport report;
  report.name = "dubowsky_vafa_1987";
  report.citation = "S. Dubowsky, Z. Vafa: A Virtual Manipulator Model for Space Robotic Systems, NASA, 1987";
  if (input.on_progress) input.on_progress("virtual manipulator of Table 1 and its workspace");
  const TreeModel chain(load_tree((input.configs / "models/dubowsky_vafa_1987_planar_chain.yaml").string()));
  const VirtualManipulator vm = make_virtual_manipulator(chain, 0);
  const ConstrainedWorkspace any = compute_constrained_workspace(vm, VehicleAttitude::kAny);
  const ConstrainedWorkspace fixed = compute_constrained_workspace(vm, VehicleAttitude::kFixed);
  report.tables.push_back(compare_table1(vm));
  report.tables.push_back({"The virtual manipulator's end and the real hand, Appendix A",
                           {{"largest distance, 1000 postures", "Appendix A", "m", 0.0,
                             largest_distance_from_vm(chain, vm), 1e-13}}});
  report.tables.push_back(compare_workspace(any, fixed));
  report.figures.push_back(draw_workspace(any, fixed));

  if (input.on_progress) input.on_progress("cyclic correction of the attitude");
  const TreeModel arm(load_tree((input.configs / "models/dubowsky_vafa_1987_spatial.yaml").string()));
  VehicleResponse response(arm);
  const Eigen::VectorXd joints = Eigen::VectorXd::Constant(arm.joint_count(), deg_to_rad(kJoint));
  const double to_rad = deg_to_rad(1.0);
  ReorientationConfig config;
  config.tolerance = kGoalReached;
  const auto sets = reorient_vehicle(response, joints, to_rad * kStart, to_rad * kGoal, config);
  if (!sets) throw std::runtime_error("dubowsky_vafa_1987_spatial: " + sets.error());
  Detail detail;
  Vector3 X = to_rad * kStart;
  for (const CycleSet& set : *sets) {
    detail.push_back(follow_cycle_set(response, joints, config.sequence, X, set, kSamplesASide));
    X = set.angles;
  }
  const std::size_t per_cycle = 4 * kSamplesASide;
  report.tables.push_back(compare_table3(*sets, largest_swing(detail.front(), per_cycle)));
  for (Figure& figure : draw_correction(detail, per_cycle)) report.figures.push_back(std::move(figure));

  report.summary =
      "Table 1 follows from its masses and lengths, and the virtual manipulator's end stays on the hand. The "
      "cyclic correction works as described: three sets of 30 cycles bring the vehicle from (50, 40, 35) to "
      "(45, 45, 35) deg, here of a robot of our own parameters.";
  report.notes = {
      "Eq. (1) as printed takes the end effector for S and sums to i - 1; S is the position of C_N, and the "
      "sum runs from i to N - 1, as Eq. (A1) shows.",
      "Eq. (9): the change that the cycles must make is X_d - X_i.",
      "Eq. (10) holds for the order +dV, +dW, -dV, -dW.",
      "Eqs. (10)-(13) leave the sign of (dV, dW) open; both enclose the same area, but differ in third "
      "order. Taken is the solution whose first element of dV is positive.",
      "Table 2 is garbled, and the text gives neither the joints' axes nor the sequence of the Euler angles: "
      "Table 3 cannot be computed again. Assumed: joint axes z, y, y, angles z-y-x, and the bodies of "
      "configs/models/dubowsky_vafa_1987_spatial.yaml.",
      "The figures themselves are not in the text; ours show what their captions name."};
  return report;
}

}  // namespace freefloat
