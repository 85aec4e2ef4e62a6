// Delays of the simulated testbed, found from its runs: three frame rates, commands 0 to 100 ms on their way.
//
//   measure_delays STEP_MS MOST_ERROR_MS
#include <fmt/format.h>

#include <cstdlib>
#include <iostream>

#include "identification/measured_delays.h"
#include "identify_case.h"

namespace freefloat {
namespace {

// Between the arrival of a command and the first millisecond whose duty it sets, half a tick on average.
constexpr double kTick = 0.5e-3;

int measure(int step_ms, double most_error_ms) {
  std::cout << "camera   true delay   found   error   servo's lag\n";
  double worst = 0.0;
  for (const int rate : {30, 60, 100}) {
    for (int ms = 0; ms <= 100; ms += step_ms) {
      const RunConfig config =
          load_case("identify.yaml", {fmt::format("camera.rate_hz={}", rate),
                                      fmt::format("simulation.truth.delays.to_board_ms={}", ms)});
      const MotionSeries series = run_motion(config);
      const MeasuredDelays found =
          measure_delays(series, fit_body_poses(BodyGeometry(config.controller.robot), series));
      if (!found.delay) {
        std::cout << fmt::format("{:4} Hz   {:7.1f} ms   not found: {}\n", rate, 1.0 * ms,
                                 found.by_leds[0].reason);
        return EXIT_FAILURE;
      }
      const double truth = 1e-3 * ms + kTick;
      const double error = 1e3 * (*found.delay - truth);
      worst = std::max(worst, std::abs(error));
      std::cout << fmt::format("{:4} Hz   {:7.1f} ms {:7.2f} {:7.2f}   {:.2f} ms\n", rate, 1e3 * truth,
                               1e3 * *found.delay, error, 1e3 * found.lag);
    }
  }
  std::cout << fmt::format("largest error {:.2f} ms, {:.2f} ms allowed\n", worst, most_error_ms);
  return worst <= most_error_ms ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace
}  // namespace freefloat

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "measure_delays STEP_MS MOST_ERROR_MS\n";
    return 2;
  }
  return freefloat::measure(std::atoi(argv[1]), std::atof(argv[2]));
}
