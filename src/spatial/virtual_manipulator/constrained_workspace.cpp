#include "spatial/virtual_manipulator/constrained_workspace.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>

#include "types/angle.h"
#include "types/joint_vector.h"

namespace freefloat {

namespace {

/// A virtual manipulator whose joints all turn about parallel axes: links in a plane.
struct PlanarChain {
  std::vector<Vector2> links;  ///< at joint angles 0, in one frame, m; the vehicle's first
  std::vector<double> min;     ///< of the joints, all counted in one sense, rad
  std::vector<double> max;
  double height = 0.0;             ///< of the end above the first joint's plane through VG, m
  double height_from_joint = 0.0;  ///< above the plane through the first virtual joint, m
};

constexpr double kParallel = 1e-12;  // sine of the largest angle between axes that count as parallel
constexpr double kRounding = 1e-12;  // rad by which a straight posture may pass a limit

enum class Place { kLow, kHigh, kInLine };

/// Links that locked joints join into one.
struct Piece {
  std::complex<double> vector;  ///< start to end, axes of the first link, m
  double turned = 0.0;          ///< of the last link's axes against the first one's, rad
  std::size_t joint = 0;        ///< that carries the piece
};

bool within(double angle, double min, double max) {
  const double lowest = angle + 2.0 * kPi * std::ceil((min - kRounding - angle) / (2.0 * kPi));
  return lowest <= max + kRounding;
}

/// Walks through all choices of a place for every joint.
class Enumeration {
 public:
  Enumeration(const PlanarChain& chain, std::size_t first) : chain_(chain), first_(first) {}

  ReachRange run() {
    places_.assign(chain_.min.size(), Place::kInLine);
    choose(first_);
    return range_;
  }

 private:
  void choose(std::size_t joint) {
    if (joint == places_.size()) return judge();
    const bool turns_fully = chain_.max[joint] - chain_.min[joint] >= 2.0 * kPi;
    for (const Place place : {Place::kInLine, Place::kLow, Place::kHigh}) {
      places_[joint] = place;
      choose(joint + 1);
      if (turns_fully) break;
    }
  }

  void judge() {
    std::vector<Piece> pieces{{std::complex(chain_.links[first_].x(), chain_.links[first_].y()), 0.0, 0}};
    for (std::size_t joint = first_; joint < places_.size(); ++joint) {
      const std::complex link(chain_.links[joint + 1].x(), chain_.links[joint + 1].y());
      if (places_[joint] == Place::kInLine) {
        pieces.push_back({link, 0.0, joint});
        continue;
      }
      Piece& piece = pieces.back();
      piece.turned += places_[joint] == Place::kLow ? chain_.min[joint] : chain_.max[joint];
      piece.vector += link * std::polar(1.0, piece.turned);
    }
    const std::size_t senses = std::size_t{1} << (pieces.size() - 1);
    for (std::size_t backward = 0; backward < senses; ++backward) try_line(pieces, backward);
  }

  /// @param backward Bit i - 1: piece i points against piece 0.
  void try_line(const std::vector<Piece>& pieces, std::size_t backward) {
    double length = std::abs(pieces[0].vector);
    double last_axes = pieces[0].turned - std::arg(pieces[0].vector);
    for (std::size_t i = 1; i < pieces.size(); ++i) {
      const bool back = ((backward >> (i - 1)) & 1u) != 0;
      const double axes = (back ? kPi : 0.0) - std::arg(pieces[i].vector);
      if (!within(axes - last_axes, chain_.min[pieces[i].joint], chain_.max[pieces[i].joint])) return;
      length += (back ? -1.0 : 1.0) * std::abs(pieces[i].vector);
      last_axes = axes + pieces[i].turned;
    }
    range_.inner = std::min(range_.inner, std::abs(length));
    range_.outer = std::max(range_.outer, std::abs(length));
  }

