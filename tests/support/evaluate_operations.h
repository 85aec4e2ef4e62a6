#pragma once

#include <Eigen/Core>
#include <cmath>

#include "spatial/symbolic/generated_function.h"

namespace freefloat {

/// Computes what a graph of operations says, without compiling it.
class OperationEvaluator {
 public:
  OperationEvaluator(const OperationGraph& graph, const Eigen::VectorXd& q, const Eigen::VectorXd& rates,
                     const std::vector<double>& parameters)
      : graph_(graph), q_(q), rates_(rates), parameters_(parameters) {}

  double value(const Operand& operand) {
    const auto [found, added] = known_.try_emplace(operand.node, 0.0);
    if (added) found->second = compute(graph_[operand.node]);
    return operand.negative ? -known_.at(operand.node) : known_.at(operand.node);
  }

  /// @return The array that the function fills; a vector as one column.
  Eigen::MatrixXd array(const GeneratedOutput& output) {
    const int columns = output.columns > 0 ? output.columns : 1;
    Eigen::MatrixXd matrix(output.rows, columns);
    for (int i = 0; i < output.rows; ++i) {
      for (int j = 0; j < columns; ++j) {
        matrix(i, j) = value(output.entries[i * columns + j]);
      }
    }
    return matrix;
  }

 private:
  double compute(const Operation& operation) {
    switch (operation.kind) {
      case OperationKind::kConstant:
        return operation.value;
      case OperationKind::kCoordinate:
        return q_[operation.index];
      case OperationKind::kRate:
        return rates_[operation.index];
      case OperationKind::kParameter:
        return parameters_.at(operation.index);
      case OperationKind::kSine:
        return std::sin(q_[operation.index]);
      case OperationKind::kCosine:
        return std::cos(q_[operation.index]);
      case OperationKind::kSum:
        break;
      case OperationKind::kProduct: {
        double product = 1.0;
        for (const Operand& operand : operation.operands) product *= value(operand);
        return product;
      }
    }
    double sum = 0.0;
    for (const Operand& operand : operation.operands) sum += value(operand);
    return sum;
  }

  const OperationGraph& graph_;
  const Eigen::VectorXd& q_;
  const Eigen::VectorXd& rates_;
  const std::vector<double>& parameters_;
  std::map<int, double> known_;
};

}  // namespace freefloat
