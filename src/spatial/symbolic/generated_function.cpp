#include "spatial/symbolic/generated_function.h"

#include <algorithm>
#include <set>

#include "spatial/symbolic/record_operations.h"
#include "spatial/symbolic/share_operations.h"

namespace freefloat {

namespace {

/// The operations of an expression itself, its parts not counted.
OperationCount own_operations(const GiNaC::ex& value) {
  OperationCount count;
  const double joins = static_cast<double>(value.nops()) - 1.0;
  if (GiNaC::is_a<GiNaC::add>(value)) {
    count.additions = joins;
  } else if (GiNaC::is_a<GiNaC::mul>(value)) {
    // A factor -1 is a sign: sums take it up.
    const bool sign_only = value.op(value.nops() - 1).is_equal(-1);
    count.multiplications = sign_only ? joins - 1.0 : joins;
  } else if (GiNaC::is_a<GiNaC::power>(value)) {
    count.multiplications = GiNaC::ex_to<GiNaC::numeric>(value.op(1)).to_double() - 1.0;
  } else if (GiNaC::is_a<GiNaC::function>(value)) {
    count.sines = 1.0;
  }
  return count;
}

/// Counts without any sharing but by names. Written out, a large robot has more operations than an integer
/// holds.
class ExpressionCount {
 public:
  explicit ExpressionCount(const Definitions& definitions) : definitions_(definitions) {}

  /// @return As if every name were replaced by what it stands for, wherever it occurs.
  OperationCount written_out(const std::vector<GiNaC::ex>& outputs);

  /// @return With every name that the outputs need computed once.
  OperationCount with_names(const std::vector<GiNaC::ex>& outputs) const;

 private:
  OperationCount count(const GiNaC::ex& value, bool inside_names);

