#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "app/commands/commands.h"
#include "app/output/answer.h"
#include "config/load/load_parts.h"
#include "config_kinds/check_file.h"
#include "spatial/config/load_tree.h"
#include "spatial/symbolic/generate_code.h"
#include "spatial/tree/planar_tree.h"

namespace freefloat {

namespace {

constexpr const char* kGenerateFooter =
    R"(Parameters that stay symbols become members of a struct; all others become the model's numbers, which makes the
code shorter and quicker. Several, separated by commas:
  m, I, c, p, e    all masses, inertias, mass centres, joint positions (also: l), end points
  all, none        everything of these; nothing (default)
  link_1.mass      one of them; .inertia, .mass_centre, .joint_position and an end point's .position are all their
                   components, link_1.inertia.xx and link_1.mass_centre.x one
Axes of joints and rotations are always numbers.

The file needs <math.h> only. The ending of its name chooses what it is: .h and .hpp hold inline functions to be
included, anything else functions that can be linked. Equations: Moosavian & Papadopoulos (2004), Eqs. (15)-(21); the conventions stand in the file.

Examples:
  freefloat generate configs/models/single_arm.yaml --symbolic-parameters m,I --output single_arm.cpp
  freefloat generate configs/robots/yoshida_umetani.yaml --language c --what H,C --output robot.h
  freefloat generate configs/models/two_arms.yaml --symbolic-parameters link_1.mass --end-point left_hand)";

struct GenerateArguments {
  std::string model;
  std::vector<std::string> symbolic_parameters;
  std::string language = "cpp";
  std::string base;
  std::string euler;
  std::vector<std::string> end_points;
  std::vector<std::string> what;
  std::string output;
  std::string code_namespace;
  bool keep_zeros = false;
  bool json = false;
};

/// Spatial models, and planar robots as the trees that they are.
TreeParameters load_any_model(const std::string& path) {
  const std::string kind = check_file(path);
  if (kind == "robot") return tree_from_planar(load_robot(path));
  if (kind == "model") return load_tree(path);
  throw std::invalid_argument(path + ": is a " + kind + " file; a model or a robot is wanted");
}

GeneratedQuantity quantity_of(const std::string& name) {
  static const std::map<std::string, GeneratedQuantity> kQuantities{
      {"H", GeneratedQuantity::kMassMatrix},
      {"C", GeneratedQuantity::kVelocityTerms},
      {"J_Q", GeneratedQuantity::kForceMatrix},
      {"J_C", GeneratedQuantity::kTaskJacobian},
      {"J_C_rate", GeneratedQuantity::kTaskJacobianRate}};
  const auto found = kQuantities.find(name);
  if (found == kQuantities.end()) {
    throw std::invalid_argument("--what: '" + name + "' is unknown; use H, C, J_Q, J_C, J_C_rate");
  }
  return found->second;
}

void choose_base(const std::string& base, TreeParameters& tree) {
  if (base.empty()) return;
  if (tree.base_kind == BaseKind::kFixed || tree.base_kind == BaseKind::kSpherical) return;  // refused later
  tree.base_kind = base == "planar" ? BaseKind::kPlanar : BaseKind::kFree;
}

std::string table_of(const GeneratedCode& code) {
  const auto count = [](const OperationCount& c) {
    return fmt::format("{:>9.4g} {:>9.4g} {:>5.4g}", c.additions, c.multiplications, c.sines);
  };
  std::string text = fmt::format(
      "{:<28} {:^25}   {:^25}   {:^25}\n{:<28} {:>9} {:>9} {:>5}   {:>9} {:>9} {:>5}   {:>9} {:>9} {:>5}\n",
      "operations", "each entry written out", "named quantities once", "as generated", "", "add", "mul",
      "sin", "add", "mul", "sin", "add", "mul", "sin");
  for (const GeneratedCounts& function : code.functions) {
    text += fmt::format("{:<28} {}   {}   {}\n", function.function, count(function.written_out),
                        count(function.with_names), count(function.after));
  }
  return text;
}

nlohmann::ordered_json json_of(const GeneratedCode& code, const std::string& output) {
  const auto count = [](const OperationCount& c) {
    return nlohmann::ordered_json{
        {"additions", c.additions}, {"multiplications", c.multiplications}, {"sines_and_cosines", c.sines}};
  };
  nlohmann::ordered_json json{{"output", output}, {"symbolic_parameters", code.parameters}};
  for (const GeneratedCounts& function : code.functions) {
    json["functions"].push_back({{"name", function.function},
                                 {"written_out", count(function.written_out)},
                                 {"with_named_quantities", count(function.with_names)},
                                 {"generated", count(function.after)}});
  }
  return json;
}

bool generate(const GenerateArguments& arguments) {
  TreeParameters tree = load_any_model(arguments.model);
  choose_base(arguments.base, tree);
  GenerateOptions options;
  options.symbolic_parameters = arguments.symbolic_parameters;
  options.keep_zeros = arguments.keep_zeros;
  options.c_language = arguments.language == "c";
  const std::string extension = std::filesystem::path(arguments.output).extension().string();
  options.header = extension == ".h" || extension == ".hpp";
  if (!arguments.euler.empty() && tree.base_kind == BaseKind::kPlanar) {
    throw std::invalid_argument(arguments.model + ": --euler: a planar base has one angle; leave it out");
  }
  options.sequence = arguments.euler == "xyz" ? EulerSequence::kXyz : EulerSequence::kZyx;
  options.end_points = arguments.end_points;
  for (const std::string& name : arguments.what) options.quantities.push_back(quantity_of(name));
  options.code_namespace = arguments.code_namespace;
  options.model_file = std::filesystem::path(arguments.model).filename().string();
  GeneratedCode code;
  try {
    code = generate_code(tree, options);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(arguments.model + ": " + error.what());
  }
  if (arguments.output.empty()) {
    std::cout << code.source;
    std::cerr << table_of(code);
    return static_cast<bool>(std::cout.flush());
  }
  std::ofstream file(arguments.output, std::ios::binary);
  file << code.source;
  file.close();
  if (!file) throw std::runtime_error(arguments.output + ": cannot be written");
  print_answer(
      arguments.json, json_of(code, arguments.output),
      fmt::format("{}: {} bytes, {} functions, {} symbolic parameters\n{}", arguments.output,
                  code.source.size(), code.functions.size(), code.parameters.size(), table_of(code)));
  return true;
}

}  // namespace

