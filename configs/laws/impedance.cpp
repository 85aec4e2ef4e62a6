// Impedance control (N. Hogan, 1985) of a free-floating hand that is led by velocities: the hand is to behave
// as a mass on a damped spring to the target. What is integrated leans on how the hand does move: a hand that
// meets something is led on with the speed at which spring and lean balance, and presses no harder the longer
// it is held up.
#include <algorithm>

#include "hand_task.h"

FREEFLOAT_LAW(question, answer) {
  // Of the mass that the hand seems to have; both poles at 1.5 / s.
  constexpr double kStiffness = 2.25;         // 1/s^2
  constexpr double kDamping = 3.0;            // 1/s
  constexpr double kLean = 4.0;               // 1/s, towards the velocity that is seen
  constexpr double kSeeing = 8.0;             // 1/s, of the filter that makes a velocity of positions
  constexpr double kMostSpeed = 0.15;         // m/s, relative to the target
  constexpr double kMostAcceleration = 0.15;  // m/s^2
  static Eigen::Vector2d v_wanted, v_seen, hand_before;
  const HandTask task(*question);
  if (question->begins != 0) {
    v_wanted = v_seen = task.v_hand;
    hand_before = task.hand;
  }
  const double dt = question->period_s;
  v_seen += std::min(1.0, dt * kSeeing) * ((task.hand - hand_before) / dt - v_seen);
  hand_before = task.hand;

  const Eigen::Vector2d approach =
      no_longer_than(kMostSpeed, kStiffness / kDamping * (task.target - task.hand));
  const Eigen::Vector2d acceleration =
      no_longer_than(kMostAcceleration, kDamping * (task.v_target + approach - v_wanted));
  v_wanted += dt * (acceleration + kLean * (v_seen - v_wanted));
  lead_hand_by(task, v_wanted, *answer);
  return 0;
}
