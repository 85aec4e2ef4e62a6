#include "guidance/standing_target.h"

namespace freefloat {

Vector2 approach_standing_target(const GuidanceConfig& config, const TaskSpaceState& s, ChartKind chart) {
  const ChartState state = to_chart(chart, s);
  Vector2 velocity = from_chart(chart, s, config.position_gain * (state.target - state.hand));
  const double speed = velocity.norm();
  if (config.max_hand_speed > 0.0 && speed > config.max_hand_speed) velocity *= config.max_hand_speed / speed;
  return velocity;
}

}  // namespace freefloat
