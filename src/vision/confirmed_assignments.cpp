#include "vision/confirmed_assignments.h"

#include <algorithm>
#include <cmath>

namespace freefloat {
namespace {

// How well a figure is known, standard deviations of all its LEDs together.
constexpr double kFigureSigma = 1.5e-3;  // m; apart from the angles
constexpr double kFigureReach = 0.5;     // m; of the arm, for the angles
constexpr double kOnFigure = 2.0;        // sigmas
constexpr double kOffFigure = 5.0;

bool conflict(const Labels& a, const Labels& b) {
  for (std::size_t m = 0; m < a.size(); ++m) {
    if (a[m] != kNoBlob && b[m] != kNoBlob && a[m] != b[m]) return true;
  }
  return false;
}

// The gates of the angles are so wide that a folded arm's tip, or the target in its place, may fit tail and
// joint 1 the other way round as well. The figure tells, where one assignment lies on it: what conflicts with
// that one, labels no more and lies far off is it not. Of potentiometers that are off none lies on it.
std::span<Assignment> drop_off_figure(const MarkerScene& scene, const MappedBlobs& blobs,
                                      const JointCheck& check, std::span<Assignment> confirmed) {
  if (!knows_figure(scene, check)) return confirmed;
  const double sigma = std::hypot(kFigureSigma, check.joint_sigma * kFigureReach);
  const auto error = [&](const Assignment& s) {
    return std::sqrt(figure_error(scene, blobs, s.labels, check));
  };
  const Assignment best =
      *std::min_element(confirmed.begin(), confirmed.end(), [&](const Assignment& a, const Assignment& b) {
        const int fuller = count_labelled(a.labels) - count_labelled(b.labels);
        return fuller != 0 ? fuller > 0 : error(a) < error(b);
      });
  if (error(best) > kOnFigure * sigma) return confirmed;
  const auto end = std::partition(confirmed.begin(), confirmed.end(), [&](const Assignment& s) {
    return !conflict(s.labels, best.labels) || error(s) < kOffFigure * sigma;
  });
  return {confirmed.begin(), end};
}

}  // namespace

int count_labelled(const Labels& labels) {
  return static_cast<int>(labels.size() - std::count(labels.begin(), labels.end(), kNoBlob));
}

std::span<const Assignment> keep_confirmed(const MarkerScene& scene, const MappedBlobs& blobs,
                                           const JointCheck& check, std::span<Assignment> all) {
  const auto weigh = [&](const Assignment& s) { return weigh_joints(scene, blobs, s.labels, check); };
  const auto begin = all.begin();
  const auto possible = std::partition(
      begin, all.end(), [&](const Assignment& s) { return weigh(s) != JointEvidence::kContradicts; });
  if (possible == begin) return all;
  const auto confirming = std::partition(
      begin, possible, [&](const Assignment& s) { return weigh(s) == JointEvidence::kConfirms; });
  if (confirming == begin) return {begin, possible};
  const std::span<Assignment> confirmed = drop_off_figure(scene, blobs, check, {begin, confirming});
  // What lies off the figure stands behind them now, and counts as not confirmed.
  const auto end = std::partition(confirmed.end(), possible, [&](const Assignment& s) {
    return std::any_of(confirmed.begin(), confirmed.end(),
                       [&](const Assignment& c) { return !conflict(c.labels, s.labels); });
  });
  return {begin, end};
}

}  // namespace freefloat
