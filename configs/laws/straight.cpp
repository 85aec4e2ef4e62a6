// A law of one's own as a shared library: the hand goes straight to the target, by the generalized Jacobian.
//
//   g++ -O2 -shared -fPIC straight.cpp -o straight.so
//   freefloat run standing_target.yaml --set control.law=straight.so
//
// From a clone without an installed package: -Isrc/law.
#include <freefloat_law.h>

#include <cmath>

FREEFLOAT_LAW(question, answer) {
  constexpr double kGain = 2.0;       // 1/s
  constexpr double kMostSpeed = 0.1;  // m/s
  const auto& J = question->jacobian_m;
  const uint32_t n = question->joint_count;

  // Hand velocity wanted: towards the target, and with it.
  double v[2];
  for (int i = 0; i < 2; ++i) v[i] = kGain * (question->target_m[i] - question->hand_m[i]);
  const double speed = std::hypot(v[0], v[1]);
  for (double& part : v) part *= speed > kMostSpeed ? kMostSpeed / speed : 1.0;
  for (int i = 0; i < 2; ++i) {
    // The momentum moves the hand, too: what the joints have to do is the rest.
    v[i] += question->target_m_s[i] - question->mass_centre_m_s[i] -
            question->hand_by_momentum[i] * question->angular_momentum_nms;
  }

  // Smallest joint rates that do it: J^T (J J^T)^-1 v.
  double a = 0.0, b = 0.0, d = 0.0;
  for (uint32_t j = 0; j < n; ++j) {
    a += J[0][j] * J[0][j];
    b += J[0][j] * J[1][j];
    d += J[1][j] * J[1][j];
  }
  const double determinant = a * d - b * b;
  if (determinant < 1e-8) return 1;  // m^4: singular
  const double x = (d * v[0] - b * v[1]) / determinant;
  const double y = (a * v[1] - b * v[0]) / determinant;
  for (uint32_t j = 0; j < n; ++j) answer->joint_rates_rad_s[j] = J[0][j] * x + J[1][j] * y;
  return 0;
}
