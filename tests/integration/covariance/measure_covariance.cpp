// Eigenvalues of the estimator's covariance over many captures with drawn starts and targets, standing and
// moving in turn, on the virtual clock and with LED positions in place of pictures. In the testbed without
// imperfections also the path beside the computed one. Ends with 1 where a fact does not hold.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "config/load/load_experiment.h"
#include "integration/covariance/ideal_case.h"
#include "runtime/run_session.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

struct Measured {
  CovarianceRecord filter;
  int captures = 0;
  PathDifference path;  ///< largest of all; ideal testbed only
};

Measured measure_ideal(std::size_t cycles) {
  Measured measured;
  while (measured.filter.eigenvalues.size() < cycles) {
    const IdealCase ideal = draw_ideal_case(static_cast<std::uint64_t>(++measured.captures));
    const PathDifference path = compare_with_computed(ideal, measured.filter);
    measured.path.hand = std::max(measured.path.hand, path.hand);
    measured.path.angle = std::max(measured.path.angle, path.angle);
  }
  return measured;
}

Measured measure(const std::string& testbed, std::size_t cycles) {
  const std::string configs = source_dir() + "/configs/";
  const std::vector<std::string> settings{"testbed=" + configs + "testbeds/" + testbed + ".yaml",
                                          "simulation.imaging.render=false"};
  const RunConfig standing = load_experiment(configs + "experiments/standing_target.yaml", settings);
  const RunConfig moving = load_experiment(configs + "experiments/moving_target.yaml", settings);
  const Annulus annulus = compute_singularity_free_annulus(PlanarModel(standing.controller.robot));
  Measured measured;
  while (measured.filter.eigenvalues.size() < cycles) {
    const auto seed = static_cast<std::uint64_t>(++measured.captures);
    const bool floats = seed % 2 == 0;
    SceneDraw scene;
    scene.kind = floats ? SceneKind::kMoving : SceneKind::kStanding;
    RunSession run(draw_case(scene, floats ? moving : standing, annulus, seed));
    run.add({.on_cycle = [&](const CycleRecord& record) {
      measured.filter.add(record, run.controller().state().estimator);
    }});
    run.run();
  }
  return measured;
}

double share_below(std::vector<double>& values, double share) {
  const auto at =
      values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

int report(const std::string& testbed, Measured measured) {
  CovarianceRecord& filter = measured.filter;
  std::printf("%-7s %8d %8zu %10ld %9.2g %9.2g %9.2g %8ld %9.2g %8.2g", testbed.c_str(), measured.captures,
              filter.eigenvalues.size(), filter.indefinite, share_below(filter.eigenvalues, 0.0),
              share_below(filter.eigenvalues, 0.001), share_below(filter.eigenvalues, 0.5), filter.refused,
              filter.angular_momentum_error, filter.hand_error);
  bool good = filter.indefinite == 0;
  if (testbed == "ideal") {
    std::printf(" %8.2g %8.2g", measured.path.hand, measured.path.angle);
    good = good && filter.refused == 0 && measured.path.hand <= kPathTolerance &&
           measured.path.angle <= kAngleTolerance;
  }
  std::printf("\n");
  return good ? 0 : 1;
}

}  // namespace
}  // namespace freefloat

int main(int count, char** words) {
  using namespace freefloat;
  const long cycles = count > 1 ? std::atol(words[1]) : 0;
  if (count < 3 || cycles <= 0) {
    std::fprintf(stderr, "usage: measure_covariance CYCLES TESTBED...\n");
    return 2;
  }
  std::printf("smallest eigenvalue of the robot filter's covariance, as correlations:\n");
  std::printf(
      "testbed captures   cycles indefinite     least  0.1%% are    median     LEDs  momentum     hand");
  std::printf("     path    angle\n%77s error N m s  error m   off m   off rad\n", "refused");
  int failed = 0;
  for (int i = 2; i < count; ++i) {
    const std::string testbed = words[i];
    const std::size_t wanted = cycles;
    failed |= report(testbed, testbed == "ideal" ? measure_ideal(wanted) : measure(testbed, wanted));
    std::fflush(stdout);
  }
  return failed;
}
