#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <algorithm>
#include <random>

#include "drawing/xy_plot.h"
#include "spatial/config/load_tree.h"
#include "spatial/formulations/explicit_lagrangian.h"
#include "spatial/symbolic/generate_code.h"
#include "studies/energy_lagrange.h"
#include "studies/study.h"

namespace freefloat {

namespace {

/// Coordinates and rates of a free base with joints.
struct DrawnState {
  Eigen::VectorXd q;
  Eigen::VectorXd rates;
};

class StateDrawing {
 public:
  DrawnState state(const TreeParameters& tree) {
    const int size = 6 + tree.joint_count();
    DrawnState drawn{vector(size, 3.0), vector(size, 1.0)};
    drawn.q[4] = number(1.3);  // the Euler angles are singular at 90 deg
    return drawn;
  }

 private:
  double number(double size) {
    // The top 53 bits: the same on every machine.
    constexpr double kPerUnit = 9007199254740992.0;
    return size * (2.0 * (static_cast<double>(engine_() >> 11U) / kPerUnit) - 1.0);
  }
  Eigen::VectorXd vector(int length, double size) {
    Eigen::VectorXd values(length);
    for (double& value : values) value = number(size);
    return values;
  }

  std::mt19937_64 engine_{2004};
};

ExplicitLagrangian explicit_at(const TreeParameters& tree, const DrawnState& at) {
  return compute_explicit_lagrangian(tree, EulerSequence::kZyx, at.q, at.rates);
}

/// Table 1: explicit equations less the kinetic energy in Lagrange's equations.
StudyTable compare_verification(const TreeParameters& tree) {
  StateDrawing draw;
  const DrawnState at = draw.state(tree);
  const ExplicitLagrangian ours = explicit_at(tree, at);
  const EnergyLagrange simple = differentiate_energy(tree, at.q, at.rates);
  StudyTable table{"Explicit equations less the simple program, Table 1", {}};
  const double arms = static_cast<double>(tree.end_points.size());
  table.rows.push_back({"degrees of freedom", "Fig. 3", "", 14.0, static_cast<double>(at.q.size()), 0.0});
  table.rows.push_back({"manipulators and appendages", "Fig. 3", "", 3.0, arms, 0.0});
  constexpr double kRounding = 1e-13;  // the paper: of the order of 1e-13 and lower
  const auto add = [&](const std::string& what, double paper, double difference, const std::string& remark) {
    table.rows.push_back({what, "Table 1", "", paper, difference, kRounding, remark});
  };
  add("largest difference in C", 0.47e-14, (ours.C - simple.C).cwiseAbs().maxCoeff(),
      "SI units. Rounding: its size compares, its digits do not. The paper prints neither parameters nor "
      "coordinates; ours are those of three_appendages.yaml and one random state.");
  struct Column {
    int index;
    double paper;
  };
  for (const auto& [index, paper] : {Column{1, 0.11e-13}, Column{2, 0.71e-14}, Column{3, 0.14e-13},
                                     Column{4, 0.14e-13}, Column{14, 0.56e-16}}) {
    const Eigen::VectorXd difference = ours.H.col(index - 1) - simple.H.col(index - 1);
    add("largest difference in column " + std::to_string(index) + " of H", paper,
        difference.cwiseAbs().maxCoeff(), "");
  }
  return table;
}

/// The same over many states, relative to the largest entry.
StudyTable compare_many_states(const TreeParameters& tree) {
  constexpr int kStates = 1000;
  StateDrawing draw;
  double largest_h = 0.0;
  double largest_c = 0.0;
  for (int i = 0; i < kStates; ++i) {
    const DrawnState at = draw.state(tree);
    const ExplicitLagrangian ours = explicit_at(tree, at);
    const EnergyLagrange simple = differentiate_energy(tree, at.q, at.rates);
    largest_h =
        std::max(largest_h, (ours.H - simple.H).cwiseAbs().maxCoeff() / simple.H.cwiseAbs().maxCoeff());
    largest_c =
        std::max(largest_c, (ours.C - simple.C).cwiseAbs().maxCoeff() / simple.C.cwiseAbs().maxCoeff());
  }
  StudyTable table{"The same at 1000 random states", {}};
  const std::string remark =
      "The paper: of the same order for several other trials. Relative to the largest entry.";
  table.rows.push_back(ours_only("largest difference in H", "Sec. 6", "", largest_h, remark));
  table.rows.push_back(ours_only("largest difference in C", "Sec. 6", "", largest_c, remark));
  return table;
}

/// What the joints feel of the arm's inertia.
struct JointInertia {
  Eigen::MatrixXd fixed;     ///< H of the arm on a base that cannot move
  Eigen::VectorXd fixed_c;   ///< C of the same
  Eigen::MatrixXd floating;  ///< H of the joints when the base answers and no force acts on it
};

JointInertia joint_inertia(const TreeParameters& tree, const DrawnState& at) {
  const int n = tree.joint_count();
  DrawnState held = at;
  held.rates.head<6>().setZero();
  const ExplicitLagrangian dynamics = explicit_at(tree, held);
  const Eigen::MatrixXd mixed = dynamics.H.topRightCorner(6, n);
  const Eigen::MatrixXd base = dynamics.H.topLeftCorner<6, 6>();
  JointInertia inertia;
  inertia.fixed = dynamics.H.bottomRightCorner(n, n);
  inertia.fixed_c = dynamics.C.tail(n);
  inertia.floating = inertia.fixed - mixed.transpose() * base.llt().solve(mixed);
  return inertia;
}

/// @return How many entries changed by more than rounding.
double count_changes(const Eigen::MatrixXd& before, const Eigen::MatrixXd& after) {
  const double rounding = 1e-11 * before.cwiseAbs().maxCoeff();
  return static_cast<double>(((after - before).cwiseAbs().array() > rounding).count());
}

/// Sec. 5: which elements know of the mass properties of link 1.
StudyTable compare_dependence(const TreeParameters& arm) {
  StateDrawing draw;
  const DrawnState at = draw.state(arm);
  TreeParameters heavier = arm;
  heavier.links[0].body.mass *= 1.1;
  heavier.links[0].body.inertia *= 1.2;
  const JointInertia before = joint_inertia(arm, at);
  const JointInertia after = joint_inertia(heavier, at);
  StudyTable table{"What depends on the mass properties of link 1, Eq. (24), six-joint arm", {}};
  table.rows.push_back({"elements of H, fixed base", "Sec. 5", "", 1.0,
                        count_changes(before.fixed, after.fixed), 0.0,
                        "H_11 only. Link 1's mass and inertia are changed by 10 and 20 %."});
  table.rows.push_back(
      {"elements of C, fixed base", "Sec. 5", "", 1.0, count_changes(before.fixed_c, after.fixed_c), 0.0,
       "The paper names C_1. A first joint that turns a rigid link about a fixed axis has no "
       "velocity term of that link: the mass of link 1 is in none of them."});
  table.rows.push_back({"elements of H, free-floating", "Sec. 5", "", 36.0,
                        count_changes(before.floating, after.floating), 0.0,
                        "All of them: the base's motion is eliminated, no external force."});
  TreeParameters anchored = arm;
  anchored.base.mass *= 1e9;
  anchored.base.inertia *= 1e9;
  const JointInertia limit = joint_inertia(anchored, at);
  table.rows.push_back(
      ours_only("free-floating H less fixed-base H for a base 1e9 times as heavy, relative", "Sec. 6", "",
                (limit.floating - limit.fixed).cwiseAbs().maxCoeff() / limit.fixed.cwiseAbs().maxCoeff(),
                "The paper's limiting case, a spacecraft of infinite mass."));
  return table;
}

/// H and C of a robot as generated code, no J.
GeneratedCounts count_dynamics(const TreeParameters& tree, const std::vector<std::string>& symbols) {
  GenerateOptions options;
  options.symbolic_parameters = symbols;
  options.quantities = {GeneratedQuantity::kMassMatrix, GeneratedQuantity::kVelocityTerms};
  return generate_code(tree, options).functions.back();
}

StudyTable compare_lengths(const TreeParameters& tree) {
  const GeneratedCounts numbers = count_dynamics(tree, {"none"});
  const GeneratedCounts symbols = count_dynamics(tree, {"all"});
  StudyTable table{"Length of the symbolic model, H and C of the 14 degrees of freedom, Sec. 6", {}};
  const auto add = [&](const std::string& what, double operations, const std::string& remark) {
    table.rows.push_back(ours_only(what, "Sec. 6", "operations", operations, remark));
  };
  add("every element as one formula, parameters numbers", numbers.written_out.total(),
      "The paper prints no lengths; it calls the formulas of its simple program very long.");
  add("rotations, mass centres, velocities computed once", numbers.with_names.total(), "");
  add("common subexpressions computed once, parameters numbers", numbers.after.total(), "");
  add("the same, all parameters symbols", symbols.after.total(),
      "Longer, as the paper says: nothing is zero any more.");
  return table;
}

/// The first joints of a serial arm.
TreeParameters first_joints(TreeParameters arm, int joints) {
  arm.links.resize(joints);
  arm.end_points.clear();
  return arm;
}

Figure draw_lengths(const TreeParameters& arm) {
  XyPlot plot{.id = "moosavian-lengths",
              .title = "Operations of H and C over the number of joints",
              .x = {"joints of the arm on a free base"},
              .y = {"operations", AxisScale::kLogarithmic}};
  plot.curves = {{"each element as one formula", 1, false, {}},
                 {"named quantities once", 2, false, {}},
                 {"common subexpressions once", 3, false, {}}};
  for (int n = 1; n <= arm.joint_count(); ++n) {
    const GeneratedCounts counts = count_dynamics(first_joints(arm, n), {"none"});
    const double joints = n;
    plot.curves[0].points.emplace_back(joints, counts.written_out.total());
    plot.curves[1].points.emplace_back(joints, counts.with_names.total());
    plot.curves[2].points.emplace_back(joints, counts.after.total());
  }
  plot.description = fmt::format(
      "From 1 to {} joints the formulas written out grow from {:.0f} to {:.0f} operations; with common "
      "subexpressions computed once from {:.0f} to {:.0f}.",
      arm.joint_count(), plot.curves[0].points.front().y(), plot.curves[0].points.back().y(),
      plot.curves[2].points.front().y(), plot.curves[2].points.back().y());
  return {plot.title, plot.description, draw_xy_plot(plot), false};
}

}  // namespace

StudyReport run_moosavian_papadopoulos_2004(const StudyInput& input) {
  const TreeParameters appendages = load_tree((input.configs / "models/three_appendages.yaml").string());
  const TreeParameters arm = load_tree((input.configs / "models/single_arm.yaml").string());
  if (input.on_progress) input.on_progress("explicit equations of 14 degrees of freedom at 1000 states");
  StudyReport report;
  report.name = "moosavian_papadopoulos_2004";
  report.citation =
      "S. A. A. Moosavian, E. Papadopoulos: Explicit dynamics of space free-flyers with multiple "
      "manipulators via SPACEMAPLE, 2004.";
  report.summary =
      "The explicit mass matrix, Eq. (15), and velocity terms, Eq. (17), of a system of 14 degrees of "
      "freedom agree with the kinetic energy in Lagrange's equations to rounding, as in the paper's Table 1.";
  report.tables = {compare_verification(appendages), compare_many_states(appendages),
                   compare_dependence(arm)};
  if (input.on_progress) input.on_progress("formulas by computer algebra");
  report.tables.push_back(compare_lengths(appendages));
  report.figures = {draw_lengths(arm)};
  report.notes = {
      "The paper prints no parameter of any system and no coordinates: Table 1 can be compared in size only. "
      "Figures 1 to 3 are sketches.",
      "Eq. (17b): its fifth term must hold the second derivatives of R_C0, which are zero. As printed, with "
      "those of r_Ck, it spoils C. All derivatives of omega in Eqs. (17b), (17c) are taken in the body's "
      "axes.",
      "Eq. (A.18): the third term needs the derivative of r_k by q_i. The third and fourth brackets of Eqs. "
      "(14), (A.20) are run together.",
      "Eq. (24) is for a fixed base."};
  return report;
}

}  // namespace freefloat
