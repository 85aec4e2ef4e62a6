#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "answers/state_json.h"
#include "app/command_line/number_list.h"
#include "app/commands/commands.h"
#include "app/output/answer.h"
#include "config/load/load_parts.h"
#include "spatial/config/load_tree.h"
#include "spatial/tree/check_tree.h"
#include "spatial/tree/planar_tree.h"
#include "spatial/virtual_manipulator/reorient_vehicle.h"
#include "types/angle.h"

namespace freefloat {

namespace {

constexpr const char* kCyclicFooter =
    R"(The self-correcting manoeuvre of Dubowsky & Vafa 1987: sets of equal cycles in joint space, each +dV, +dW, -dV, -dW
along straight lines, each set planned from where the last one led; the momentum is zero, and what a cycle does is
integrated exactly. Joints are in the order of the model's links; angles in rad, shifts in m.
Example:
  freefloat cyclic-correction configs/models/dubowsky_vafa_1987_spatial.yaml --joints-rad 0.785,0.785,0.785 \
    --start-euler-rad 0.8727,0.6981,0.6109 --goal-euler-rad 0.7854,0.7854,0.6109
Exit code 1: the goal was not reached, or cannot be.)";

struct CyclicCorrectionArguments {
  std::string file, joints, start, goal, sequence = "zyx";
  ReorientationConfig config;
  bool json = false;
};

/// A correction that was asked for, and what came of it.
struct CyclicCorrection {
  const TreeParameters& tree;
  const ReorientationConfig& config;
  const std::string& sequence;      ///< of the Euler angles, as it was given
  Eigen::VectorXd joints;           ///< where every cycle begins and ends, rad or m
  Vector3 start = Vector3::Zero();  ///< Euler angles, rad
  Vector3 goal = Vector3::Zero();   ///< the same
  std::vector<CycleSet> sets;

