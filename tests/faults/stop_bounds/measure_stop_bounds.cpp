// How soon the joints rest after the link is cut: many random motions, with and without a payload. Prints the
// table of firmware-interface/PROTOCOL.md, and fails when a motion is not over within the bound that stands
// there.
//
//   measure_stop_bounds [STOPS]

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "support/cut_arm.h"

namespace freefloat {
namespace {

constexpr double kRest = 1.7453e-3;  // rad/s, 0.1 deg/s

struct LoadCase {
  const char* name;
  double payload;   // kg at the hand
  double max_rate;  // rad/s, of each joint
  int bound_ms;     // after the time-to-live
};

bool measure(const LoadCase& load, int stops) {
  std::vector<int> rest_ms;
  double left = 0.0;
  Random random(1, load.name);
  for (int i = 0; i < stops; ++i) {
    JointVector joints(2);
    JointVector rates(2);
    for (int j = 0; j < 2; ++j) {
      joints[j] = random.uniform(-2.5, 2.5);
      rates[j] = random.uniform(-1.0, 1.0) * load.max_rate;
    }
    CutArm arm(static_cast<std::uint64_t>(i + 1), joints, load.payload);
    arm.move(rates, static_cast<int>(random.uniform(150, 700)));
    int last_motion = 0;
    for (int ms = 1; ms <= 3000; ++ms) {
      arm.step();
      if (ms <= 60) continue;  // the command's time-to-live
      if (arm.speed() >= kRest) last_motion = ms - 60;
      if (ms == 100) left = std::max(left, arm.speed());
    }
    rest_ms.push_back(last_motion);
  }
  std::sort(rest_ms.begin(), rest_ms.end());
  const auto within = [&](int ms) {
    return std::upper_bound(rest_ms.begin(), rest_ms.end(), ms) - rest_ms.begin();
  };
  std::printf(
      "%-24s %5d stops: %5td within 40 ms, last after %3d ms, %5td within the bound of %3d ms; at 40 ms at "
      "most %.2f "
      "deg/s\n",
      load.name, stops, within(40), rest_ms.back(), within(load.bound_ms), load.bound_ms,
      left * 180.0 / M_PI);
  return within(load.bound_ms) == stops;
}

}  // namespace
}  // namespace freefloat

int main(int argc, char** argv) {
  const int stops = argc > 1 ? std::atoi(argv[1]) : 1000;
  bool kept = true;
  for (const freefloat::LoadCase& load : {freefloat::LoadCase{"no payload, 15 deg/s", 0.0, 0.2618, 40},
                                          freefloat::LoadCase{"no payload, 90 deg/s", 0.0, 1.5708, 40},
                                          freefloat::LoadCase{"0.3 kg, 15 deg/s", 0.3, 0.2618, 80},
                                          freefloat::LoadCase{"0.3 kg, 90 deg/s", 0.3, 1.5708, 400},
                                          freefloat::LoadCase{"1 kg, 15 deg/s", 1.0, 0.2618, 150},
                                          freefloat::LoadCase{"1 kg, 90 deg/s", 1.0, 1.5708, 700}}) {
    kept = freefloat::measure(load, stops) && kept;
  }
  return kept ? 0 : 1;
}
