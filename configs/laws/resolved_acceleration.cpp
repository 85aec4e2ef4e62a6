// Resolved acceleration control (J. Luh, M. Walker and R. Paul, 1980) of a free-floating hand: the
// acceleration that position and velocity errors ask for, integrated over the cycle, by the generalized
// Jacobian.
#include "hand_task.h"

FREEFLOAT_LAW(question, answer) {
  constexpr double kPosition = 2.25;          // 1/s^2: both poles at 1.5 / s
  constexpr double kVelocity = 3.0;           // 1/s
  constexpr double kMostSpeed = 0.15;         // m/s, relative to the target
  constexpr double kMostAcceleration = 0.15;  // m/s^2
  static Eigen::Vector2d v_wanted;  // integrated: what the hand was led with, not what noise makes of it
  const HandTask task(*question);
  if (question->begins != 0) v_wanted = task.v_hand;
  const Eigen::Vector2d approach =
      no_longer_than(kMostSpeed, kPosition / kVelocity * (task.target - task.hand));
  const Eigen::Vector2d acceleration =
      no_longer_than(kMostAcceleration, kVelocity * (task.v_target + approach - v_wanted));
  v_wanted += question->period_s * acceleration;
  lead_hand_by(task, v_wanted, *answer);
  return 0;
}
