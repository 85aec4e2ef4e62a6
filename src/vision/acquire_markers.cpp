#include "vision/acquire_markers.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "types/angle.h"
#include "vision/check_joints.h"

namespace freefloat {
namespace {

constexpr int kMaxCandidates = 48;
constexpr int kMaxSolutions = 64;
constexpr int kMaxHidden = 2;
constexpr int kMaxSteps = 400000;
// Prices in units of (length error / tolerance)^2.
constexpr double kLostLengthPrice = 0.15;  // a length that ends at a hidden LED
constexpr double kHiddenPrice = 0.05;
constexpr double kRivalMargin = 0.1;  // assignments within this of the best one are as good
constexpr double kClearlyBrighter = 1.5;

struct Solution {
  Labels labels;
  double score = 0.0;
  int lengths = 0;
};

class Search {
 public:
  Search(const MarkerScene& scene, const MappedBlobs& blobs, int first, int count,
         const std::array<int, kMaxCandidates>& candidates, int candidate_count, double tolerance)
      : scene_(scene),
        blobs_(blobs),
        candidates_(candidates),
        candidate_count_(candidate_count),
        tolerance_(tolerance) {
    order_markers(first, count);
    descend(0, 0, 0.0, 0);
  }

  bool complete() const { return steps_ < kMaxSteps && !overflow_; }
  std::span<Solution> solutions() { return std::span(solutions_).first(solution_count_); }

 private:
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
      keep({labels_, score, lengths});
      return;
    }
    const int marker = order_[depth];
    int known_lengths = 0;
    for (int k = 0; k < depth; ++k) {
      known_lengths += scene_.between(marker, order_[k]).rigid ? 1 : 0;
    }
    for (int i = 0; i < candidate_count_; ++i) {
      const int blob = candidates_[i];
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
    if (hidden < kMaxHidden) {
      descend(depth + 1, hidden + 1, score + kHiddenPrice + kLostLengthPrice * known_lengths, lengths);
    }
  }

