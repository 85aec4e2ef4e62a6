#include "model/singular_locus.h"

#include <Eigen/LU>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <optional>

#include "model/generalized_jacobian.h"
#include "model/singular_locus_starts.h"
#include "model/singular_point.h"
#include "types/angle.h"

namespace freefloat {

namespace {

constexpr double kLargestStep = 0.03;
constexpr double kSmallestStep = 1e-7;
constexpr double kLargestTurn = 0.05;  // of the tangent in one step, rad
constexpr int kMostSteps = 20000;

/// A point of the locus with the direction in which it is followed.
struct Station {
  LocusVector point;
  LocusVector tangent;
  double radius = 0.0;
  double radius_rate = 0.0;  // of radius^2 / 2 along the tangent
};

class Tracer {
 public:
  explicit Tracer(const PlanarModel& model) : equations_(model) {}

  /// Follows the curve through `start` unless it is known already.
  void trace(const LocusVector& start) {
    const Eigen::VectorXd embedded = embed(start);
    if (is_known(embedded)) return;
    const std::optional<LocusVector> tangent = first_tangent(start);
    if (!tangent) return;
    range_ = {equations_.evaluate(start).radius, equations_.evaluate(start).radius};
    if (!follow(make_station(start, *tangent), embedded)) follow(make_station(start, -*tangent), embedded);
    ranges_.push_back(range_);
  }

  const SingularPointEquations& equations() const { return equations_; }
  const std::vector<RadiusRange>& ranges() const { return ranges_; }

 private:
  /// A straight piece of a followed curve, in embedded coordinates.
  struct Chord {
    Eigen::VectorXd from;
    Eigen::VectorXd along;
  };

  static double distance(const Chord& chord, const Eigen::VectorXd& point) {
    const double squared = chord.along.squaredNorm();
    const double t =
        squared > 0.0 ? std::clamp((point - chord.from).dot(chord.along) / squared, 0.0, 1.0) : 0.0;
    return (point - chord.from - t * chord.along).norm();
  }

  bool is_known(const Eigen::VectorXd& point) const {
    return std::any_of(chords_.begin(), chords_.end(), [&](const Chord& chord) {
      const double length = chord.along.norm();
      if (std::abs(point[0] - chord.from[0]) > length + 1e-3) return false;
      return distance(chord, point) < 0.05 * length + 1e-7;
    });
  }

  /// Any unit vector along the curve; empty where curves cross.
  std::optional<LocusVector> first_tangent(const LocusVector& point) const {
    const auto lu = equations_.evaluate(point).slope.fullPivLu();
    const LocusMatrix kernel = lu.kernel();
    if (kernel.cols() != 1) return kernel.col(0).normalized();
    return kernel.col(0).normalized();
  }

  Station make_station(const LocusVector& point, const LocusVector& previous_tangent) const {
    const auto at = equations_.evaluate(point);
    const Eigen::Index size = point.size();
    LocusMatrix bordered(size, size);
    bordered.topRows(size - 1) = at.slope;
    bordered.row(size - 1) = previous_tangent.transpose();
    const LocusVector tangent = bordered.partialPivLu().solve(LocusVector(LocusVector::Unit(size, size - 1)));
    Station station{point, tangent.allFinite() ? LocusVector(tangent.normalized()) : previous_tangent,
                    at.radius, 0.0};
    station.radius_rate = at.radius_slope.dot(station.tangent);
    return station;
  }

  std::optional<Station> advance(const Station& from, double step) const {
    const LocusVector guess = from.point + step * from.tangent;
    const std::optional<LocusVector> point = equations_.project(guess);
    if (!point || (*point - guess).norm() > 0.5 * std::abs(step) * kLargestTurn + 1e-12) return std::nullopt;
    const Station to = make_station(*point, from.tangent);
    if (to.tangent.dot(from.tangent) < std::cos(kLargestTurn)) return std::nullopt;
    return to;
  }

  void take(double radius) { range_ = {std::min(range_.min, radius), std::max(range_.max, radius)}; }

  /// Where the radius passes an extremum between two stations, finds it; several extremes may lie close
  /// together.
  void refine(const Station& from, const Station& to, double step) {
    if (from.radius_rate * to.radius_rate > 0.0) return;
    constexpr int kPieces = 16;
    double low = 0.0;
    double low_rate = from.radius_rate;
    for (int i = 1; i <= kPieces; ++i) {
      const double high = step * i / kPieces;
      const auto end = advance(from, high);
      if (!end) return;
      take(end->radius);
      if (low_rate * end->radius_rate <= 0.0) bisect(from, low, high, low_rate);
      low = high;
      low_rate = end->radius_rate;
    }
  }

  void bisect(const Station& from, double low, double high, double low_rate) {
    for (int i = 0; i < 30; ++i) {
      const double middle = 0.5 * (low + high);
      const auto station = advance(from, middle);
      if (!station) return;
      take(station->radius);
      (low_rate * station->radius_rate > 0.0 ? low : high) = middle;
    }
  }

  /// @return Whether the curve came back to its start.
  bool follow(Station at, const Eigen::VectorXd& start) {
    double step = kLargestStep;
    Eigen::VectorXd here = start;
    double travelled = 0.0;
    for (int i = 0; i < kMostSteps; ++i) {
      const auto next = advance(at, step);
      if (!next) {
        step *= 0.5;
        if (step < kSmallestStep) return false;
        continue;
      }
      take(next->radius);
      refine(at, *next, step);
      const Eigen::VectorXd there = embed(next->point);
      chords_.push_back({here, there - here});
      if (travelled > 2.0 * kLargestStep &&
          distance(chords_.back(), start) < 0.1 * chords_.back().along.norm())
        return true;
      travelled += step;
      at = *next;
      here = there;
      step = std::min(kLargestStep, 1.5 * step);
    }
    return false;
  }

  SingularPointEquations equations_;
  std::vector<Chord> chords_;
  std::vector<RadiusRange> ranges_;
  RadiusRange range_;
};

}  // namespace

std::vector<RadiusRange> find_singular_radii(const PlanarModel& model) {
  Tracer tracer(model);
  for (const LocusVector& point : collinear_starts(model)) tracer.trace(point);
  for (const JointVector& angles : spread_starts(model)) {
    const auto point = tracer.equations().project(tracer.equations().nearest_guess(angles));
    if (point) tracer.trace(*point);
  }
  return tracer.ranges();
}

}  // namespace freefloat
