#include "calibration/name_combination.h"

#include <algorithm>
#include <numeric>

namespace freefloat {
namespace {

constexpr double kWorthNaming = 0.1;  // of the largest part
constexpr std::size_t kMostNamed = 6;

}  // namespace

std::string name_combinations(const Eigen::MatrixXd& directions, const std::vector<std::string>& names) {
  std::string text;
  for (Eigen::Index c = 0; c < directions.cols(); ++c) {
    const Eigen::VectorXd direction = directions.col(c).cwiseAbs();
    std::vector<Eigen::Index> order(direction.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(),
              [&](Eigen::Index a, Eigen::Index b) { return direction[a] > direction[b]; });
    std::string part;
    std::size_t named = 0;
    for (const Eigen::Index i : order) {
      if (direction[i] < kWorthNaming * direction[order.front()] || named++ == kMostNamed) break;
      part += (part.empty() ? "" : " with ") + names[i];
    }
    text += (text.empty() ? "" : "; ") + part;
  }
  return text;
}

}  // namespace freefloat
