#include "guidance/rendezvous.h"

#include <algorithm>

namespace freefloat {

HandVelocity rendezvous_rate(RendezvousSampling sampling, const Vector2& error, const Vector2& error_rate,
                             const Vector2& target_rate, double remaining, double dt) {
  const Vector2 rate = target_rate - error_rate;
  const Vector2 acceleration = 4.0 / remaining * error_rate + 6.0 / (remaining * remaining) * error;
  if (sampling == RendezvousSampling::kEuler) {
    const Vector2 next = rate + dt * acceleration;
    return {next, next};
  }

  // On the optimal path the acceleration is linear in time and ends at -(2 p'/T + 6 p/T^2).
  const double step = std::min(dt, remaining);
  const Vector2 last = -2.0 / remaining * error_rate - 6.0 / (remaining * remaining) * error;
  const Vector2 slope = (last - acceleration) / remaining;
  return {rate + step * (0.5 * acceleration + step / 6.0 * slope),
          rate + step * (acceleration + 0.5 * step * slope)};
}

}  // namespace freefloat
