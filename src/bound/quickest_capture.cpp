#include "bound/quickest_capture.h"

#include <cmath>

#include "model/guaranteed_workspace.h"

namespace freefloat {

namespace {

constexpr double kFirst = 0.03;       // s
constexpr double kGrowth = 1.07;      // from one time to the next
constexpr double kLargestGap = 0.1;   // s between times
constexpr double kPrecision = 0.002;  // s
constexpr int kMostWays = 27;

/// @return Beginnings: each joint at rest or at its largest rate, either way; of long arms some of these.
std::vector<JointVector> beginnings(Eigen::Index n) {
  const auto all = static_cast<int>(std::lround(std::pow(3.0, static_cast<double>(n))));
  const int step = std::max(1, (all + kMostWays - 1) / kMostWays) | 1;
  std::vector<JointVector> ways;
  for (int index = 0; index < all; index += step) {
    JointVector way(n);
    int rest = index;
    for (Eigen::Index j = 0; j < n; ++j, rest /= 3) way[j] = rest % 3 - 1;
    ways.push_back(0.9 * way);
  }
  return ways;
}

}  // namespace

std::optional<double> quickest_capture(const MeetingSetup& setup, const MeetingScene& scene, double latest) {
  const Annulus reach = reachable_annulus(setup.model);
  const std::vector<JointVector> ways = beginnings(scene.joints.size());
  Reach search(setup, scene);
  const auto reached = [&](double time) {
    const double radius = (scene.target.p_after(time) - scene.mass_centre.p_after(time)).norm();
    if (radius < reach.inner || radius > reach.outer) return false;
    for (const JointVector& way : ways) {
      if (search.search(time, way)) return true;
    }
    return false;
  };
  double before = 0.0;
  for (double time = kFirst; time <= latest; time += std::min(kLargestGap, (kGrowth - 1.0) * time)) {
    if (reached(time)) {
      while (time - before > kPrecision) {
        const double middle = 0.5 * (before + time);
        (reached(middle) ? time : before) = middle;
      }
      return time;
    }
    before = time;
  }
  return std::nullopt;
}

}  // namespace freefloat
