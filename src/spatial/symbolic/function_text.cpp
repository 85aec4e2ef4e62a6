#include "spatial/symbolic/function_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace freefloat {

namespace {

class StatementWriter {
 public:
  StatementWriter(const GeneratedFunction& function, const std::vector<std::string>& parameters)
      : graph_(function.graph), parameters_(parameters), names_(graph_.size()) {
    std::vector<Operand> roots;
    for (const GeneratedOutput& output : function.outputs) {
      roots.insert(roots.end(), output.entries.begin(), output.entries.end());
    }
    uses_ = count_uses(graph_, roots);
    for (const int node : order_operations(graph_, roots)) define(node);
    for (const GeneratedOutput& output : function.outputs) fill(output);
  }

  const std::string& text() const { return text_; }

 private:
  void line(const std::string& statement) {
    text_ += wrap_line(fmt::format("  {}", statement), kLineWidth, "      ");
    text_ += '\n';
  }

  /// Gives the node a constant of its own where that is wanted; all else is written where it is used.
  void define(int node) {
    const Operation& operation = graph_[node];
    std::string& name = names_[node];
    switch (operation.kind) {
      case OperationKind::kConstant:
        name = double_literal(operation.value);
        return;
      case OperationKind::kCoordinate:
        name = fmt::format("q[{}]", operation.index);
        return;
      case OperationKind::kRate:
        name = fmt::format("q_rate[{}]", operation.index);
        return;
      case OperationKind::kParameter:
        name = parameters_[operation.index];
        return;
      case OperationKind::kSine:
      case OperationKind::kCosine: {
        const bool sine = operation.kind == OperationKind::kSine;
        name = fmt::format("{}{}", sine ? 's' : 'c', operation.index);
        line(fmt::format("const double {} = {}(q[{}]);", name, sine ? "sin" : "cos", operation.index));
        return;
      }
      case OperationKind::kSum:
      case OperationKind::kProduct:
        break;
    }
    if (operation.name.empty() && uses_[node] == 1) return;
    const std::string value = written(node);
    name = operation.name.empty() ? fmt::format("t{}", ++temporaries_)
                                  : operation.name + (operation.name_negative ? "_n" : "");
    line(fmt::format("const double {} = {};", name, value));
  }

  /// @return The operation on its operands.
  std::string written(int node) const {
    const Operation& operation = graph_[node];
    const bool sum = operation.kind == OperationKind::kSum;
    std::vector<Operand> operands = operation.operands;
    // A positive operand first, so that no sign has to be changed; numbers before what they multiply.
    std::stable_partition(operands.begin(), operands.end(), [&](const Operand& o) {
      return sum ? !o.negative : graph_[o.node].kind == OperationKind::kConstant;
    });
    std::string text;
    for (const Operand& operand : operands) {
      if (text.empty()) {
        if (operand.negative) text += '-';
      } else {
        text += !sum ? " * " : (operand.negative ? " - " : " + ");
      }
      text += part(operand.node, sum);
    }
    return text;
  }

  std::string part(int node, bool inside_sum) const {
    const std::string& name = names_[node];
    if (!name.empty()) return name;
    const bool bare = inside_sum && graph_[node].kind == OperationKind::kProduct;
    return bare ? written(node) : fmt::format("({})", written(node));
  }

  std::string entry(const Operand& operand) const {
    const std::string& name = names_[operand.node];
    if (!operand.negative) return name.empty() ? written(operand.node) : name;
    return fmt::format("-{}", part(operand.node, false));
  }

  void fill(const GeneratedOutput& output) {
    for (std::size_t i = 0; i < output.entries.size(); ++i) {
      const std::size_t columns = std::max(output.columns, 1);
      const std::string place = output.columns > 0
                                    ? fmt::format("{}[{}][{}]", output.name, i / columns, i % columns)
                                    : fmt::format("{}[{}]", output.name, i);
      line(fmt::format("{} = {};", place, entry(output.entries[i])));
    }
  }

  const OperationGraph& graph_;
  const std::vector<std::string>& parameters_;
  std::vector<int> uses_;
  std::vector<std::string> names_;  ///< by node: how it is written where it is used; empty: in full
  std::string text_;
  int temporaries_ = 0;
};

}  // namespace

std::string write_statements(const GeneratedFunction& function, const std::vector<std::string>& parameters) {
  return StatementWriter(function, parameters).text();
}

std::string double_literal(double value) {
  std::array<char, 32> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  std::string text(digits.data(), end.ptr);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

std::string wrap_line(const std::string& line, std::size_t width, const std::string& indentation) {
  std::string wrapped;
  std::string rest = line;
  while (rest.size() > width) {
    std::size_t at = rest.rfind(' ', width);
    if (at == std::string::npos || at < indentation.size() + 1) at = rest.find(' ', width);
    if (at == std::string::npos) break;
    wrapped += rest.substr(0, at) + "\n";
    rest = indentation + rest.substr(at + 1);
  }
  return wrapped + rest;
}

}  // namespace freefloat
