// How PhaseRunner judges a detumbling, and what it says of it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "runtime/phase_runner.h"
#include "types/angle.h"

namespace freefloat {

namespace {

constexpr double kMeasured = deg_to_rad(0.05);  // rad/s that a rate is measured to

std::string describe_rates(const DetumbleOutput& rates, double most_rate) {
  const double dictated = std::abs(rad_to_deg(rates.dictated_rate));
  std::string text =
      fmt::format("the whole turns at {:.2f} deg/s; its angular momentum dictates {:.2f} deg/s",
                  std::abs(rad_to_deg(rates.measured_rate)), dictated);
  if (std::abs(rates.dictated_rate) > most_rate)
    text += fmt::format(", and {:.2f} deg/s with the arm stretched as far as it may: {:.2f} deg/s cannot be",
                        std::abs(rad_to_deg(rates.least_rate)), rad_to_deg(most_rate));
  return text;
}

}  // namespace

void PhaseRunner::judge_detumble(const FaultContext& context) {
  const CycleOutput& output = context.output;
  if (!moves(context)) return;
  PhaseResult& phase = results_[current_];
  const TaskStatus status = output.guidance.status;
  if (status == TaskStatus::kWaiting || status == TaskStatus::kDone)
    phase.detumbled = output.guidance.detumble;
  if (status == TaskStatus::kDone && phase.detumbled) {
    // No arm takes angular momentum away: what is wanted counts as far as it leaves that.
    const DetumbleOutput& rates = *phase.detumbled;
    const double possible = std::max(phase.most_rate, std::abs(rates.least_rate) + kMeasured);
    const bool good = std::abs(rates.measured_rate) <= possible &&
                      std::abs(rates.measured_rate - rates.dictated_rate) <= 2.0 * kMeasured;
    end_phase(output.now, good ? Verdict::kPassed : Verdict::kFailed, describe_rates(rates, phase.most_rate));
  } else if (status == TaskStatus::kUnreachable) {
    end_phase(output.now, Verdict::kFailed, "the table holds the hand: nothing turns");
  }
}

}  // namespace freefloat
