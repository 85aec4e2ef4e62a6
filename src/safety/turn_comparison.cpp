#include "safety/turn_comparison.h"

#include <cmath>

namespace freefloat {

namespace {

constexpr double kPotNoise = 0.015;  // rad, of the difference of two readings
constexpr Duration kLongestGap = std::chrono::milliseconds(200);

}  // namespace

void compare_turns(const JointFeedback& feedback, double tolerance, TurnComparison& turns) {
  const bool usable = feedback.angles.size() == feedback.rates.size() && feedback.angles.allFinite() &&
                      feedback.rates.allFinite();
  if (!usable) {
    turns = {};
    return;
  }
  const Duration since = feedback.sample_time - turns.at;
  if (turns.rates.size() != feedback.rates.size() || since > kLongestGap || since < Duration::zero()) {
    turns = {feedback.sample_time, feedback.rates, JointVector::Zero(feedback.rates.size()), feedback.angles,
             turns.contradicted};
    return;
  }
  turns.turned += 0.5 * to_seconds(since) * (turns.rates + feedback.rates);
  turns.at = feedback.sample_time;
  turns.rates = feedback.rates;
  for (Eigen::Index j = 0; j < turns.turned.size(); ++j) {
    const double by_pot = feedback.angles[j] - turns.from[j];
    const double turn = std::max(std::abs(turns.turned[j]), std::abs(by_pot));
    if (turn < kComparedTurn) continue;
    const bool apart = std::abs(by_pot - turns.turned[j]) > tolerance * turn + kPotNoise;
    const std::uint32_t bit = 1u << static_cast<unsigned>(j);
    turns.contradicted = apart ? turns.contradicted | bit : turns.contradicted & ~bit;
    turns.turned[j] = 0.0;
    turns.from[j] = feedback.angles[j];
  }
}

}  // namespace freefloat
