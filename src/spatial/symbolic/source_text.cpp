#include "spatial/symbolic/source_text.h"

#include <fmt/format.h>

#include "spatial/symbolic/function_text.h"

namespace freefloat {

namespace {

constexpr const char* kNames =
    R"(// Names in the functions. k counts bodies, 0 is the base; i counts coordinates from 0. Vectors are in the base's axes
// and start in the base's mass centre C_0; _x, _xy choose a component.
//   si, ci      sine and cosine of q[i]
//   T0, S1..S3  base's to inertial axes; columns of S0: angular velocity per Euler rate, Eq. (20c)
//   Ak          body's to base's axes; Rk to those of the body before
//   ok, rk, zk  origin of the body's frame; its mass centre r_Ck, Eq. (16); axis of its joint
//   pk, dk, bk  from the origin before to ok, at coordinate 0 and shifted; from ok to rk
//   wk, wrk     angular velocity, Eq. (4), and its rate at q'' = 0
//   uk          velocity at C_0 of body k extended, Eq. (3b); nk = ok x zk
//   Bk          second derivative of a vector fixed to body k is Bk times it, at q'' = 0
//   aok, ack    second derivatives of ok and rk at q'' = 0
//   Jk, JCk     inertia about rk; about C_0, of all bodies that joint k carries; Mk, Mrk their mass and sum of m r
//   Pi, Li      linear and angular momentum about C_0 that q_rate[i] = 1 gives to the bodies that it moves
//   Fk, FCk, NCk  m ack; sums of forces and moments about C_0 over the bodies that joint k carries, Eq. (17)
//   lE, xE, vE  lever arm, velocity per rate, velocity of an end point; r at the end: derivative by time
//   t1, t2 ..   what is shared otherwise; _n at the end of a name: the negative of it
)";

std::string operations_text(const OperationCount& count) {
  return fmt::format("{:.0f} additions, {:.0f} multiplications, {:.0f} sines and cosines", count.additions,
                     count.multiplications, count.sines);
}

/// Which of its arguments a function needs.
struct InputUse {
  bool coordinates = false;
  bool rates = false;
  bool parameters = false;
};

InputUse find_inputs(const GeneratedFunction& function) {
  InputUse use;
  for (const GeneratedOutput& output : function.outputs) {
    for (const int node : order_operations(function.graph, output.entries)) {
      const OperationKind kind = function.graph[node].kind;
      use.rates = use.rates || kind == OperationKind::kRate;
      use.parameters = use.parameters || kind == OperationKind::kParameter;
      use.coordinates = use.coordinates || kind == OperationKind::kCoordinate ||
                        kind == OperationKind::kSine || kind == OperationKind::kCosine;
    }
  }
  return use;
}

class SourceWriter {
 public:
  SourceWriter(const SourceDescription& description, int size,
               const std::vector<GeneratedFunction>& functions)
      : d_(description), size_(size), cpp_(description.language == SourceLanguage::kCpp) {
    head(functions);
    if (d_.header) {
      text_ += cpp_ ? "#pragma once\n\n"
                    : fmt::format("#ifndef {0}_GENERATED\n#define {0}_GENERATED\n\n", d_.identifier);
    }
    text_ += "#include <math.h>\n\n";
    if (cpp_) text_ += fmt::format("namespace {} {{\n\n", d_.identifier);
    if (!d_.parameters.empty()) parameters();
    if (!d_.header) {
      for (const GeneratedFunction& function : functions)
        text_ += wrap_line(signature(function) + ";", kLineWidth, "    ") + "\n";
      text_ += "\n";
    }
    for (const GeneratedFunction& function : functions) add(function);
    if (cpp_) text_ += fmt::format("}}  // namespace {}\n", d_.identifier);
    if (d_.header && !cpp_) text_ += "#endif\n";
  }

  const std::string& text() const { return text_; }

 private:
  std::string prefix() const { return cpp_ ? "" : d_.identifier + "_"; }
  std::string linkage() const { return !d_.header ? "" : (cpp_ ? "inline " : "static inline "); }
  std::string parameter_type() const {
    return cpp_ ? "Parameters" : "struct " + d_.identifier + "_parameters";
  }

