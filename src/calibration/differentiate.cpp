#include <algorithm>
#include <cmath>

#include "calibration/least_squares.h"

namespace freefloat {
namespace {

// Of a value's size: rounding and the third derivative then cost about as much.
constexpr double kRelativeStep = 1e-6;

std::vector<const double*> values_of(const LeastSquaresProblem& problem, const ResidualTerm& term) {
  std::vector<const double*> values;
  for (const int index : term.unknowns) values.push_back(problem.unknowns[index].values.data());
  return values;
}

}  // namespace

bool differentiate(const ResidualTerm& term, const double* const* values, const std::vector<int>& sizes,
                   double** jacobian) {
  std::vector<double> above(term.count);
  std::vector<double> below(term.count);
  std::vector<const double*> moved(values, values + sizes.size());
  for (std::size_t block = 0; block < sizes.size(); ++block) {
    if (jacobian[block] == nullptr) continue;
    std::vector<double> copy(values[block], values[block] + sizes[block]);
    moved[block] = copy.data();
    for (int i = 0; i < sizes[block]; ++i) {
      const double here = copy[i];
      const double step = kRelativeStep * std::max(1.0, std::abs(here));
      copy[i] = here + step;
      const bool is_above = term.evaluate(moved.data(), above.data());
      copy[i] = here - step;
      const bool is_below = term.evaluate(moved.data(), below.data());
      copy[i] = here;
      // At the edge of where the term has a value, the difference to one side.
      if (!is_above && !term.evaluate(moved.data(), above.data())) return false;
      if (!is_below && !term.evaluate(moved.data(), below.data())) return false;
      const double distance = (is_above ? step : 0.0) + (is_below ? step : 0.0);
      if (distance == 0.0) return false;
      for (int row = 0; row < term.count; ++row)
        jacobian[block][row * sizes[block] + i] = (above[row] - below[row]) / distance;
    }
    moved[block] = values[block];
  }
  return true;
}

Eigen::MatrixXd term_jacobian(const LeastSquaresProblem& problem, const ResidualTerm& term) {
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  std::vector<int> sizes;
  std::vector<RowMajor> parts;
  int columns = 0;
  for (const int index : term.unknowns) {
    const Unknowns& block = problem.unknowns[index];
    sizes.push_back(static_cast<int>(block.values.size()));
    parts.emplace_back(block.held ? 0 : term.count, sizes.back());
    if (!block.held) columns += sizes.back();
  }
  std::vector<double*> targets;
  for (RowMajor& part : parts) targets.push_back(part.rows() == 0 ? nullptr : part.data());
  if (!differentiate(term, values_of(problem, term).data(), sizes, targets.data())) return {};
  Eigen::MatrixXd whole(term.count, columns);
  int at = 0;
  for (const RowMajor& part : parts) {
    if (part.rows() == 0) continue;
    whole.middleCols(at, part.cols()) = part;
    at += static_cast<int>(part.cols());
  }
  return whole;
}

Eigen::VectorXd term_residuals(const LeastSquaresProblem& problem, const ResidualTerm& term) {
  Eigen::VectorXd residuals(term.count);
  if (!term.evaluate(values_of(problem, term).data(), residuals.data())) return {};
  return residuals;
}

}  // namespace freefloat
