#include <gtest/gtest.h>

#include <cmath>

#include "guidance/hand_laws.h"

namespace freefloat {
namespace {

struct Flight {
  double cost = 0.0;  // 1/2 int |a|^2 dt
  double miss = 0.0;
  double miss_rate = 0.0;
};

/// Follows the law from rest error to the meeting; the hand moves with `mean` over each cycle.
Flight fly(RendezvousSampling sampling, double error, double rate, double final_time, int steps) {
  const double dt = final_time / steps;
  const double target_rate = 0.03;
  Flight flight;
  Vector2 p{error, -2.0 * error};
  Vector2 d{rate, -2.0 * rate};
  const Vector2 v_T{target_rate, -2.0 * target_rate};
  for (int i = 0; i < steps; ++i) {
    const HandVelocity next = rendezvous_rate(sampling, p, d, v_T, final_time - i * dt, dt);
    const Vector2 d_next = v_T - next.end;
    flight.cost += 0.5 * ((d_next - d) / dt).squaredNorm() * dt;
    p += dt * (v_T - next.mean);
    d = d_next;
  }
  flight.miss = p.norm();
  flight.miss_rate = d.norm();
  return flight;
}

/// 2 (T^2 e'^2 + 3 T e e' + 3 e^2) / T^3 for both components of `fly`.
double least_cost(double error, double rate, double final_time) {
  const double t = final_time;
  return 5.0 * 2.0 * (t * t * rate * rate + 3.0 * t * error * rate + 3.0 * error * error) / (t * t * t);
}

TEST(Rendezvous, MeetsTheTargetExactlyWithTheOptimalCubic) {
  for (const double rate : {-0.05, 0.0, 0.08}) {
    for (const int steps : {1, 2, 7, 100}) {
      const Flight flight = fly(RendezvousSampling::kCubic, 0.3, rate, 5.0, steps);
      EXPECT_LT(flight.miss, 1e-13);
      EXPECT_LT(flight.miss_rate, 1e-13);
    }
  }
}

TEST(Rendezvous, CostsWhatTheClosedFormSays) {
  // With the factors of Eq. (15) exchanged, as printed, the cost is larger or the target is missed.
  for (const double rate : {-0.05, 0.0, 0.08}) {
    const double expected = least_cost(0.3, rate, 5.0);
    EXPECT_NEAR(fly(RendezvousSampling::kCubic, 0.3, rate, 5.0, 4000).cost / expected, 1.0, 1e-3);
    EXPECT_NEAR(fly(RendezvousSampling::kEuler, 0.3, rate, 5.0, 20000).cost / expected, 1.0, 1e-2);
  }
}

TEST(Rendezvous, AcceleratesFirstAsEquation15Says) {
  // p_r'' = 4 p'/T + 6 p/T^2.
  const Vector2 p{0.2, 0.1};
  const Vector2 d{0.01, -0.03};
  const Vector2 v_T{0.05, 0.0};
  const HandVelocity next = rendezvous_rate(RendezvousSampling::kEuler, p, d, v_T, 2.0, 0.1);
  const Vector2 expected = v_T - d + 0.1 * (2.0 * d + 1.5 * p);
  EXPECT_LT((next.mean - expected).norm(), 1e-16);
  EXPECT_EQ(next.mean, next.end);
  // Both samplings are the same law in the limit.
  const HandVelocity fine = rendezvous_rate(RendezvousSampling::kCubic, p, d, v_T, 2.0, 1e-6);
  EXPECT_LT(((fine.end - (v_T - d)) / 1e-6 - (2.0 * d + 1.5 * p)).norm(), 1e-5);
}

TEST(Rendezvous, KeepsAPathThatIsOptimalAlready) {
  // One cycle of the cubic, then a new one from there: the same cubic (Bellman).
  const Vector2 p{0.2, 0.1};
  const Vector2 d{0.01, -0.03};
  const Vector2 v_T{0.05, 0.0};
  const HandVelocity whole = rendezvous_rate(RendezvousSampling::kCubic, p, d, v_T, 2.0, 0.2);
  const HandVelocity first = rendezvous_rate(RendezvousSampling::kCubic, p, d, v_T, 2.0, 0.1);
  const HandVelocity second = rendezvous_rate(RendezvousSampling::kCubic, p + 0.1 * (v_T - first.mean),
                                              v_T - first.end, v_T, 1.9, 0.1);
  EXPECT_LT((0.5 * (first.mean + second.mean) - whole.mean).norm(), 1e-15);
  EXPECT_LT((second.end - whole.end).norm(), 1e-15);
}

}  // namespace
}  // namespace freefloat