  bool fits(int marker, int blob, int depth, double& added, int& confirmed) {
    const Vector2& here = blobs_.at(marker, blob);
    for (int k = 0; k < depth; ++k) {
      ++steps_;
      const int other = order_[k];
      const DistanceRange& range = scene_.between(marker, other);
      const int other_blob = labels_[other];
      if (other_blob == kNoBlob) {
        added += range.rigid ? kLostLengthPrice : 0.0;
        continue;
      }
      const double distance = (here - blobs_.at(other, other_blob)).norm();
      if (!range.holds(distance, tolerance_)) return false;
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

  void keep(const Solution& solution) {
    if (solution.score < best_score_) {
      best_score_ = solution.score;
      Solution* const kept =
          std::remove_if(solutions_.data(), solutions_.data() + solution_count_,
                         [this](const Solution& s) { return s.score > best_score_ + kRivalMargin; });
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
  const std::array<int, kMaxCandidates>& candidates_;
  int candidate_count_;
  double tolerance_;
  std::array<int, kMaxMarkers> order_{};
  int marker_count_ = 0;
  Labels labels_ = no_labels();
  std::array<bool, kMaxBlobs> used_{};
  std::array<Solution, kMaxSolutions> solutions_;
  int solution_count_ = 0;
  double best_score_ = std::numeric_limits<double>::infinity();
  bool overflow_ = false;
  int steps_ = 0;
};

// The brightest blobs that are not taken.
int select_candidates(const MappedBlobs& blobs, const std::array<bool, kMaxBlobs>& taken,
                      std::array<int, kMaxCandidates>& candidates) {
  std::array<int, kMaxBlobs> order{};
  int count = 0;
  for (int i = 0; i < blobs.count; ++i) {
    if (!taken[i]) order[count++] = i;
  }
  const int kept = std::min(count, kMaxCandidates);
  std::partial_sort(order.begin(), order.begin() + kept, order.begin() + count, [&blobs](int a, int b) {
    const double flux_a = blobs.flux[a];
    const double flux_b = blobs.flux[b];
    return flux_a != flux_b ? flux_a > flux_b : a < b;
  });
  std::copy_n(order.begin(), kept, candidates.begin());
  return kept;
}

// Keeps the labels on which all good assignments agree.
Labels agree(std::span<const Solution> solutions) {
  Labels labels = solutions.front().labels;
  for (const Solution& solution : solutions) {
    for (std::size_t m = 0; m < labels.size(); ++m) {
      if (solution.labels[m] != labels[m]) labels[m] = kNoBlob;
    }
  }
  return labels;
}

bool conflict(const Labels& a, const Labels& b) {
  for (std::size_t m = 0; m < a.size(); ++m) {
    if (a[m] != kNoBlob && b[m] != kNoBlob && a[m] != b[m]) return true;
  }
  return false;
}

// What the potentiometers leave of assignments about equally good: none that contradicts them; and where they
// confirm some, none that conflicts with all of these. Contradicted alike, all stay.
std::span<const Solution> keep_confirmed(const MarkerScene& scene, const MappedBlobs& blobs,
                                         const JointCheck& check, std::span<Solution> all) {
  const auto weigh = [&](const Solution& s) { return weigh_joints(scene, blobs, s.labels, check); };
  const auto begin = all.begin();
  const auto possible = std::partition(
      begin, all.end(), [&](const Solution& s) { return weigh(s) != JointEvidence::kContradicts; });
  if (possible == begin) return all;
  const auto confirmed = std::partition(
      begin, possible, [&](const Solution& s) { return weigh(s) == JointEvidence::kConfirms; });
  if (confirmed == begin) return {begin, possible};
  const auto end = std::partition(confirmed, possible, [&](const Solution& s) {
    return std::any_of(begin, confirmed, [&](const Solution& c) { return !conflict(c.labels, s.labels); });
  });
  return {begin, end};
}

}  // namespace

Acquisition acquire_robot(const MarkerScene& scene, const MappedBlobs& blobs, const VisionConfig& config,
                          const JointVector& joints, double joint_sigma) {
  Acquisition result;
  std::array<int, kMaxCandidates> candidates{};
  const int count = select_candidates(blobs, {}, candidates);
  Search search(scene, blobs, 0, scene.robot_count, candidates, count, config.length_tolerance);
  result.complete = search.complete();
  if (!result.complete || search.solutions().empty()) return result;
  const std::span<const Solution> kept =
      keep_confirmed(scene, blobs, {joints, joint_sigma, config.length_tolerance}, search.solutions());
  int lengths = 0;
  for (const Solution& solution : kept) {
    lengths = std::max(lengths, solution.lengths);
    for (const int blob : solution.labels) {
      if (blob != kNoBlob) result.used[blob] = true;
    }
  }
  if (lengths < 1 || (lengths < 2 && blobs.count > scene.count())) return result;
  result.labels = agree(kept);
  result.lengths = lengths;
  return result;
}

void acquire_target(const MarkerScene& scene, const MappedBlobs& blobs,
                    const std::array<bool, kMaxBlobs>& taken, const VisionConfig& config, Labels& labels) {
  std::array<int, kMaxCandidates> candidates{};
  const int count = select_candidates(blobs, taken, candidates);
  if (count == 0 || scene.target_count == 0) return;
  const int first = scene.robot_count;
  if (scene.target_count == 1) {
    const auto flux = [&](std::size_t i) { return blobs.flux[candidates[i]]; };
    if (count == 1 || flux(0) > kClearlyBrighter * flux(1)) labels[first] = candidates[0];
    return;
  }
  Search search(scene, blobs, first, scene.target_count, candidates, count, config.length_tolerance);
  const std::span<const Solution> solutions = search.solutions();
  if (!search.complete() || solutions.empty() || solutions.front().lengths < 1) return;
  const Labels found = agree(solutions);
  for (int m = first; m < scene.count(); ++m) labels[m] = found[m];
}

}  // namespace freefloat