  const Definitions& definitions_;
  std::map<int, OperationCount> known_;
};

OperationCount ExpressionCount::count(const GiNaC::ex& value, bool inside_names) {
  if (const int index = definitions_.find(value); index >= 0) {
    if (!inside_names) return {};
    if (const auto found = known_.find(index); found != known_.end()) return found->second;
    const OperationCount inner = count(definitions_.all()[index].value, true);
    known_.emplace(index, inner);
    return inner;
  }
  OperationCount sum = own_operations(value);
  // The parts of a power are counted once for each factor.
  const bool power = GiNaC::is_a<GiNaC::power>(value);
  const int times = power ? GiNaC::ex_to<GiNaC::numeric>(value.op(1)).to_int() : 1;
  for (std::size_t i = 0; i < (power ? 1 : value.nops()); ++i) {
    const OperationCount part = count(value.op(i), inside_names);
    for (int repeat = 0; repeat < times; ++repeat) sum += part;
  }
  return sum;
}

OperationCount ExpressionCount::written_out(const std::vector<GiNaC::ex>& outputs) {
  OperationCount sum;
  for (const GiNaC::ex& output : outputs) sum += count(output, true);
  return sum;
}

OperationCount ExpressionCount::with_names(const std::vector<GiNaC::ex>& outputs) const {
  ExpressionCount counter(definitions_);
  OperationCount sum;
  std::set<int> needed;
  std::vector<GiNaC::ex> open = outputs;
  while (!open.empty()) {
    const GiNaC::ex value = open.back();
    open.pop_back();
    sum += counter.count(value, false);
    for (auto part = value.preorder_begin(); part != value.preorder_end(); ++part) {
      const int index = definitions_.find(*part);
      if (index >= 0 && needed.insert(index).second) {
        open.push_back(definitions_.all()[index].value);
      }
    }
  }
  return sum;
}

/// An array before its entries are operations.
struct SymbolicOutput {
  GeneratedOutput shape;
  std::vector<GiNaC::ex> entries;
};

SymbolicOutput matrix_output(const std::string& name, const SymbolicRows& rows, bool symmetric) {
  SymbolicOutput output;
  output.shape.name = name;
  output.shape.rows = static_cast<int>(rows.rows());
  output.shape.columns = static_cast<int>(rows.cols());
  output.shape.symmetric = symmetric;
  for (const auto& row : rows.rowwise()) output.entries.insert(output.entries.end(), row.begin(), row.end());
  return output;
}

SymbolicOutput vector_output(const std::string& name, const std::vector<GiNaC::ex>& values) {
  SymbolicOutput output;
  output.shape.name = name;
  output.shape.rows = static_cast<int>(values.size());
  output.entries = values;
  return output;
}

GeneratedFunction make_function(const SymbolicTree& tree, const Definitions& definitions,
                                const std::string& name, const std::string& description, bool needs_rates,
                                const std::vector<SymbolicOutput>& outputs) {
  GeneratedFunction function;
  function.name = name;
  function.description = description;
  function.needs_rates = needs_rates;
  OperationRecorder recorder(tree, definitions, function.graph);
  std::vector<Operand> roots;
  std::vector<GiNaC::ex> counted;
  for (const SymbolicOutput& output : outputs) {
    function.outputs.push_back(output.shape);
    for (std::size_t i = 0; i < output.entries.size(); ++i) {
      const Operand root = recorder.record(output.entries[i]);
      function.outputs.back().entries.push_back(root);
      roots.push_back(root);
      const int row = output.shape.columns > 0 ? static_cast<int>(i) / output.shape.columns : 0;
      const int column = output.shape.columns > 0 ? static_cast<int>(i) % output.shape.columns : 0;
      if (!output.shape.symmetric || row <= column) counted.push_back(output.entries[i]);
    }
  }
  ExpressionCount count(definitions);
  function.written_out = count.written_out(counted);
  function.with_names = count.with_names(counted);
  factor_sums(function.graph, roots);
  share_pairs(function.graph, roots);
  settle_signs(function.graph, roots);
  std::size_t next = 0;
  for (GeneratedOutput& output : function.outputs) {
    for (Operand& entry : output.entries) entry = roots[next++];
  }
  function.after = count_operations(function.graph, roots);
  return function;
}

}  // namespace

std::vector<GeneratedFunction> make_functions(const SymbolicTree& tree,
                                              const std::vector<GeneratedQuantity>& wanted,
                                              const std::vector<int>& end_points,
                                              const std::vector<std::string>& names) {
  const auto wants = [&](GeneratedQuantity quantity) {
    return std::find(wanted.begin(), wanted.end(), quantity) != wanted.end();
  };
  Definitions definitions;
  const SymbolicKinematics kinematics = make_kinematics(tree, definitions);
  std::vector<GeneratedFunction> functions;
  const auto add = [&](const std::string& name, const std::string& description, bool needs_rates,
                       const std::vector<SymbolicOutput>& outputs) {
    functions.push_back(make_function(tree, definitions, name, description, needs_rates, outputs));
    const auto taken = [&] {
      return std::any_of(functions.begin(), functions.end() - 1,
                         [&](const GeneratedFunction& other) { return other.name == functions.back().name; });
    };
    while (taken()) functions.back().name += "_2";  // end points `hand` and `rate_hand`
  };

  std::vector<SymbolicOutput> dynamics;
  if (wants(GeneratedQuantity::kMassMatrix)) {
    dynamics.push_back(matrix_output("H", make_mass_matrix(tree, kinematics, definitions), true));
    add("compute_H", "Mass matrix H, Eq. (15).", false, {dynamics.back()});
  }
  if (wants(GeneratedQuantity::kVelocityTerms)) {
    dynamics.push_back(vector_output("C", make_velocity_terms(tree, kinematics, definitions)));
    add("compute_C", "Velocity terms C, Eq. (17).", true, {dynamics.back()});
  }
  if (dynamics.size() == 2) {
    add("compute_H_C", "H and C together, Eqs. (15), (17): quicker than one after the other.", true,
        dynamics);
  }
  if (wants(GeneratedQuantity::kForceMatrix)) {
    add("compute_J_Q", "Matrix J_Q of the generalized forces, Eq. (21).", false,
        {matrix_output("J_Q", make_force_matrix(tree, kinematics), false)});
  }
  for (const int end : end_points) {
    const std::string& name = names[end];
    const SymbolicTask task = make_task_jacobian(tree, kinematics, end, definitions);
    if (wants(GeneratedQuantity::kTaskJacobian)) {
      add("compute_J_C_" + name, "Task Jacobian J_C of the end point " + name + ", Sec. 6.", false,
          {matrix_output("J_C", task.jacobian, false)});
    }
    if (wants(GeneratedQuantity::kTaskJacobianRate)) {
      add("compute_J_C_rate_" + name, "dJ_C/dt of the end point " + name + ", Sec. 6.", true,
          {matrix_output("J_C_rate", task.rate, false)});
    }
  }
  return functions;
}

}  // namespace freefloat
