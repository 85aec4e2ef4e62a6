#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace freefloat {

/// A node of an OperationGraph, or its negative. Signs cost nothing: sums take them up.
struct Operand {
  int node = 0;
  bool negative = false;

  Operand negated() const { return {node, !negative}; }
  auto operator<=>(const Operand&) const = default;
};

enum class OperationKind : std::uint8_t {
  kConstant,
  kCoordinate,  ///< q[index]
  kRate,        ///< q_rate[index]
  kParameter,   ///< chosen parameter number index
  kSine,        ///< of coordinate `index`
  kCosine,
  kSum,      ///< two operands or more; the first is positive (until settle_signs)
  kProduct,  ///< two operands or more, all positive (until settle_signs)
};

struct Operation {
  OperationKind kind = OperationKind::kConstant;
  double value = 0.0;             ///< of a constant; not negative
  int index = 0;                  ///< of an input
  std::vector<Operand> operands;  ///< sorted
  std::string name;               ///< of the quantity in the derivation; empty: it has none
  bool name_negative = false;     ///< the quantity of that name is the negative of this operation
};

/// Arithmetic as a graph without circles, in which equal operations are one node: what is computed once is
/// known everywhere.
class OperationGraph {
 public:
  Operand constant(double value);
  Operand input(OperationKind kind, int index);
  /// Finds what cancels and what is constant. @param operands Any number.
  Operand sum(std::vector<Operand> operands);
  Operand product(std::vector<Operand> operands);

  int size() const { return static_cast<int>(operations_.size()); }
  const Operation& operator[](int node) const { return operations_[node]; }

  /// Gives a sum or product its name, if it has none yet.
  void set_name(const Operand& operand, const std::string& name);

  /// Marks that the operation was replaced by its negative: names follow.
  void negate_name(int node);

  /// Writes a sum or product in another way. @param operands Must give the same value, and hold no operation
  /// that needs this node.
  void rewrite(int node, OperationKind kind, std::vector<Operand> operands);

 private:
  Operand find_or_add(Operation operation);

  std::vector<Operation> operations_;
  std::map<std::tuple<OperationKind, double, int, std::vector<Operand>>, int> known_;
};

/// @param outputs Roots.
/// @return For each node how many operations and outputs use it; 0 for what no output needs.
std::vector<int> count_uses(const OperationGraph& graph, const std::vector<Operand>& outputs);

/// @return Nodes that the outputs need, each behind its operands.
std::vector<int> order_operations(const OperationGraph& graph, const std::vector<Operand>& outputs);

}  // namespace freefloat
