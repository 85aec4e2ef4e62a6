#include "spatial/virtual_manipulator/reach_search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "types/angle.h"

namespace freefloat {

namespace {

constexpr int kStarts = 200;
constexpr int kSweeps = 5000;
constexpr double kStill = 1e-13;  // rad or m: no joint moves more in a sweep

/// A VM from its vehicle's link (0) or from the first joint (1) on, with virtual coordinates: prismatic
/// joints by P, not by T.
class Reach {
 public:
  Reach(const VirtualManipulator& vm, int first)
      : vm_(vm), first_(first), axes_(vm.links.size()), vectors_(vm.links.size()) {}

  /// Puts every joint in turn where the distance is extreme for it alone.
  /// @param sense 1: farthest, -1: nearest.
  double improve(std::vector<double>& q, double sense) {
    for (int sweep = 0; sweep < kSweeps; ++sweep) {
      double moved = 0.0;
      for (std::size_t i = 1; i < q.size(); ++i) {
        place(q);
        const double better = best(i, q[i], sense);
        moved = std::max(moved, std::abs(better - q[i]));
        q[i] = better;
      }
      if (moved < kStill) break;
    }
    place(q);
    return whole().norm();
  }

 private:
  void place(const std::vector<double>& q) {
    axes_[0].setIdentity();
    vectors_[0] = first_ > 0 ? Vector3(Vector3::Zero()) : vm_.links[0].V;
    for (const int body : vm_.outward) {
      const VirtualManipulator::Link& link = vm_.links[body];
      const bool turns = link.kind == JointKind::kRevolute;
      axes_[body] = axes_[link.parent] * link.rotation;
      if (turns) axes_[body] = axes_[body] * Eigen::AngleAxisd(q[body], link.axis).toRotationMatrix();
      vectors_[body] = axes_[body] * (turns ? link.V : Vector3(link.V + q[body] * link.axis));
    }
  }

  Vector3 whole() const {
    Vector3 sum = Vector3::Zero();
    for (const Vector3& vector : vectors_) sum += vector;
    return sum;
  }

  bool carries(std::size_t joint, std::size_t body) const {
    while (body > 0 && body != joint) body = vm_.links[body].parent;
    return body == joint;
  }

  double best(std::size_t i, double now, double sense) const {
    const VirtualManipulator::Link& link = vm_.links[i];
    const Vector3 k = axes_[i] * link.axis;
    const Vector3 end = whole();
    if (link.kind == JointKind::kPrismatic) {
      const double lowest = now - end.dot(k);  // of the squared distance
      if (sense < 0.0) return std::clamp(lowest, link.min, link.max);
      return std::abs(link.max - lowest) > std::abs(link.min - lowest) ? link.max : link.min;
    }
    Vector3 moved = Vector3::Zero();
    for (std::size_t body = 1; body < vm_.links.size(); ++body) {
      if (carries(i, body)) moved += vectors_[body];
    }
    const Vector3 rest = end - moved;
    const Vector3 across = moved - k * k.dot(moved);
    const double along_now = rest.dot(across);
    const double along_quarter = rest.dot(k.cross(across));
    const double size = std::hypot(along_now, along_quarter);
    if (size == 0.0) return now;
    // The squared distance is constant + 2 size cos(q - peak).
    const double peak = now + std::atan2(along_quarter, along_now) + (sense < 0.0 ? kPi : 0.0);
    if (link.max - link.min >= 2.0 * kPi) return now + wrap_angle(peak - now);
    const double inside = peak + 2.0 * kPi * std::ceil((link.min - peak) / (2.0 * kPi));
    if (inside <= link.max) return inside;
    return std::abs(wrap_angle(link.min - peak)) < std::abs(wrap_angle(link.max - peak)) ? link.min
                                                                                         : link.max;
  }

  const VirtualManipulator& vm_;
  int first_;
  std::vector<Matrix3> axes_;
  std::vector<Vector3> vectors_;
};

/// Point `index` of a sequence that fills the interval evenly, another one for every joint.
double spread(int index, std::size_t joint, const VirtualManipulator::Link& link) {
  const double irrational = std::sqrt(static_cast<double>(6 * joint + 5)) + 0.1 * static_cast<double>(joint);
  const double part = std::fmod((index + 1) * irrational, 1.0);
  const bool bounded = std::isfinite(link.min) && std::isfinite(link.max);
  const double low = bounded ? link.min : std::max(link.min, -kPi);
  const double high = bounded ? link.max : std::min(link.max, kPi);
  return low + part * (high - low);
}

bool unbounded(const VirtualManipulator& vm) {
  return std::any_of(vm.links.begin() + 1, vm.links.end(), [](const VirtualManipulator::Link& link) {
    return link.kind == JointKind::kPrismatic && !(std::isfinite(link.min) && std::isfinite(link.max));
  });
}

}  // namespace

ReachRange search_reach(const VirtualManipulator& vm, int first) {
  ReachRange range{std::numeric_limits<double>::infinity(), 0.0};
  Reach reach(vm, first);
  const bool endless = unbounded(vm);
  if (endless) range.outer = std::numeric_limits<double>::infinity();
  for (int start = 0; start < kStarts; ++start) {
    std::vector<double> q(vm.links.size(), 0.0);
    for (std::size_t i = 1; i < q.size(); ++i) q[i] = spread(start, i, vm.links[i]);
    std::vector<double> other = q;
    if (!endless) range.outer = std::max(range.outer, reach.improve(q, 1.0));
    if (range.inner > 0.0) range.inner = std::min(range.inner, reach.improve(other, -1.0));
    if (range.inner < 1e-12) range.inner = 0.0;
  }
  return range;
}

}  // namespace freefloat
