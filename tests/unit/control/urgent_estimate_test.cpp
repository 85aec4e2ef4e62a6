// How well the state is known while the joints go as fast as they can.
#include <gtest/gtest.h>

#include <cmath>

#include "config/load/load_experiment.h"
#include "runtime/run_session.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

/// @return Root mean square and largest error of the hand's place during the first second of a capture, m,
/// against what the plant did.
struct HandErrors {
  double rms = 0.0;
  double largest = 0.0;
};

HandErrors hand_errors(std::vector<std::string> overrides) {
  overrides.insert(overrides.begin(), {"guidance.urgency=1", "simulation.imaging.render=false"});
  RunSession run(
      load_experiment(source_dir() + "/configs/experiments/standing_target.yaml", std::move(overrides)));
  std::vector<CycleRecord> records;
  run.add({.on_cycle = [&](const CycleRecord& record) {
    if (record.truth && record.output.estimate.valid) records.push_back(record);
  }});
  run.run();
  HandErrors errors;
  double sum = 0.0;
  int count = 0;
  for (std::size_t i = 0; i + 1 < records.size(); ++i) {
    const CycleRecord& now = records[i];
    if (now.input.op.task != Task::kCaptureStanding) continue;
    // The truth between two cycles: a parabola through both places and the mean velocity between them.
    const CycleRecord& next = records[i + 1];
    const double period = to_seconds(next.output.now - now.output.now);
    const double share = to_seconds(now.output.estimate.at - now.output.now) / period;
    const Vector2 chord = next.truth->p_WE - now.truth->p_WE;
    const Vector2 bend = 0.5 * period * (next.truth->v_WE - now.truth->v_WE);
    const Vector2 p_WE = now.truth->p_WE + share * chord - share * (1.0 - share) * bend;
    const double error = (now.output.estimate.p_WE - p_WE).norm();
    sum += error * error;
    errors.largest = std::max(errors.largest, error);
    ++count;
  }
  errors.rms = std::sqrt(sum / count);
  return errors;
}

TEST(UrgentEstimate, KnowsTheHandWhileTheJointsAccelerate) {
  const HandErrors errors = hand_errors({});
  EXPECT_LT(errors.rms, 0.2e-3);
  EXPECT_LT(errors.largest, 1e-3);
}

TEST(UrgentEstimate, IsSeveralTimesWorseByTheMeanOfTheReadings) {
  const HandErrors commanded = hand_errors({});
  const HandErrors mean = hand_errors({"estimator.rates_between_readings=mean"});
  EXPECT_GT(mean.rms, 3.0 * commanded.rms);
  EXPECT_GT(mean.largest, 3.0 * commanded.largest);
}

TEST(UrgentEstimate, KnowsTheHandBetterAtTheSetSpeedsAsWell) {
  const HandErrors commanded = hand_errors({"guidance.urgency=0"});
  const HandErrors mean = hand_errors({"guidance.urgency=0", "estimator.rates_between_readings=mean"});
  EXPECT_LT(commanded.rms, 0.15e-3);
  EXPECT_GT(mean.rms, 1.3 * commanded.rms);
}

}  // namespace
}  // namespace freefloat