  const PlanarChain& chain_;
  std::size_t first_;
  std::vector<Place> places_;
  ReachRange range_{std::numeric_limits<double>::infinity(), 0.0};
};

/// Distances in the plane when every joint turns fully: the longest link against all others.
ReachRange free_reach(const PlanarChain& chain, std::size_t first) {
  double sum = 0.0;
  double longest = 0.0;
  for (std::size_t i = first; i < chain.links.size(); ++i) {
    sum += chain.links[i].norm();
    longest = std::max(longest, chain.links[i].norm());
  }
  return {std::max(0.0, 2.0 * longest - sum), sum};
}

/// @return Nothing when the chain branches, has a prismatic joint, no joint, or axes that are not parallel.
std::optional<PlanarChain> as_planar_chain(const VirtualManipulator& vm) {
  if (!vm.serial || vm.links.size() < 2) return std::nullopt;
  Matrix3 axes = Matrix3::Identity();
  const VirtualManipulator::Link& inmost = vm.links[vm.outward.front()];
  const Vector3 normal = inmost.rotation * inmost.axis;
  Eigen::Index least = 0;
  normal.cwiseAbs().minCoeff(&least);
  const Vector3 x = normal.cross(Vector3::Unit(least)).normalized();
  const Vector3 y = normal.cross(x);
  PlanarChain chain;
  for (std::size_t i = 0; i < vm.links.size(); ++i) {
    const VirtualManipulator::Link& link = vm.links[i == 0 ? 0 : vm.outward[i - 1]];
    if (i > 0) {
      if (link.kind != JointKind::kRevolute) return std::nullopt;
      axes = axes * link.rotation;
      const Vector3 axis = axes * link.axis;
      if (axis.cross(normal).norm() > kParallel) return std::nullopt;
      const bool same = axis.dot(normal) > 0.0;
      chain.min.push_back(same ? link.min : -link.max);
      chain.max.push_back(same ? link.max : -link.min);
    }
    const Vector3 vector = axes * link.V;
    chain.links.emplace_back(x.dot(vector), y.dot(vector));
    chain.height += normal.dot(vector);
    if (i > 0) chain.height_from_joint += normal.dot(vector);
  }
  return chain;
}

/// Extreme distances of the end from the start of link `first`, by enumeration of all stationary postures:
/// each joint at a limit, or on the line through the start and the end. An inner distance of zero is only
/// found when the chain is straight there or no joint is limited.
ReachRange enumerate_reach(const PlanarChain& chain, int first) {
  bool limited = false;
  for (std::size_t joint = first; joint < chain.min.size(); ++joint) {
    limited = limited || chain.max[joint] - chain.min[joint] < 2.0 * kPi;
  }
  ReachRange range = limited ? Enumeration(chain, first).run() : free_reach(chain, first);
  const double height = first == 0 ? chain.height : chain.height_from_joint;
  return {std::hypot(range.inner, height), std::hypot(range.outer, height)};
}

constexpr double kClosed = 1e-9;  // of the reach: a search that ends so near has found the distance zero

}  // namespace

ConstrainedWorkspace compute_constrained_workspace(const VirtualManipulator& vm, VehicleAttitude attitude) {
  const bool any = attitude == VehicleAttitude::kAny;
  const int first = any ? 0 : 1;
  ConstrainedWorkspace workspace;
  if (!any) workspace.centre = vm.links[0].V;

  const std::optional<PlanarChain> plane = as_planar_chain(vm);
  const ReachRange searched = search_reach(vm, first);
  ReachRange range = searched;
  if (plane) {
    range = enumerate_reach(*plane, first);
    workspace.exact = true;
    const double height = std::abs(any ? plane->height : plane->height_from_joint);
    if (searched.inner < height + kClosed * range.outer) range.inner = height;
  } else if (searched.inner < kClosed * std::min(searched.outer, 1.0)) {
    range.inner = 0.0;
  }
  workspace.inner = range.inner;
  workspace.outer = range.outer;
  const VirtualManipulator::Link& joint = vm.links[vm.outward.front()];
  workspace.every_direction = any || (plane && joint.max - joint.min >= 2.0 * kPi);
  return workspace;
}

std::optional<std::vector<ReachRange>> reach_at_every_attitude(const VirtualManipulator& vm,
                                                               const ConstrainedWorkspace& fixed) {
  const std::optional<PlanarChain> plane = as_planar_chain(vm);
  const double height =
      plane ? std::max(std::abs(plane->height), std::abs(plane->height_from_joint)) : fixed.outer;
  if (!plane || !fixed.every_direction || height > kClosed * fixed.outer) return std::nullopt;
  const double way = fixed.centre.norm();
  const double outer = fixed.outer - way;
  std::vector<ReachRange> ranges;
  const double disc = std::min(way - fixed.inner, outer);
  if (disc > 0.0 && fixed.inner > 0.0) ranges.push_back({0.0, disc});
  // Without a hole the disc goes on as the ring.
  const double inner = fixed.inner > 0.0 ? way + fixed.inner : 0.0;
  if (outer > inner) ranges.push_back({inner, outer});
  return ranges;
}

}  // namespace freefloat
