// The only file that knows Ceres, whose headers take long to compile.
#include "calibration/least_squares.h"

#include <ceres/cost_function.h>
#include <ceres/problem.h>
#include <ceres/solver.h>
#include <glog/logging.h>

namespace freefloat {
namespace {

class TermCost final : public ceres::CostFunction {
 public:
  TermCost(const ResidualTerm& term, std::vector<int> sizes) : term_(term), sizes_(std::move(sizes)) {
    set_num_residuals(term.count);
    for (const int size : sizes_) mutable_parameter_block_sizes()->push_back(size);
  }

  bool Evaluate(const double* const* values, double* residuals, double** jacobians) const override {
    if (!term_.evaluate(values, residuals)) return false;
    return jacobians == nullptr || differentiate(term_, values, sizes_, jacobians);
  }

 private:
  const ResidualTerm& term_;
  std::vector<int> sizes_;
};

}  // namespace

LeastSquaresResult solve_least_squares(LeastSquaresProblem& problem, int most_iterations) {
  for (const ResidualTerm& term : problem.terms) {
    if (term_residuals(problem, term).size() != term.count) return {false, 0.0, "the start has no value"};
  }
  // Ceres' library of messages writes to the terminal unless it is told not to; what went wrong is returned.
  FLAGS_minloglevel = google::GLOG_FATAL;
  ceres::Problem ceres_problem;
  for (const ResidualTerm& term : problem.terms) {
    std::vector<double*> blocks;
    std::vector<int> sizes;
    for (const int index : term.unknowns) {
      blocks.push_back(problem.unknowns[index].values.data());
      sizes.push_back(static_cast<int>(problem.unknowns[index].values.size()));
    }
    ceres_problem.AddResidualBlock(new TermCost(term, sizes), nullptr, blocks);
  }
  for (Unknowns& unknowns : problem.unknowns) {
    if (unknowns.held && ceres_problem.HasParameterBlock(unknowns.values.data()))
      ceres_problem.SetParameterBlockConstant(unknowns.values.data());
  }
  ceres::Solver::Options options;
  options.max_num_iterations = most_iterations;
  options.linear_solver_type = ceres::DENSE_SCHUR;
  options.function_tolerance = 1e-12;
  options.parameter_tolerance = 1e-12;
  options.gradient_tolerance = 1e-12;
  options.logging_type = ceres::SILENT;
  ceres::Solver::Summary summary;
  ceres::Solve(options, &ceres_problem, &summary);
  return {summary.IsSolutionUsable() && summary.termination_type == ceres::CONVERGENCE, summary.final_cost,
          summary.message};
}

}  // namespace freefloat
