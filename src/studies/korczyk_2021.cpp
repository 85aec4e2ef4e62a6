#include <algorithm>
#include <array>
#include <cmath>

#include "drawing/plot.h"
#include "spatial/config/load_tree.h"
#include "spatial/formulations/denavit_hartenberg.h"
#include "spatial/formulations/lie_group_recursion.h"
#include "spatial/formulations/platform_torque.h"
#include "spatial/formulations/product_of_exponentials.h"
#include "spatial/simulation/quintic.h"
#include "spatial/tree/inverse_dynamics.h"
#include "studies/study.h"

namespace freefloat {

namespace {

/// Recursive inverse dynamics of a tree whose base rests, for one motion after the other.
class TreeTorques {
 public:
  /// @param tree Without problems, links sorted.
  explicit TreeTorques(const TreeParameters& tree)
      : model_(tree), state_(model_), posture_(model_), motion_(model_), forces_(model_) {}

  /// @param angles, rates, accelerations Length n, rad or m and their derivatives.
  /// @return Force and moment on the base as far as it can move, W, N and N m; then the joints' torques, N m.
  Eigen::VectorXd operator()(const Eigen::VectorXd& angles, const Eigen::VectorXd& rates,
                             const Eigen::VectorXd& accelerations) {
    state_.joints = angles;
    state_.joint_rates = rates;
    compute_posture(model_, state_, posture_);
    compute_motion(model_, posture_, state_, motion_);
    Eigen::VectorXd all = Eigen::VectorXd::Zero(model_.velocity_count());
    all.tail(model_.joint_count()) = accelerations;
    Eigen::VectorXd torques = Eigen::VectorXd::Zero(model_.velocity_count());
    compute_inverse_dynamics(model_, posture_, motion_, all, forces_, torques);
    return torques;
  }

