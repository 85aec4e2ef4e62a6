#include "identification/payload_fit.h"

#include <algorithm>

#include "drawing/number_format.h"
#include "model/payload.h"

namespace freefloat {

namespace {

constexpr double kGuessedRadius = 0.08;  // m, of gyration: the search begins there

double seconds_of(const std::vector<MotionStretch>& stretches) {
  double seconds = 0.0;
  for (const MotionStretch& stretch : stretches)
    seconds += to_seconds(stretch.back().at - stretch.front().at);
  return seconds;
}

/// Everything but the last link, which is one body with the payload.
HeldValues all_but_last(Eigen::Index bodies) {
  HeldValues held{{}};
  for (Eigen::Index i = 0; i < kUnknownsOfBody * (bodies - 1); ++i) held.names.push_back(key_of_unknown(i));
  return held;
}

const IdentifiedValue* value_of(const MassSolution& solution, const std::string& key) {
  const auto at = std::find_if(solution.values.begin(), solution.values.end(),
                               [&](const IdentifiedValue& value) { return value.key == key; });
  return at == solution.values.end() ? nullptr : &*at;
}

}  // namespace

tl::expected<PayloadFit, std::string> identify_payload(const RobotParameters& robot, double guess,
                                                       const MotionSeries& series) {
  const BodyGeometry geometry(robot);
  const std::vector<MotionStretch> stretches = find_stretches(fit_body_poses(geometry, series));
  PayloadFit found;
  found.seconds = seconds_of(stretches);
  if (found.seconds < kLeastPayloadMotion) {
    return tl::make_unexpected("the hand held something while the joints could move for " +
                               format_fixed(found.seconds, 1) + " s, at least " +
                               format_fixed(kLeastPayloadMotion, 0) +
                               " s are needed: capture, then jog each joint to and fro before the release");
  }
  const BodyMasses alone = masses_of(robot, robot);
  const BodyMasses begin =
      masses_of(with_payload(robot, guess, guess * kGuessedRadius * kGuessedRadius, Vector2::Zero()), robot);
  const MomentumFit fit = fit_momentum(geometry, stretches, momentum_parameters(geometry, begin));
  found.soundness = judge_fit(fit);
  const auto solution = solve_masses(geometry, fit, begin, all_but_last(geometry.body_count));
  if (!solution) return tl::make_unexpected(solution.error());

  const Eigen::Index last = geometry.body_count - 1;
  const double whole = solution->masses.mass[last], own = alone.mass[last];
  const Vector2 centre = solution->masses.centre[last];
  found.mass = whole - own;
  const Vector2 of_payload = (whole * centre - own * alone.centre[last]) / found.mass;
  found.p_EP = of_payload - geometry.to_next[last];
  // Steiner: both about the common mass centre.
  const double rest = alone.inertia[last] + own * (centre - alone.centre[last]).squaredNorm() +
                      found.mass * (centre - of_payload).squaredNorm();
  found.inertia = solution->masses.inertia[last] - rest;
  const std::string at = "links[" + std::to_string(last - 1) + "].";
  if (const IdentifiedValue* mass = value_of(*solution, at + "mass_kg")) {
    found.mass_low = mass->low - own;
    found.mass_high = mass->high - own;
    found.told = mass->told;
  }
  if (!(found.mass > 0.0))
    return tl::make_unexpected("the motion shows no payload: the last link moves as if the hand were empty");
  return found;
}

}  // namespace freefloat
