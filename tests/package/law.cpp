// A law of one's own, made with the installed header alone: the joints draw the hand to a standing target
// through the transposed generalized Jacobian.
#include <freefloat_law.h>

#include <cmath>

FREEFLOAT_LAW(question, answer) {
  constexpr double kMostSpeed = 0.06;  // m/s
  const auto& J = question->jacobian_m;
  const double away[2] = {question->target_m[0] - question->hand_m[0],
                          question->target_m[1] - question->hand_m[1]};
  const double distance = std::hypot(away[0], away[1]);
  if (distance <= 0.0) return 0;
  // Joint rates along J^T e, as fast as the hand then comes nearer at the speed wanted.
  double moved[2] = {0.0, 0.0};
  for (uint32_t j = 0; j < question->joint_count; ++j) {
    answer->joint_rates_rad_s[j] = (J[0][j] * away[0] + J[1][j] * away[1]) / distance;
    for (int i = 0; i < 2; ++i) moved[i] += J[i][j] * answer->joint_rates_rad_s[j];
  }
  const double nearer = (moved[0] * away[0] + moved[1] * away[1]) / distance;
  if (nearer < 1e-6) return 1;  // m: no joint leads there
  const double speed = std::fmin(kMostSpeed, 1.5 * distance);
  for (uint32_t j = 0; j < question->joint_count; ++j) answer->joint_rates_rad_s[j] *= speed / nearer;
  return 0;
}