  /// @return Whether the last set has led to the goal.
  bool reached() const {
    const Matrix3 from = rotation_from_euler(config.sequence, start);
    const Matrix3 turn = from.transpose() * rotation_from_euler(config.sequence, goal);
    return (sets.empty() ? vector_from_rotation(turn).norm() : sets.back().missing) <= config.tolerance;
  }
};

/// Angles in degrees, shifts in metres, in the order of the joints.
std::string joints_text(const TreeParameters& tree, const Eigen::VectorXd& values) {
  std::string text;
  for (int i = 0; i < tree.joint_count(); ++i) {
    const bool turns = tree.links[i].joint.kind == JointKind::kRevolute;
    text += fmt::format("{}{:.5g} {}", i > 0 ? ", " : "", turns ? rad_to_deg(values[i]) : values[i],
                        turns ? "deg" : "m");
  }
  return text;
}

std::string euler_text(const Vector3& angles) {
  // A zero of either sign is printed without one.
  const Vector3 degrees = rad_to_deg(1.0) * angles + Vector3::Zero();
  return fmt::format("{:.6g}, {:.6g}, {:.6g} deg", degrees[0], degrees[1], degrees[2]);
}

/// @return Names of the joints that a cycle leads beyond their limits.
std::vector<std::string> beyond_limits(const CyclicCorrection& c) {
  std::vector<std::string> names;
  for (int i = 0; i < c.tree.joint_count(); ++i) {
    const TreeJoint& joint = c.tree.links[i].joint;
    bool beyond = false;
    for (const CycleSet& set : c.sets) {
      for (const JointRectangle& sides : set.cycle) {
        for (const double way : {0.0, sides.dV[i], sides.dW[i], sides.dV[i] + sides.dW[i]}) {
          const double place = c.joints[i] + way;
          beyond = beyond || place < joint.min || place > joint.max;
        }
      }
    }
    if (beyond) names.push_back(joint.name);
  }
  return names;
}

std::string format_correction(const CyclicCorrection& c) {
  std::string text = fmt::format("{}: from {} to {} ({})\n", c.tree.name, euler_text(c.start),
                                 euler_text(c.goal), c.sequence);
  text += fmt::format("joints {} at {}\n", joint_names(c.tree), joints_text(c.tree, c.joints));
  for (std::size_t i = 0; i < c.sets.size(); ++i) {
    const CycleSet& set = c.sets[i];
    text += fmt::format("set {}: {} cycles, each +dV, +dW, -dV, -dW\n", i + 1, set.times);
    for (const JointRectangle& sides : set.cycle) {
      text +=
          fmt::format("  dV  {}\n  dW  {}\n", joints_text(c.tree, sides.dV), joints_text(c.tree, sides.dW));
    }
    text += fmt::format("  leads to {}; {:.3g} deg are missing\n", euler_text(set.angles),
                        rad_to_deg(set.missing));
  }
  for (const std::string& name : beyond_limits(c)) text += fmt::format("beyond its limit: {}\n", name);
  return text + (c.reached() ? fmt::format("reached in {} sets\n", c.sets.size())
                             : fmt::format("not reached in {} sets: take more sets, or more cycles a set\n",
                                           c.sets.size()));
}

nlohmann::ordered_json correction_to_json(const CyclicCorrection& c) {
  nlohmann::ordered_json json{{"model", c.tree.name},
                              {"joints", nlohmann::ordered_json::array()},
                              {"joints_rad", to_array(c.joints)},
                              {"sequence", c.sequence},
                              {"start_rad", to_array(c.start)},
                              {"goal_rad", to_array(c.goal)},
                              {"sets", nlohmann::ordered_json::array()}};
  for (const TreeLink& link : c.tree.links) json["joints"].push_back(link.joint.name);
  for (const CycleSet& set : c.sets) {
    nlohmann::ordered_json cycle = nlohmann::ordered_json::array();
    for (const JointRectangle& sides : set.cycle)
      cycle.push_back({{"dV_rad", to_array(sides.dV)}, {"dW_rad", to_array(sides.dW)}});
    json["sets"].push_back({{"times", set.times},
                            {"cycle", std::move(cycle)},
                            {"turn", to_rows(set.turn)},
                            {"angles_rad", to_array(set.angles)},
                            {"missing_rad", set.missing}});
  }
  json["beyond_limits"] = beyond_limits(c);
  json["reached"] = c.reached();
  return json;
}

bool correct(CyclicCorrectionArguments arguments) {
  const TreeModel model(is_tree_file(arguments.file) ? load_tree(arguments.file)
                                                     : tree_from_planar(load_robot(arguments.file)));
  const TreeParameters& tree = model.parameters();
  if (tree.base_kind == BaseKind::kFixed)
    throw std::invalid_argument(arguments.file + ": the base is fixed: no motion of the joints turns it");
  ReorientationConfig& config = arguments.config;
  config.sequence = arguments.sequence == "zyx" ? EulerSequence::kZyx : EulerSequence::kXyz;
  const std::string angles = "about " + std::string(arguments.sequence == "zyx" ? "z, y, x" : "x, y, z");
  CyclicCorrection correction{
      tree,
      config,
      arguments.sequence,
      read_number_list("--joints-rad", arguments.joints, tree.joint_count(), joint_names(tree)),
      read_number_list("--start-euler-rad", arguments.start, 3, angles),
      read_number_list("--goal-euler-rad", arguments.goal, 3, angles),
      {}};
  VehicleResponse response(model);
  correction.sets =
      value_or_throw(reorient_vehicle(response, correction.joints, correction.start, correction.goal, config),
                     arguments.file + ": ");
  print_answer(arguments.json, correction_to_json(correction), format_correction(correction));
  return correction.reached();
}

}  // namespace

void add_cyclic_correction_command(Command& program) {
  auto [command, arguments] = program.add_subcommand(
      "cyclic-correction", "Turn the base of a floating model by closed motions of its joints", correct);
  command.footer(kCyclicFooter);
  command.add_file("FILE", arguments.file,
                   "spatial model (YAML, URDF), or planar robot; its base must be able to turn");
  command.add_option("--joints-rad", arguments.joints, "where every cycle begins and ends, n numbers")
      .required();
  command.add_option("--start-euler-rad", arguments.start, "attitude of the base before, three Euler angles")
      .required();
  command.add_option("--goal-euler-rad", arguments.goal, "attitude that is wanted, in the same angles")
      .required();
  command.add_option("--euler", arguments.sequence, "their sequence: R = Rz Ry Rx or Rx Ry Rz")
      .one_of({"zyx", "xyz"})
      .show_default();
  command.add_option("--cycles-per-set", arguments.config.cycles_per_set, "equal cycles before the next plan")
      .in_range(1, 1'000'000)
      .show_default();
  command.add_option("--most-sets", arguments.config.most_sets, "sets after which it ends in any case")
      .in_range(1, 10'000)
      .show_default();
  command.add_option("--tolerance-rad", arguments.config.tolerance, "turn that may be missing at the end")
      .in_range(1e-12, 1.0)
      .show_default();
  command.add_flag("--json", arguments.json, "print JSON");
}

}  // namespace freefloat
