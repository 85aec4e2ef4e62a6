#include "spatial/symbolic/generate_code.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <stdexcept>
#include <string_view>

#include "spatial/symbolic/source_text.h"

namespace freefloat {

namespace {

/// @return Whether C or C++ keeps the word for itself, so that nothing can have this name.
bool is_reserved_word(std::string_view word) {
  // C11, C++17 to C++20, and what every program has in its outermost scope.
  static constexpr std::array<std::string_view, 106> kWords{
      "alignas",     "alignof",      "and",          "and_eq",
      "asm",         "auto",         "bitand",       "bitor",
      "bool",        "break",        "case",         "catch",
      "char",        "char16_t",     "char32_t",     "char8_t",
      "class",       "co_await",     "co_return",    "co_yield",
      "compl",       "concept",      "const",        "const_cast",
      "consteval",   "constexpr",    "constinit",    "continue",
      "decltype",    "default",      "delete",       "do",
      "double",      "dynamic_cast", "else",         "enum",
      "explicit",    "export",       "extern",       "false",
      "float",       "for",          "friend",       "goto",
      "if",          "inline",       "int",          "long",
      "main",        "mutable",      "namespace",    "new",
      "noexcept",    "not",          "not_eq",       "nullptr",
      "operator",    "or",           "or_eq",        "private",
      "protected",   "public",       "register",     "reinterpret_cast",
      "requires",    "restrict",     "return",       "short",
      "signed",      "sizeof",       "static",       "static_assert",
      "static_cast", "std",          "struct",       "switch",
      "template",    "this",         "thread_local", "throw",
      "true",        "try",          "typedef",      "typeid",
      "typename",    "typeof",       "union",        "unsigned",
      "using",       "virtual",      "void",         "volatile",
      "wchar_t",     "while",        "xor",          "xor_eq",
      "sin",         "cos",          "tan",          "exp",
      "log",         "pow",          "sqrt",         "floor",
      "ceil",        "gamma"};
  return std::find(kWords.begin(), kWords.end(), word) != kWords.end();
}

void check(const TreeParameters& tree) {
  if (tree.base_kind == BaseKind::kFixed || tree.base_kind == BaseKind::kSpherical) {
    throw std::invalid_argument(
        "base.kind: the generated equations are those of a base that floats: free (6 freedoms) or planar "
        "(3); this model's is " +
        std::string(tree.base_kind == BaseKind::kFixed ? "fixed" : "spherical") +
        "; change it, or use --base");
  }
  if (!tree.gravity.isZero(0.0)) {
    throw std::invalid_argument(
        "gravity_m_s2: the generated equations are those of free flight and would leave it out; set it to "
        "zero");
  }
}

std::vector<int> find_end_points(const TreeParameters& tree, const std::vector<std::string>& wanted) {
  std::vector<int> found;
  for (std::size_t i = 0; i < tree.end_points.size(); ++i) {
    const bool chosen = std::find(wanted.begin(), wanted.end(), tree.end_points[i].name) != wanted.end();
    if (wanted.empty() || chosen) found.push_back(static_cast<int>(i));
  }
  for (const std::string& name : wanted) {
    const bool known = std::any_of(tree.end_points.begin(), tree.end_points.end(),
                                   [&](const EndPoint& end) { return end.name == name; });
    if (known) continue;
    std::string names;
    for (const EndPoint& end : tree.end_points) names += " " + end.name;
    throw std::invalid_argument("--end-point: '" + name + "' is no end point of this model; it has:" +
                                (names.empty() ? " none" : names));
  }
  return found;
}

/// Names of all end points as parts of identifiers, all different.
std::vector<std::string> end_point_names(const TreeParameters& tree) {
  std::vector<std::string> names;
  std::set<std::string> taken;
  for (const EndPoint& end : tree.end_points) {
    const std::string plain = make_identifier(end.name);
    std::string name = plain;
    for (int i = 2; !taken.insert(name).second; ++i) name = plain + "_" + std::to_string(i);
    names.push_back(name);
  }
  return names;
}

/// A name for the namespace: not a number at the beginning, no word of the language.
std::string namespace_name(const std::string& wanted) {
  const std::string identifier = make_identifier(wanted);
  const bool starts_well =
      !identifier.empty() && std::isalpha(static_cast<unsigned char>(identifier[0])) != 0;
  return starts_well && !is_reserved_word(identifier) ? identifier : "model_" + identifier;
}

std::vector<std::string> base_lines(const TreeParameters& tree, EulerSequence sequence) {
  const std::string centre = "position of the mass centre of " + tree.base.name + ", inertial axes, m";
  if (tree.base_kind == BaseKind::kPlanar) {
    return {"q[0], q[1]  R_C0: " + centre, "q[2]        delta_0: angle about z, rad; T0 = Rz(q[2])"};
  }
  const std::string turns =
      sequence == EulerSequence::kZyx ? "Rz(q[3]) Ry(q[4]) Rx(q[5])" : "Rx(q[3]) Ry(q[4]) Rz(q[5])";
  return {"q[0..2]  R_C0: " + centre,
          "q[3..5]  delta_0: Euler angles, rad; T0 = " + turns + ", base's to inertial axes",
          "         singular at q[4] = +-pi/2"};
}

std::vector<std::string> joint_lines(const TreeParameters& tree, int first) {
  std::vector<std::string> lines;
  for (int i = 0; i < tree.joint_count(); ++i) {
    const TreeLink& link = tree.links[i];
    const bool turns = link.joint.kind == JointKind::kRevolute;
    lines.push_back("q[" + std::to_string(first + i) + "]  " + (turns ? "revolute" : "prismatic") +
                    " joint of " + link.body.name + " on " + tree.body(link.joint.parent).name +
                    (turns ? ", rad" : ", m") + "; body " + std::to_string(i + 1));
  }
  return lines;
}

}  // namespace

GeneratedCode generate_code(const TreeParameters& tree, const GenerateOptions& options) {
  check(tree);
  static constexpr std::array kAll{GeneratedQuantity::kMassMatrix, GeneratedQuantity::kVelocityTerms,
                                   GeneratedQuantity::kForceMatrix, GeneratedQuantity::kTaskJacobian,
                                   GeneratedQuantity::kTaskJacobianRate};
  const std::vector<GeneratedQuantity> wanted =
      options.quantities.empty() ? std::vector(kAll.begin(), kAll.end()) : options.quantities;
  SourceDescription description;
  description.language = options.c_language ? SourceLanguage::kC : SourceLanguage::kCpp;
  description.header = options.header;
  description.model_name = tree.name;
  description.model_file = options.model_file;
  description.identifier =
      namespace_name(options.code_namespace.empty() ? tree.name : options.code_namespace);
  description.version = FF_VERSION;
  description.parameters = choose_parameters(tree, options.symbolic_parameters, options.keep_zeros);
  const SymbolicTree symbolic = make_symbolic_tree(tree, options.sequence, description.parameters);
  description.base_lines = base_lines(tree, options.sequence);
  description.joint_lines = joint_lines(tree, symbolic.base_freedoms());
  const std::vector<GeneratedFunction> functions =
      make_functions(symbolic, wanted, find_end_points(tree, options.end_points), end_point_names(tree));
  if (functions.empty()) {
    throw std::invalid_argument("end_points: J_C is that of an end point, and this model has none");
  }
  GeneratedCode code;
  code.source = write_source(description, symbolic.size(), functions);
  for (const TreeParameter& parameter : description.parameters)
    code.parameters.push_back(parameter.identifier);
  for (const GeneratedFunction& function : functions) {
    code.functions.push_back({function.name, function.written_out, function.with_names, function.after});
  }
  return code;
}

}  // namespace freefloat