  void head(const std::vector<GeneratedFunction>& functions) {
    text_ += fmt::format(
        "// Explicit dynamics of {}, a free-floating robot with {} degrees of freedom. Generated; do not "
        "edit.\n"
        "// Generator: freefloat {}, from {}\n"
        "//\n"
        "// Equations: Moosavian & Papadopoulos, \"Explicit dynamics of space free-flyers with multiple\n"
        "// manipulators via SPACEMAPLE\" (2004):\n"
        "//   H q'' + C = J_Q (f_s, n_s, tau)    Eqs. (8), (10); H (15), C (17), J_Q (21)\n"
        "//   (v; omega) of an end point, inertial axes, = J_C q'; accelerations J_C q'' + dJ_C/dt q'\n"
        "// f_s, n_s: {} on the base at its mass centre, in the base's axes, N and N m;\n"
        "// tau: joint torques, N m, or forces, N. No gravity. The sums of (15) and (17) are taken joint by "
        "joint.\n"
        "//\n"
        "// Coordinates q[{}], SI units; q_rate are their derivatives by time:\n",
        d_.model_name, size_, d_.version, d_.model_file,
        d_.base_lines.size() < 3 ? "(f_x, f_y) and n_z" : "force and moment", size_);
    for (const std::string& line : d_.base_lines) text_ += "//   " + line + "\n";
    for (const std::string& line : d_.joint_lines) text_ += "//   " + line + "\n";
    text_ += d_.parameters.empty() ? "//\n// All parameters are the model's numbers.\n"
                                   : "//\n// Parameters that are no argument are the model's numbers.\n";
    text_ +=
        "//\n// Operations (additions, multiplications, sines and cosines): with named quantities -> as "
        "written here\n";
    for (const GeneratedFunction& function : functions) {
      text_ += fmt::format("//   {:<24} {:.0f}, {:.0f}, {:.0f} -> {:.0f}, {:.0f}, {:.0f}\n", function.name,
                           function.with_names.additions, function.with_names.multiplications,
                           function.with_names.sines, function.after.additions,
                           function.after.multiplications, function.after.sines);
    }
    text_ += "//\n" + std::string(kNames) + "\n";
  }

  void parameters() {
    text_ += cpp_ ? "/// Parameters of the model; the defaults are its numbers.\n"
                  : "/// Parameters of the model.\n";
    text_ += (cpp_ ? "struct Parameters" : parameter_type()) + std::string(" {\n");
    for (const TreeParameter& parameter : d_.parameters) {
      text_ +=
          fmt::format("  double {}{};  ///< {}, {}\n", parameter.identifier,
                      cpp_ ? " = " + double_literal(parameter.value) : "", parameter.meaning, parameter.unit);
    }
    text_ += "};\n\n";
    if (cpp_) return;
    const std::string function =
        fmt::format("{}{} {}_model_parameters(void)", linkage(), parameter_type(), d_.identifier);
    if (!d_.header) text_ += function + ";\n\n";
    text_ += "/// @return The model's numbers.\n" + function + " {\n  " + parameter_type() + " p;\n";
    for (const TreeParameter& parameter : d_.parameters) {
      text_ += fmt::format("  p.{} = {};\n", parameter.identifier, double_literal(parameter.value));
    }
    text_ += "  return p;\n}\n\n";
  }

  std::string signature(const GeneratedFunction& function) const {
    std::string text =
        fmt::format("{}void {}{}(const double q[{}]", linkage(), prefix(), function.name, size_);
    if (function.needs_rates) text += fmt::format(", const double q_rate[{}]", size_);
    if (!d_.parameters.empty()) text += ", const " + parameter_type() + (cpp_ ? "& p" : " *p");
    for (const GeneratedOutput& output : function.outputs) {
      text += fmt::format(", double {}[{}]", output.name, output.rows);
      if (output.columns > 0) text += fmt::format("[{}]", output.columns);
    }
    return text + ")";
  }

  void add(const GeneratedFunction& function) {
    text_ += "/// " + function.description + "\n/// " + operations_text(function.after) + ".\n";
    text_ += fmt::format("/// @param q Coordinates, {}; see the file's head.\n", size_);
    if (function.needs_rates) text_ += "/// @param q_rate Their derivatives by time.\n";
    if (!d_.parameters.empty()) text_ += "/// @param p Parameters, SI.\n";
    for (const GeneratedOutput& output : function.outputs) {
      text_ +=
          fmt::format("/// @param {} Receives the result, {}.\n", output.name,
                      output.columns > 0 ? fmt::format("{} x {}, by row, SI", output.rows, output.columns)
                                         : fmt::format("{} numbers, N or N m", output.rows));
    }
    text_ += wrap_line(signature(function) + " {", kLineWidth, "    ") + "\n";
    std::vector<std::string> names;
    for (const TreeParameter& parameter : d_.parameters) {
      names.push_back((cpp_ ? "p." : "p->") + parameter.identifier);
    }
    // Not every function needs every argument.
    const InputUse use = find_inputs(function);
    if (!use.coordinates) text_ += "  (void)q;\n";
    if (function.needs_rates && !use.rates) text_ += "  (void)q_rate;\n";
    if (!d_.parameters.empty() && !use.parameters) text_ += "  (void)p;\n";
    text_ += write_statements(function, names) + "}\n\n";
  }

  const SourceDescription& d_;
  int size_;
  bool cpp_;
  std::string text_;
};

}  // namespace

std::string write_source(const SourceDescription& description, int size,
                         const std::vector<GeneratedFunction>& functions) {
  return SourceWriter(description, size, functions).text();
}

}  // namespace freefloat
