#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

#include "types/angle.h"
#include "vision/check_joints.h"
#include "vision/label_markers.h"

namespace freefloat {

/// An assignment of blobs to LEDs in which all known lengths hold.
struct Assignment {
  Labels labels;
  double score = 0.0;
  int lengths = 0;
};

/// Tries all assignments of blobs to LEDs, each LED also as hidden, and keeps the best and those about as
/// good. An assignment's score is the sum of its squared length errors, the tolerance as unit, a price for
/// each LED taken as hidden, and where the potentiometers are known how far the LEDs are from the figure that
/// they make. Bounded work.
class AssignmentSearch {
 public:
  /// @param check What solutions must not contradict; null: nothing. @param most_hidden LEDs.
  AssignmentSearch(const MarkerScene& scene, const MappedBlobs& blobs, int first, int count,
                   std::span<const int> candidates, double tolerance, const JointCheck* check,
                   int most_hidden)
      : scene_(scene),
        blobs_(blobs),
        candidates_(candidates),
        tolerance_(tolerance),
        limit_(crowd_tolerance(tolerance, static_cast<int>(candidates.size()), scene.count())),
        check_(check),
        figure_(check != nullptr && knows_figure(scene, *check) ? check : nullptr),
        prices_(figure_ != nullptr ? kFigureKnown : kLengthsKnown),
        most_hidden_(most_hidden) {
    order_markers(first, count);
    descend(0, 0, 0.0, 0);
  }

  bool complete() const { return steps_ < kMaxSteps && !overflow_; }
  std::span<Assignment> solutions() { return std::span(solutions_).first(solution_count_); }

 private:
  static constexpr int kMaxSolutions = 64;
  static constexpr int kMaxSteps = 400000;
  // Prices in units of (length error / tolerance)^2.
  struct Prices {
    double hidden;       // an LED
    double lost_length;  // a length that ends at a hidden LED
  };
  static constexpr Prices kLengthsKnown{0.05, 0.15};
  // Where the potentiometers tell the whole figure, each LED is known as well as any other: which one would
  // be hidden, and how many lengths end there, says nothing for or against it.
  static constexpr Prices kFigureKnown{0.2, 0.0};
  static constexpr double kFigureTolerance =
      0.1;  // m, unit of the figure's error; joints move, potentiometers err
  static constexpr double kRivalMargin = 0.1;  // assignments within this of the best one are as good
  // Among many spots some fit by chance: lengths must then hold better than the configured tolerance.
  static constexpr double kCrowdTolerance = 0.02;   // m, shared by all spots
  static constexpr double kLeastTolerance = 0.001;  // m

  static double crowd_tolerance(double tolerance, int spots, int leds) {
    if (spots <= leds + 1) return tolerance;
    return std::min(tolerance, std::max(kLeastTolerance, kCrowdTolerance / spots));
  }

  // Each LED after one that it has a known length to: wrong branches then end early.
  void order_markers(int first, int count) {
    std::array<bool, kMaxMarkers> placed{};
    for (marker_count_ = 0; marker_count_ < count; ++marker_count_) {
      int best = -1;
      int best_lengths = -1;
      for (int m = first; m < first + count; ++m) {
        if (placed[m]) continue;
        int lengths = 0;
        for (int k = 0; k < marker_count_; ++k) {
          lengths += scene_.between(m, order_[k]).rigid ? 1 : 0;
        }
        if (lengths > best_lengths) {
          best = m;
          best_lengths = lengths;
        }
      }
      placed[best] = true;
      order_[marker_count_] = best;
    }
  }

