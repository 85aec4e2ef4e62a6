#include "model/singular_locus.h"

#include <Eigen/LU>
#include <Eigen/QR>
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "model/generalized_jacobian.h"
#include "model/singular_point.h"
#include "types/angle.h"

namespace freefloat {

namespace {

constexpr double kLargestStep = 0.03;
constexpr double kSmallestStep = 1e-7;
constexpr double kLargestTurn = 0.05;  // of the tangent in one step, rad
constexpr int kMostSteps = 20000;

/// Van der Corput sequence: the digits of `index` mirrored at the point.
double mirror_digits(int index, int base) {
  double value = 0.0;
  double weight = 1.0;
  for (; index > 0; index /= base) {
    weight /= base;
    value += weight * (index % base);
  }
  return value;
}

double determinant(const PlanarModel& model, double theta1, double theta2) {
  const JointVector joints = (JointVector(2) << theta1, theta2 - theta1).finished();
  const PointJacobian j = compute_generalized_jacobian(model, compute_posture(0.0, joints)).position();
  return j(0, 0) * j(1, 1) - j(0, 1) * j(1, 0);
}

std::vector<JointVector> spread_over_cells(const PlanarModel& model) {
  constexpr int kCells = 120;
  const double width = 2.0 * kPi / kCells;
  std::vector<double> values(kCells * kCells);
  const auto at = [&](int i, int j) -> double& {
    return values[((i + kCells) % kCells) * kCells + (j + kCells) % kCells];
  };
  for (int i = 0; i < kCells; ++i) {
    for (int j = 0; j < kCells; ++j) at(i, j) = determinant(model, i * width, j * width);
  }
  std::vector<JointVector> starts;
  for (int i = 0; i < kCells; ++i) {
    for (int j = 0; j < kCells; ++j) {
      const double here = at(i, j);
      const bool crossed = here * at(i + 1, j) <= 0.0 || here * at(i, j + 1) <= 0.0;
      bool nearest_to_zero = true;
      for (int di = -1; di <= 1; ++di) {
        for (int dj = -1; dj <= 1; ++dj) nearest_to_zero &= std::abs(here) <= std::abs(at(i + di, j + dj));
      }
      if (crossed || nearest_to_zero) starts.push_back((JointVector(2) << i * width, j * width).finished());
    }
  }
  return starts;
}

/// @return The 2^n postures in which the hand's barycentric vectors lie on one line: always singular, with mu
/// = 0.
std::vector<LocusVector> collinear_starts(const PlanarModel& model) {
  const int joints = model.joint_count();
  const BodyPoints& beta = model.hand_vectors();
  const auto angle = [&](int k) { return std::atan2(beta(1, k), beta(0, k)); };
  std::vector<LocusVector> starts;
  for (unsigned folds = 0; folds < 1u << joints; ++folds) {
    LocusVector point = LocusVector::Zero(joints + 2);
    for (int k = 1; k <= joints; ++k) {
      point[k - 1] = angle(0) - angle(k) + ((folds >> (k - 1)) & 1u ? kPi : 0.0);
    }
    point[joints] = angle(0);
    starts.push_back(point);
  }
  return starts;
}

/// @return Postures (absolute angles theta_1 .. theta_n) near which further curves are sought. Always the
/// same for the same robot.
std::vector<JointVector> spread_starts(const PlanarModel& model) {
  if (model.joint_count() == 2) return spread_over_cells(model);
  constexpr int kStarts = 2000;
  constexpr std::array<int, kMaxJoints> kBases{2, 3, 5, 7, 11, 13};
  std::vector<JointVector> starts;
  for (int i = 1; i <= kStarts; ++i) {
    JointVector angles(model.joint_count());
    for (int j = 0; j < model.joint_count(); ++j) {
      angles[j] = 2.0 * kPi * mirror_digits(i, kBases[j]);
    }
    starts.push_back(angles);
  }
  return starts;
}

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
    const LocusMatrix kernel = equations_.evaluate(point).slope.fullPivLu().kernel();
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
