#include "calibration/chain_axes.h"

namespace freefloat {

std::vector<LedAxes> led_axes(const RobotChain& chain) {
  std::vector<LedAxes> axes(chain.leds.size());
  for (int body = 0; body <= chain.joint_count(); ++body) {
    const auto [first, second] = leds_of(chain, body);
    // The satellite's frame is held by its first LED, and its direction by the second; a link's by its joint
    // and its first LED.
    const int direction = body == 0 ? second : first;
    if (direction < 0) continue;
    LedAxes shared;
    if (body == 0) shared.from = chain.leds[first].at;
    const Vector2 line = chain.leds[direction].at - shared.from;
    if (line.norm() > 1e-6) shared.along = line.normalized();
    for (std::size_t i = 0; i < chain.leds.size(); ++i) {
      if (chain.leds[i].body == body) axes[i] = shared;
    }
  }
  return axes;
}

RobotChain chain_at(const RobotChain& chain, const std::vector<LedAxes>& axes, const double* const* values) {
  RobotChain moved = chain;
  const double* const* at = values + 6;
  for (std::size_t i = 0; i < chain.leds.size(); ++i) {
    moved.leds[i].at = axes[i].place(at[0][0], at[1][0]);
    moved.leds[i].height = at[2][0];
    at += 3;
  }
  for (Vector2& joint : moved.joints) {
    joint = {at[0][0], at[1][0]};
    at += 2;
  }
  // The hand was never seen: it keeps its place beside the last link's LED.
  const auto last = leds_of(chain, chain.joint_count()).first;
  moved.hand += moved.leds[last].at - chain.leds[last].at;
  return moved;
}

}  // namespace freefloat
