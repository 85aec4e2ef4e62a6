// How soon the joints rest when commands stay away from servos that have no board of ours: many random
// motions, cut off at random instants. Prints the tables of the servos' READMEs; not a test, since it
// measures emulated servos.
//
//   measure_servo_stops [STOPS]

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "types/angle.h"
#include "types/random.h"
#include "unit/hal_dynamixel/dynamixel_bench.h"
#include "unit/hal_odrive/odrive_bench.h"

namespace freefloat {
namespace {

constexpr const char* kOdrive = "ODrive";

/// What was seen of one stop, counted from the last command.
struct Stop {
  int slow_ms = 0;    ///< no joint faster than 5 deg/s from then on
  int rest_ms = 0;    ///< no joint faster than 0.1 deg/s
  double turn = 0.0;  ///< of the joint that turned farthest, rad
};

template <class Bench>
Stop measure_stop(Random& random, Bench& bench, double max_rate, int longest_ms) {
  constexpr double kSlow = 0.0873;
  constexpr double kRest = 1.7453e-3;
  bench.arm();
  const double first = random.uniform(-1.0, 1.0) * max_rate;
  bench.drive(DynamixelBench::with_rates(first, random.uniform(-1.0, 1.0) * max_rate),
              static_cast<int>(random.uniform(15, 70)));
  const JointVector before = bench.true_joints();
  const Time last = bench.testbed->now();
  Stop stop;
  for (int ms = 1; ms <= longest_ms; ++ms) {
    bench.testbed->sleep_until(last + ms * std::chrono::milliseconds(1));
    const double speed = bench.true_rates().cwiseAbs().maxCoeff();
    if (speed >= kSlow) stop.slow_ms = ms;
    if (speed >= kRest) stop.rest_ms = ms;
  }
  stop.turn = (bench.true_joints() - before).cwiseAbs().maxCoeff();
  return stop;
}

void measure(const char* model, double max_rate, int time_to_live_ms, int stops) {
  Random random(1, model, static_cast<std::uint64_t>(time_to_live_ms));
  std::vector<Stop> seen;
  for (int i = 0; i < stops; ++i) {
    if (std::string_view(model) == kOdrive) {
      OdriveBench bench;
      seen.push_back(measure_stop(random, bench, max_rate, 8000));
    } else {
      DynamixelBench bench(model, TestbedCase(), std::chrono::milliseconds(time_to_live_ms));
      seen.push_back(measure_stop(random, bench, max_rate, 800));
    }
  }
  const auto spread = [&](auto&& of) {
    std::vector<double> values;
    for (const Stop& stop : seen) values.push_back(of(stop));
    std::sort(values.begin(), values.end());
    return std::pair(values[values.size() / 2], values.back());
  };
  const auto slow = spread([](const Stop& stop) { return stop.slow_ms; });
  const auto rest = spread([](const Stop& stop) { return stop.rest_ms; });
  const auto turn = spread([](const Stop& stop) { return rad_to_deg(stop.turn); });
  std::printf(
      "%-16s %3.0f deg/s, time-to-live %3d ms, %d stops: below 5 deg/s after %3.0f ms (median), %3.0f ms "
      "(last); "
      "below 0.1 deg/s after %3.0f, %3.0f ms; turned %.1f, %.1f deg\n",
      model, rad_to_deg(max_rate), time_to_live_ms, stops, slow.first, slow.second, rest.first, rest.second,
      turn.first, turn.second);
}

}  // namespace
}  // namespace freefloat

int main(int argc, char** argv) {
  const int stops = argc > 1 ? std::atoi(argv[1]) : 1000;
  for (const char* model : {"XM430-W350", "PH42-020-S300-R"}) {
    for (const int time_to_live_ms : {60, 250}) freefloat::measure(model, 1.5708, time_to_live_ms, stops);
  }
  freefloat::measure(freefloat::kOdrive, 1.5708, 60, stops);
  return 0;
}
