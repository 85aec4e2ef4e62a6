#include "vision/acquire_markers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>

#include "types/angle.h"
#include "vision/assignment_search.h"
#include "vision/confirmed_assignments.h"

namespace freefloat {
namespace {

constexpr int kMaxCandidates = 48;
constexpr int kMostHidden = 2;
// What chance alone would give, see `expect_chance_fits`.
constexpr double kMostChanceFits = 5e-3;
constexpr double kMostChanceFitsConfirmed = 1e-4;  // by angles, which tell more: less is then left to chance
constexpr double kBeyondChance = 1e-6;
constexpr double kCloseFit = 0.05;     // score; lengths within a fifth of their tolerance
constexpr double kTableArea = 3.0;     // m^2
constexpr double kLengthError = 5e-4;  // m; a length is not known better

// The brightest blobs that are not taken.
int select_candidates(const MappedBlobs& blobs, const SpotMarks& taken,
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

/// What an assignment says of LEDs that are a known length apart.
struct KnownPair {
  std::array<int, 2> leds{};
  double share = 1.0;  ///< of the table in which a second spot would do as well
};

double length_share(const MarkerScene& scene, const MappedBlobs& blobs, const Labels& labels, int a, int b) {
  const double length = scene.between(a, b).min;
  const double distance = (blobs.at(a, labels[a]) - blobs.at(b, labels[b])).norm();
  const double error = std::max(kLengthError, std::abs(distance - length));
  return std::min(1.0, 4.0 * kPi * length * error / kTableArea);
}

// The share of the table in which a spot would fit as well as this LED's, when the two of `base` are known.
double place_share(const MarkerScene& scene, const MappedBlobs& blobs, const Labels& labels,
                   const KnownPair& base, int led, const JointCheck* angles) {
  double share = 1.0;
  double length_error = -1.0;
  for (int other = 0; other < scene.robot_count; ++other) {
    if (other == led || labels[other] == kNoBlob || !scene.between(led, other).rigid) continue;
    const double annulus = length_share(scene, blobs, labels, led, other);
    if (annulus >= share) continue;
    share = annulus;
    length_error = annulus * kTableArea / (4.0 * kPi * scene.between(led, other).min);
  }
  if (angles == nullptr) return share;
  const double error = std::max(kPlaceError, place_error(scene, blobs, labels, base.leds, led, *angles));
  const double area = length_error < 0.0 ? kPi * error * error : 4.0 * length_error * error;
  return std::min(share, area / kTableArea);
}

// How many assignments as good as this one are expected by chance among so many spots strewn over the table.
// Two spots a known length apart are none: they may be the robot's own, taken the other way round.
// @param angles What has confirmed it; null: nothing.
double expect_chance_fits(const MarkerScene& scene, const MappedBlobs& blobs, const Labels& labels, int spots,
                          const JointCheck* angles) {
  std::optional<KnownPair> base;
  for (int a = 0; a < scene.robot_count; ++a) {
    for (int b = 0; b < a; ++b) {
      if (labels[a] == kNoBlob || labels[b] == kNoBlob || !scene.between(a, b).rigid) continue;
      const double share = length_share(scene, blobs, labels, a, b);
      if (!base || share < base->share) base = KnownPair{{a, b}, share};
    }
  }
  if (!base) return spots;
  double expected = std::max(1.0, spots * spots * base->share);
  for (int led = 0; led < scene.robot_count; ++led) {
    if (labels[led] == kNoBlob || led == base->leds[0] || led == base->leds[1]) continue;
    expected *= std::max(1, spots - 2) * place_share(scene, blobs, labels, *base, led, angles);
  }
  return expected;
}

// The same where nothing else is known of the LEDs: spots strewn so that all lengths hold, by chance alone.
double expect_strewn_fits(const MarkerScene& scene, const MappedBlobs& blobs, const Labels& labels,
                          int spots) {
  double expected = 1.0;
  for (int a = 0; a < scene.robot_count; ++a) {
    if (labels[a] == kNoBlob) continue;
    expected *= spots;
    for (int b = 0; b < a; ++b) {
      if (labels[b] == kNoBlob || !scene.between(a, b).rigid) continue;
      expected *= length_share(scene, blobs, labels, a, b);
    }
  }
  return expected;
}

/// What good assignments agree on.
struct Agreement {
  Acquisition found;
  double chance_fits = 0.0;  ///< as good as the best of them, by chance
  double strewn_fits = 0.0;  ///< the same of spots none of which is the robot's
  double score = 0.0;        ///< of that one
  bool confirmed = false;    ///< by the potentiometers
};

bool is_part_of(const Labels& part, const Labels& whole) {
  for (std::size_t m = 0; m < part.size(); ++m) {
    if (part[m] != kNoBlob && part[m] != whole[m]) return false;
  }
  return true;
}

// The one that says most.
const Assignment& choose_best(std::span<const Assignment> kept) {
  const Assignment* best = &kept.front();
  for (const Assignment& solution : kept) {
    const int longer = solution.lengths - best->lengths;
    const int fuller = count_labelled(solution.labels) - count_labelled(best->labels);
    if (longer > 0 || (longer == 0 && fuller > 0)) best = &solution;
  }
  return *best;
}

// Among many spots one may stand at the length of a hidden LED that hangs on a single length, among few one
// of glare. It is the LED only if the potentiometers put it there as well.
// @param believed Whether a blob is believed without them.
template <class Condition>
void drop_off_the_figure(const MarkerScene& scene, const MappedBlobs& blobs, const JointCheck& check,
                         Condition&& believed, Labels& labels) {
  if (!knows_figure(scene, check)) return;
  const Labels found = labels;
  const auto count_lengths = [&](int led) {
    int lengths = 0;
    for (int other = 0; other < scene.robot_count; ++other)
      lengths += other != led && found[other] != kNoBlob && scene.between(led, other).rigid ? 1 : 0;
    return lengths;
  };
  for (int m = 0; m < scene.robot_count; ++m) {
    if (found[m] == kNoBlob || believed(found[m]) || count_lengths(m) != 1) continue;
    // The other end of the length, and of the rest the one that is the surest.
    std::array<int, 2> base{kNoBlob, kNoBlob};
    for (int other = 0; other < scene.robot_count; ++other) {
      if (other == m || found[other] == kNoBlob) continue;
      int& end = base[scene.between(m, other).rigid ? 0 : 1];
      if (end == kNoBlob || count_lengths(other) > count_lengths(end)) end = other;
    }
    if (base[1] == kNoBlob) continue;
    const double bound = place_bound(check, scene.between(m, base[0]).min);
    if (place_error(scene, blobs, found, base, m, check) > bound) labels[m] = kNoBlob;
  }
}

template <class Condition>
Agreement weigh_solutions(const MarkerScene& scene, const MappedBlobs& blobs, const JointCheck& check,
                          std::span<Assignment> solutions, int spots, Condition&& believed_alone) {
  const std::span<const Assignment> kept = keep_confirmed(scene, blobs, check, solutions);
  const Assignment& best = choose_best(kept);
  Agreement result;
  Labels& labels = result.found.labels;
  labels = best.labels;
  drop_off_the_figure(scene, blobs, check, believed_alone, labels);
  result.found.lengths = count_rigid_lengths(scene, labels);
  result.score = best.score;
  result.confirmed = weigh_joints(scene, blobs, labels, check) == JointEvidence::kConfirms;
  result.chance_fits = expect_chance_fits(scene, blobs, labels, spots, result.confirmed ? &check : nullptr);
  result.strewn_fits = expect_strewn_fits(scene, blobs, labels, spots);
  // Where few spots are, one that the potentiometers confirm is no stranger in a hidden LED's place.
  const bool believed = result.confirmed && spots <= scene.count() + 1;
  for (const Assignment& solution : kept) {
    for (const int blob : solution.labels) {
      if (blob != kNoBlob) result.found.used[blob] = true;
    }
    if (believed && is_part_of(solution.labels, best.labels)) continue;
    for (std::size_t m = 0; m < solution.labels.size(); ++m) {
      if (solution.labels[m] != best.labels[m]) labels[m] = kNoBlob;
    }
  }
  return result;
}

bool is_certain(const MarkerScene& scene, const MappedBlobs& blobs, const Agreement& agreement) {
  const int lengths = agreement.found.lengths;
  const double most_chance = agreement.confirmed ? kMostChanceFitsConfirmed : kMostChanceFits;
  if (lengths < 1 || agreement.chance_fits > most_chance) return false;
  return lengths > 1 || blobs.count <= scene.count() || agreement.confirmed;
}

bool all_labelled(const MarkerScene& scene, const Labels& labels) {
  return std::find(labels.begin(), labels.begin() + scene.robot_count, kNoBlob) ==
         labels.begin() + scene.robot_count;
}

}  // namespace

Acquisition acquire_robot(const MarkerScene& scene, const MappedBlobs& blobs, const VisionConfig& config,
                          const JointVector& joints, double joint_sigma, const SpotMarks* seen_before) {
  Acquisition result;
  // With an LED hidden another figure may hold by chance, and would be followed on: the angles tell, soon.
  if (scene.joints_told && joints.size() == 0 && std::isfinite(joint_sigma) && blobs.count < scene.count())
    return result;
  std::array<int, kMaxCandidates> candidates{};
  const int count = select_candidates(blobs, {}, candidates);
  const std::span<const int> spots = std::span(candidates).first(count);
  const JointCheck check{joints, joint_sigma, config.length_tolerance};
  const auto was_seen = [seen_before](int blob) {
    return seen_before == nullptr || blob == kNoBlob || (*seen_before)[blob];
  };
  AssignmentSearch search(scene, blobs, 0, scene.robot_count, spots, config.length_tolerance, &check,
                          kMostHidden);
  result.complete = search.complete();
  if (!result.complete) return result;
  if (!search.solutions().empty()) {
    const bool few = count <= scene.count() + 1;
    const auto believed = [&](int blob) { return few && was_seen(blob); };
    const Agreement agreement = weigh_solutions(scene, blobs, check, search.solutions(), count, believed);
    result.used = agreement.found.used;
    if (is_certain(scene, blobs, agreement)) {
      result = agreement.found;
      // One spot may then be the target's in a hidden LED's place.
      if (agreement.confirmed && blobs.count < scene.count()) return result;
    }
  }
  if (all_labelled(scene, result.labels) || joints.size() == 0) return result;
  // It may be the potentiometers that are wrong: but then all LEDs must be there, beyond all chance, and none
  // of them be glare.
  AssignmentSearch without(scene, blobs, 0, scene.robot_count, spots, config.length_tolerance, nullptr, 0);
  if (!without.complete() || without.solutions().empty()) return result;
  const auto any = [](int) { return true; };
  const Agreement agreement = weigh_solutions(scene, blobs, check, without.solutions(), count, any);
  const bool beyond_chance = agreement.strewn_fits < kBeyondChance;
  const bool may_be_glare = std::any_of(agreement.found.labels.begin(), agreement.found.labels.end(),
                                        [&](int blob) { return !was_seen(blob); });
  if (beyond_chance && agreement.score < kCloseFit && !may_be_glare) result = agreement.found;
  return result;
}

void acquire_target(const MarkerScene& scene, const TargetLeds& leds, const MappedBlobs& blobs,
                    const SpotMarks& taken, const VisionConfig& config, Labels& labels) {
  std::array<int, kMaxCandidates> candidates{};
  const int count = select_candidates(blobs, taken, candidates);
  if (count == 0) return;
  AssignmentSearch search(scene, blobs, leds.first, leds.count, std::span(candidates).first(count),
                          config.length_tolerance, nullptr, kMostHidden);
  const std::span<const Assignment> solutions = search.solutions();
  if (!search.complete() || solutions.empty() || solutions.front().lengths < 1) return;
  for (int m = leds.first; m < leds.first + leds.count; ++m) {
    const int blob = solutions.front().labels[m];
    const bool agreed = std::all_of(solutions.begin(), solutions.end(),
                                    [&](const Assignment& solution) { return solution.labels[m] == blob; });
    labels[m] = agreed ? blob : kNoBlob;
  }
}

}  // namespace freefloat
