#include <iostream>
#include <stdexcept>

#include "app/command_line/number_list.h"
#include "app/commands/commands.h"
#include "app/output/cyclic_correction_output.h"
#include "config/load/load_parts.h"
#include "spatial/config/load_tree.h"
#include "spatial/tree/check_tree.h"
#include "spatial/tree/planar_tree.h"

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
      read_number_list("--joints-rad", arguments.joints, tree.joint_count(), joint_names(tree)),
      read_number_list("--start-euler-rad", arguments.start, 3, angles),
      read_number_list("--goal-euler-rad", arguments.goal, 3, angles),
      {}};
  VehicleResponse response(model);
  auto sets = reorient_vehicle(response, correction.joints, correction.start, correction.goal, config);
  if (!sets) throw std::runtime_error(arguments.file + ": " + sets.error());
  correction.sets = *std::move(sets);
  std::cout << (arguments.json ? correction_to_json(correction).dump(2) + "\n"
                               : format_correction(correction));
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
