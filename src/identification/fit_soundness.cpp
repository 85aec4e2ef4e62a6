#include "identification/fit_soundness.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace freefloat {

namespace {

constexpr double kNoticed = 1.3;       // of the noise; below, blobs are as noisy as anyone can say
constexpr double kStretchApart = 3.0;  // a stretch leaves so many times more than the quietest one

std::string list_stretches(const std::vector<std::size_t>& which) {
  std::string text;
  for (std::size_t i = 0; i < which.size(); ++i)
    text += (i == 0 ? "" : i + 1 == which.size() ? " and " : ", ") + std::to_string(which[i] + 1);
  return text;
}

/// What contradicts one stretch alone happened in it; what is wrong in a file contradicts all.
std::string likely_causes(const MomentumFit& fit) {
  const double quietest = *std::min_element(fit.stretch_noise.begin(), fit.stretch_noise.end());
  std::vector<std::size_t> loud;
  for (std::size_t i = 0; i < fit.stretch_noise.size(); ++i)
    if (fit.stretch_noise[i] > kStretchApart * quietest) loud.push_back(i);
  if (!loud.empty()) {
    return fmt::format(
        "stretch {} of {} alone leaves so much: somebody pushed or held the robot then, it touched "
        "something, or its air ran low; identify without that log",
        list_stretches(loud), fit.stretch_noise.size());
  }
  return "likely causes: somebody pushed the robot or a cable pulls at it; camera scale or pose wrong "
         "(freefloat calibrate table); LEDs of the robot's file swapped, on another body, or not at their "
         "places; link lengths wrong";
}

}  // namespace

FitSoundness judge_fit(const MomentumFit& fit) {
  // The spread of chi-square / freedom is sqrt(2 / freedom): few pictures excuse more.
  const double chance = 1.0 + 4.0 * std::sqrt(2.0 / fit.freedom);
  if (fit.noise < kNoticed || fit.noise * fit.noise < chance) return {};
  const std::string left = fmt::format("chi-square {:.3g} on {:.0f} degrees of freedom",
                                       fit.noise * fit.noise * fit.freedom, fit.freedom);
  if (fit.noise <= kMostNoise) {
    return {
        true,
        fmt::format(
            "the LEDs are {:.1f} times as noisy as their pictures say ({}); intervals are wider by that much",
            fit.noise, left)};
  }
  return {false,
          fmt::format("the motion contradicts the conservation of momentum: the fit leaves {:.3g} times what "
                      "the LEDs' noise explains ({}), so that no interval would hold and none is given; {}",
                      fit.noise, left, likely_causes(fit))};
}

void withhold_intervals(MassSolution& solution) {
  for (IdentifiedValue& value : solution.values) {
    if (value.held) continue;
    value.told = false;
    value.low = value.high = std::numeric_limits<double>::quiet_NaN();
  }
}

}  // namespace freefloat
