// Runs with several targets, replayed and continued.
#include <gtest/gtest.h>

#include "config/load/load_experiment.h"
#include "replay/branch_run.h"
#include "replay/replay_controller.h"
#include "unit/replay/log_folder.h"

namespace freefloat {
namespace {

class SeveralTargetsOnALog : public ReplayedLogs {
 protected:
  std::string record_two() const {
    const std::string log = path("run.mcap");
    record_run(experiment("two_targets"),
               {"simulation.imaging.render=false", "recording.state_period_s=1", "phases[0].duration_s=0.3"},
               log);
    return log;
  }

  /// @return When a phase begins, s.
  static double begin_of(const std::string& log, std::uint32_t number) {
    auto reader = RunReader::open(log);
    while (reader->next() != nullptr) {
      const auto phase = reader->take(kPhaseTopic);
      if (phase && phase->moment == PhaseMoment::kBegin && phase->phase_number == number)
        return to_seconds(phase->at.time_since_epoch());
    }
    return -1.0;
  }
};

constexpr std::uint32_t kSecondCapture = 6;  // of the experiment's phases

TEST_F(SeveralTargetsOnALog, ReplayBitForBitFromTheBeginAndFromTheMiddle) {
  const std::string log = record_two();
  const ReplayResult all = replay_controller(log, {});
  EXPECT_TRUE(all.same());
  EXPECT_TRUE(all.covers_all());
  EXPECT_GT(all.states, 5u);
  ReplayOptions options;
  options.from = Time{from_seconds(begin_of(log, kSecondCapture) + 1.5)};
  const ReplayResult part = replay_controller(log, options);
  EXPECT_TRUE(part.same());
  EXPECT_TRUE(part.started_from_state) << "from a memory that follows the second target";
  EXPECT_GT(part.cycles, 100u);
}

TEST_F(SeveralTargetsOnALog, BranchWithEachTargetWhereItWas) {
  const std::string log = record_two();
  const double at = begin_of(log, kSecondCapture) + 1.0;
  const std::atomic<bool> stop{false};
  const BranchResult branch = branch_run(log, Time{from_seconds(at)}, {}, stop);
  EXPECT_TRUE(branch.passed);
  EXPECT_TRUE(branch.from_truth);
  EXPECT_EQ(branch.first_phase, kSecondCapture);
  EXPECT_LT(branch.hand_offset, 0.005);
  const RunConfig config = load_experiment(experiment("two_targets"), {});
  const Truth& truth = branch.record.samples.front().truth.value();
  ASSERT_EQ(truth.target_count, 2u);
  EXPECT_LT((truth.targets[1].p - config.sim.more_targets[0].start.p).norm(), 1e-9);
  EXPECT_LT((truth.targets[0].p - config.sim.target.start.p).norm(), 0.006) << "where the hand left it";
  EXPECT_EQ(branch.record.samples.front().input.op.target, 1u);
}

TEST_F(SeveralTargetsOnALog, BranchBehindTheLastCaptureFollowsItsTargetOn) {
  const std::string log = record_two();
  const double at = begin_of(log, 9);  // disarm
  const std::atomic<bool> stop{false};
  const BranchResult branch = branch_run(log, Time{from_seconds(at)}, {}, stop);
  EXPECT_EQ(branch.record.samples.front().input.op.target, 1u);
}

}  // namespace
}  // namespace freefloat