void add_generate_command(Command& program) {
  auto [command, arguments] = program.add_subcommand(
      "generate", "Write a robot's explicit dynamics H, C, J_Q, J_C, dJ_C/dt as C++ or C", generate);
  command.add_file("MODEL.yaml", arguments.model, "spatial model (YAML or URDF) or planar robot");
  command.add_option("--symbolic-parameters", arguments.symbolic_parameters, "what stays symbols; see below")
      .comma_separated();
  command.add_flag("--keep-zeros", arguments.keep_zeros, "zeros of the model stay zeros even so");
  command.add_option("--language", arguments.language, "C++17 or C11").one_of({"cpp", "c"}).show_default();
  command.add_option("--base", arguments.base, "planar: 3 freedoms, spatial: 6; default: as the file says")
      .one_of({"planar", "spatial"});
  command
      .add_option("--euler", arguments.euler,
                  "Euler angles of a spatial base: zyx (default) is T0 = Rz Ry Rx, xyz is Rx Ry Rz")
      .one_of({"zyx", "xyz"});
  command.add_option("--end-point", arguments.end_points, "for J_C and its rate; default: all")
      .comma_separated();
  command.add_option("--what", arguments.what, "H, C, J_Q, J_C, J_C_rate; default: all").comma_separated();
  command.add_option("--namespace", arguments.code_namespace,
                     "C++ namespace, prefix of all names in C; default: the model's name");
  Option output = command.add_option("--output", arguments.output, "write it here; default: standard output");
  command.add_flag("--json", arguments.json, "print the numbers of operations as JSON").needs(output);
  command.footer(kGenerateFooter);
}

}  // namespace freefloat