  void descend(int depth, int hidden, double score, int lengths) {
    if (++steps_ >= kMaxSteps || score > best_score_ + kRivalMargin) return;
    if (depth == marker_count_) {
      const bool possible =
          check_ == nullptr || weigh_joints(scene_, blobs_, labels_, *check_) != JointEvidence::kContradicts;
      if (possible) keep({labels_, score + figure_price(), lengths});
      return;
    }
    const int marker = order_[depth];
    int known_lengths = 0;
    for (int k = 0; k < depth; ++k) {
      known_lengths += scene_.between(marker, order_[k]).rigid ? 1 : 0;
    }
    for (const int blob : candidates_) {
      if (used_[blob]) continue;
      double added = 0.0;
      int confirmed = 0;
      if (!fits(marker, blob, depth, added, confirmed)) continue;
      used_[blob] = true;
      labels_[marker] = blob;
      if (mirror_fits(marker)) descend(depth + 1, hidden, score + added, lengths + confirmed);
      labels_[marker] = kNoBlob;
      used_[blob] = false;
    }
    if (hidden < most_hidden_) {
      descend(depth + 1, hidden + 1, score + prices_.hidden + prices_.lost_length * known_lengths, lengths);
    }
  }

  double figure_price() const {
    if (figure_ == nullptr) return 0.0;
    return figure_error(scene_, blobs_, labels_, *figure_) / (kFigureTolerance * kFigureTolerance);
  }

  bool fits(int marker, int blob, int depth, double& added, int& confirmed) {
    const Vector2& here = blobs_.at(marker, blob);
    for (int k = 0; k < depth; ++k) {
      ++steps_;
      const int other = order_[k];
      const DistanceRange& range = scene_.between(marker, other);
      const int other_blob = labels_[other];
      if (other_blob == kNoBlob) {
        added += range.rigid ? prices_.lost_length : 0.0;
        continue;
      }
      const double distance = (here - blobs_.at(other, other_blob)).norm();
      if (!range.holds(distance, range.rigid ? limit_ : tolerance_)) return false;
      if (!range.rigid) continue;
      const double error = (distance - range.min) / tolerance_;
      added += error * error;
      ++confirmed;
    }
    return std::isfinite(here.x());
  }

  bool mirror_fits(int marker) const {
    for (const MarkerTriangle& triangle : scene_.triangles) {
      std::array<const Vector2*, 3> corners{};
      bool concerned = false;
      bool complete = true;
      for (std::size_t i = 0; i < 3; ++i) {
        const int blob = labels_[triangle.markers[i]];
        concerned = concerned || triangle.markers[i] == marker;
        complete = complete && blob != kNoBlob;
        if (blob != kNoBlob) corners[i] = &blobs_.at(triangle.markers[i], blob);
      }
      if (!concerned || !complete) continue;
      if ((cross(*corners[1] - *corners[0], *corners[2] - *corners[0]) > 0.0) != triangle.counter_clockwise)
        return false;
    }
    return true;
  }

  void keep(const Assignment& solution) {
    if (solution.score > best_score_ + kRivalMargin) return;  // the figure's price comes last
    if (solution.score < best_score_) {
      best_score_ = solution.score;
      Assignment* const kept =
          std::remove_if(solutions_.data(), solutions_.data() + solution_count_,
                         [this](const Assignment& s) { return s.score > best_score_ + kRivalMargin; });
      solution_count_ = static_cast<int>(kept - solutions_.data());
      if (solution_count_ < kMaxSolutions) overflow_ = false;
    }
    if (solution_count_ == kMaxSolutions) {
      overflow_ = true;
      return;
    }
    solutions_[solution_count_++] = solution;
  }

  const MarkerScene& scene_;
  const MappedBlobs& blobs_;
  std::span<const int> candidates_;
  double tolerance_;  // unit of length errors in the score, m
  double limit_;      // on a length's error, m
  const JointCheck* check_;
  const JointCheck* figure_;  // null: not known
  Prices prices_;
  int most_hidden_;
  std::array<int, kMaxMarkers> order_{};
  int marker_count_ = 0;
  Labels labels_ = no_labels();
  SpotMarks used_{};
  std::array<Assignment, kMaxSolutions> solutions_;
  int solution_count_ = 0;
  double best_score_ = std::numeric_limits<double>::infinity();
  bool overflow_ = false;
  int steps_ = 0;
};

}  // namespace freefloat