 private:
  TreeModel model_;
  TreeState state_;
  TreePosture posture_;
  TreeMotion motion_;
  TreeForces forces_;
};

constexpr int kJoints = 7;
constexpr double kDuration = 10.0;  // s; the paper does not say how long its figures are
constexpr double kStep = 0.02;      // s

/// Linear parts v of the screw axes, Eqs. (10), (11), m.
constexpr std::array<std::array<double, 3>, kJoints> kPrintedScrews{{{0.0, 0.0, 0.0},
                                                                     {-0.317, 0.0, 0.081},
                                                                     {0.0, 0.317, -0.1925},
                                                                     {-0.317, 0.0, 0.481},
                                                                     {0.0, 0.317, -0.024},
                                                                     {-0.317, 0.0, 0.881},
                                                                     {0.0, 0.317, -0.1603}}};

/// Angles, rates or accelerations of all joints.
struct JointMotion {
  Eigen::VectorXd angles{kJoints};         // rad
  Eigen::VectorXd rates{kJoints};          // rad/s
  Eigen::VectorXd accelerations{kJoints};  // rad/s^2
};

/// The paper's Table 1: odd joints sin t, even joints cos t.
JointMotion table1(double t) {
  JointMotion motion;
  for (int i = 0; i < kJoints; ++i) {
    const double phase = i % 2 == 0 ? t : t + 0.5 * M_PI;
    motion.angles[i] = std::sin(phase);
    motion.rates[i] = std::cos(phase);
    motion.accelerations[i] = -std::sin(phase);
  }
  return motion;
}

/// Sec. 4: from the reach along x to the upright reach by joint 2, along a quintic in the time given.
JointMotion raise_arm(double t, double duration) {
  const MotionPoint turn = evaluate(Quintic{.to = -0.5 * M_PI, .end = duration}, t);  // about y: x to z
  const Eigen::VectorXd joint2 = Eigen::VectorXd::Unit(kJoints, 1);
  return {turn.value * joint2, turn.rate * joint2, turn.acceleration * joint2};
}

/// The arm alone on the floor, its base frame that of the screw axes.
TreeParameters fix_arm(TreeParameters tree) {
  tree.base_kind = BaseKind::kFixed;
  tree.links.front().joint.position.setZero();
  return tree;
}

/// All curves over the trajectory of Table 1.
struct TrajectoryResult {
  std::vector<double> time;
  std::array<std::vector<double>, kJoints> torques;      // Denavit-Hartenberg, N m
  std::array<std::vector<double>, kJoints> differences;  // product of exponentials less that, N m
  std::array<std::vector<double>, 3> platform;           // N m
  double largest_difference = 0.0;                       // PoE - DH
  double largest_lie_difference = 0.0;                   // Lie group - DH
  double largest_tree_difference = 0.0;                  // recursive Newton-Euler - DH
  double largest_platform_difference = 0.0;              // Eq. (21) - recursive
};

TrajectoryResult follow_table1(const TreeParameters& tree) {
  const TreeParameters arm = fix_arm(tree);
  const DenavitHartenbergArm table = find_denavit_hartenberg(arm);
  const ScrewArm screws = screw_arm_from_tree(arm);
  TreeTorques arm_torques(arm);
  TreeTorques platform_torques(tree);
  TrajectoryResult result;
  const auto largest = [](double& most, const Eigen::VectorXd& difference) {
    most = std::max(most, difference.cwiseAbs().maxCoeff());
  };
  for (int k = 0; k <= static_cast<int>(std::lround(kDuration / kStep)); ++k) {
    const double t = k * kStep;
    const JointMotion joints = table1(t);
    const Eigen::VectorXd by_table = joint_torques(table, joints.angles, joints.rates, joints.accelerations);
    const ScrewDynamics dynamics = compute_screw_dynamics(screws, joints.angles, joints.rates);
    const Eigen::VectorXd difference = dynamics.M * joints.accelerations + dynamics.h - by_table;
    largest(result.largest_difference, difference);
    largest(result.largest_lie_difference,
            joint_torques(compute_lie_group_dynamics(arm, joints.angles, joints.rates), joints.rates,
                          joints.accelerations) -
                by_table);
    largest(result.largest_tree_difference,
            arm_torques(joints.angles, joints.rates, joints.accelerations) - by_table);
    BodyMotion motion;
    motion.joints = joints.angles;
    motion.joint_rates = joints.rates;
    motion.joint_accelerations = joints.accelerations;
    const Vector3 torque = compute_platform_torque(tree, motion).total();
    largest(result.largest_platform_difference,
            torque - platform_torques(joints.angles, joints.rates, joints.accelerations).head<3>());
    result.time.push_back(t);
    for (std::size_t i = 0; i < kJoints; ++i) {
      result.torques[i].push_back(by_table[i]);
      result.differences[i].push_back(difference[i]);
    }
    for (std::size_t i = 0; i < 3; ++i) result.platform[i].push_back(torque[i]);
  }
  return result;
}

double peak(const std::vector<double>& values) {
  double most = 0.0;
  for (const double value : values) most = std::max(most, std::abs(value));
  return most;
}

StudyTable compare_screws(const TreeParameters& tree) {
  const ScrewArm arm = screw_arm_from_tree(fix_arm(tree));
  StudyTable table{"Screw axes, Eqs. (10), (11): linear part v of the axis at the home posture", {}};
  for (std::size_t i = 0; i < kJoints; ++i) {
    for (std::size_t c = 0; c < 3; ++c) {
      if (kPrintedScrews[i][c] == 0.0) continue;
      const std::string name = "S" + std::to_string(i + 1) + ", v_" + std::string(1, "xyz"[c]);
      table.rows.push_back({name, i < 4 ? "Eq. (10)" : "Eq. (11)", "m", kPrintedScrews[i][c],
                            arm.links[i].screw[3 + c], 5e-5});
    }
  }
  return table;
}

StudyTable compare_torques(const TrajectoryResult& result) {
  StudyTable table{"Joint torques along the trajectory of Table 1", {}};
  const std::string masses = "Masses, mass centres and inertias are assumed: the paper prints none.";
  for (std::size_t i = 0; i < kJoints; ++i) {
    table.rows.push_back(ours_only("peak torque of joint " + std::to_string(i + 1), "Figs. 2, 4", "N m",
                                   peak(result.torques[i]), i == 0 ? masses : ""));
  }
  table.rows.push_back({"largest difference, product of exponentials less Denavit-Hartenberg", "Sec. 3",
                        "N m", 4.0, result.largest_difference, 1e-9,
                        "For the same links both methods give the same torques; the paper's 4 N m are a "
                        "difference of its two sets of links, not of the methods."});
  table.rows.push_back(ours_only("the same for the Lie-group recursion, Eqs. (1)-(7)", "Sec. 2", "N m",
                                 result.largest_lie_difference, "With the minus sign that Eq. (4) lacks."));
  table.rows.push_back({"Denavit-Hartenberg less an independent simulation", "Fig. 3", "N m", 0.0,
                        result.largest_tree_difference, 1e-9,
                        "Ours is the recursive Newton-Euler algorithm on the tree instead of SimScape; the "
                        "paper calls the results identical."});
  return table;
}

StudyTable compare_raise(const TreeParameters& tree) {
  constexpr double kRaise = 5.0;  // s, assumed
  TreeTorques torques(fix_arm(tree));
  std::array<double, kJoints> peaks{};
  for (int k = 0; k <= 500; ++k) {
    const JointMotion joints = raise_arm(kRaise * k / 500.0, kRaise);
    const Eigen::VectorXd torque = torques(joints.angles, joints.rates, joints.accelerations);
    for (std::size_t i = 0; i < kJoints; ++i) peaks[i] = std::max(peaks[i], std::abs(torque[i]));
  }
  const auto joint = std::max_element(peaks.begin(), peaks.end()) - peaks.begin();
  StudyTable table{"Motion from the reach along x to the upright reach, Sec. 4", {}};
  table.rows.push_back({"joint with the largest torque", "Sec. 4", "", 2.0, static_cast<double>(joint + 1),
                        0.5,
                        "The measured motion is only in figures; assumed is a quintic of joint 2 in 5 s."});
  table.rows.push_back(ours_only("its peak torque", "Fig. 9", "N m", peaks[joint]));
  return table;
}

StudyTable compare_platform(const TrajectoryResult& result) {
  StudyTable table{"Torque about the spherical air bearing, Sec. 5, Eqs. (14)-(21) corrected", {}};
  for (std::size_t i = 0; i < 3; ++i) {
    table.rows.push_back(
        ours_only("peak about " + std::string(1, "xyz"[i]), "Fig. 22", "N m", peak(result.platform[i]),
                  i == 0 ? "Offsets from the bearing and the control box are assumed." : ""));
  }
  table.rows.push_back({"Eq. (21) less an independent simulation", "Fig. 23", "N m", 0.0,
                        result.largest_platform_difference, 1e-9,
                        "Ours is the recursive inverse dynamics of the tree on a spherical base; the paper "
                        "calls its error negligible."});
  return table;
}

PlotPanel make_panel(const std::string& title, std::span<const std::vector<double>> curves,
                     const std::vector<std::string>& names, double scale, const std::string& unit) {
  PlotPanel panel;
  panel.title = title;
  panel.unit = unit;
  for (std::size_t i = 0; i < curves.size(); ++i) {
    PlotSeries series{names[i], static_cast<int>(i) + 1, CurveStyle::kThin, curves[i]};
    for (double& value : series.values) value *= scale;
    panel.series.push_back(std::move(series));
  }
  return panel;
}

Figure draw(const std::string& id, const std::string& heading, const std::string& caption,
            const TrajectoryResult& result, std::vector<PlotPanel> panels) {
  TimePlot plot = plot_over(result.time, id, heading, caption);
  plot.panels = std::move(panels);
  return {heading, caption, draw_time_plot(plot)};
}

std::vector<Figure> draw_figures(const TrajectoryResult& result) {
  const std::span all(result.torques);
  const std::span differences(result.differences);
  return {draw("korczyk-torques", "Joint torques, as in Figs. 2 and 4",
               "Along the trajectory of Table 1. Joint 2 carries the arm.", result,
               {make_panel("Joints 1 to 4", all.first(4), {"1", "2", "3", "4"}, 1.0, "N m"),
                make_panel("Joints 5 to 7", all.last(3), {"5", "6", "7"}, 1.0, "N m")}),
          draw("korczyk-differences", "Product of exponentials less Denavit-Hartenberg, as in Fig. 5",
               "Rounding only. The paper's figure shows up to 4 N m.", result,
               {make_panel("Joints 1 to 4", differences.first(4), {"1", "2", "3", "4"}, 1e15, "1e-15 N m"),
                make_panel("Joints 5 to 7", differences.last(3), {"5", "6", "7"}, 1e15, "1e-15 N m")}),
          draw("korczyk-platform", "Torque about the air bearing, as in Fig. 22",
               "What holds platform, box and arm in place while the arm follows Table 1.", result,
               {make_panel("Torque", result.platform, {"about x", "about y", "about z"}, 1.0, "N m")})};
}

}  // namespace

StudyReport run_korczyk_2021(const StudyInput& input) {
  const TreeParameters tree = load_tree((input.configs / "models/sawyer_on_bearing.yaml").string());
  if (input.on_progress) input.on_progress("seven-joint arm along the trajectory of Table 1");
  const TrajectoryResult result = follow_table1(tree);
  StudyReport report;
  report.name = "korczyk_2021";
  report.citation =
      "J. J. Korczyk, D. Posada, A. Malik, T. Henderson: Modeling of an On-Orbit Maintenance Robotic Arm "
      "Test-Bed, AAS 21-760, 2021.";
  report.summary =
      "Seven-joint arm on a platform on a spherical air bearing: its screw axes, its joint torques by four "
      "formulations, and the torque about the bearing. All four formulations agree to rounding; the paper "
      "finds 4 N m between two of them.";
  report.tables = {compare_screws(tree), compare_torques(result), compare_raise(tree),
                   compare_platform(result)};
  report.figures = draw_figures(result);
  report.notes = {
      "Masses, mass centres and inertias of the links, the tool, the arm's place on the platform and the "
      "control box are not in the text: torques can be compared between methods, not with the paper's "
      "curves.",
      "Figures 6 to 18 show measurements of the lab's own robot; the text prints none of them in numbers.",
      "Eq. (4) lacks the minus sign that Eq. (3) carries; Eq. (5) needs ad*_V = -ad_V^T.",
      "Eq. (14) is the angular momentum of a body that turns about the bearing. A link of the arm has H = I "
      "w + m r x r'. Eq. (16) omits w; in Eqs. (20), (21) F is the force that supports a link, -m g."};
  return report;
}

}  // namespace freefloat
