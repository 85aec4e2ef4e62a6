#include "runtime/explain_faults.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "safety/fault_table.h"
#include "servo/plausibility.h"

namespace freefloat {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// A link of which only the health is known.
class SickLink final : public JointLink {
 public:
  void send(const JointCommand&, Time) override {}
  std::optional<JointFeedback> poll(Time) override { return std::nullopt; }
  LinkHealth health() const override { return state; }

  LinkHealth state;
};

class ExplainFaults : public testing::Test {
 protected:
  ExplainFaults() {
    output_.now = Time{} + std::chrono::seconds(10);
    feedback_.angles = Eigen::Vector2d(0.5, -1.0);
    feedback_.rates = Eigen::Vector2d(0.1, -2.0);
    link_.state.received = 500;
    link_.state.received_bytes = 50'000;
    link_.state.newest_status = output_.now;
    link_.state.newest_byte = output_.now;
    link_.state.obeyed_until = output_.now;
  }

  std::string explain(std::uint32_t faults) {
    return explain_faults(faults, {output_, &feedback_, &link_, words_});
  }

  CycleOutput output_;
  JointFeedback feedback_;
  SickLink link_;
  FaultWords words_{.leds = {"tail", "joint_1", "joint_2", "tip"}, .law = {}, .target_source = {}};
};

TEST_F(ExplainFaults, NoneNeedsNoWords) {
  EXPECT_EQ(explain(0), "");
}

/// Stopped by a signal, or without processor time: all that is old then is old for that.
TEST_F(ExplainFaults, ProgramThatStoodStillIsToldAlone) {
  const std::string text = explain(fault_bit(Fault::kLoopStalled) | fault_bit(Fault::kFramesMissing) |
                                   fault_bit(Fault::kFeedbackMissing) | fault_bit(Fault::kHandUncertain) |
                                   fault_bit(Fault::kTargetLost) | fault_bit(Fault::kNoEstimate));
  EXPECT_THAT(text, StartsWith("loop_stalled: the program did not run for more than five periods"));
  EXPECT_THAT(text, Not(HasSubstr(";")));
  EXPECT_THAT(explain(fault_bit(Fault::kLoopStalled) | fault_bit(Fault::kJointLimit)),
              HasSubstr("joint_limit"));
}

TEST_F(ExplainFaults, EveryFaultHasItsNameAndSomeWords) {
  for (const FaultRow& row : kFaultTable) {
    const std::string text = explain_faults(fault_bit(row.fault), {output_, nullptr, nullptr, words_});
    EXPECT_THAT(text, StartsWith(std::string(row.name) + ": "));
    EXPECT_GT(text.size(), row.name.size() + 10);
  }
}

TEST_F(ExplainFaults, BoardsFaultNamesJointAndSensor) {
  feedback_.board_state = BoardState::kFault;
  feedback_.board_faults = FF_FAULT_PLAUSIBILITY | (1 << (FF_FAULT_JOINT_SHIFT + 1));
  EXPECT_EQ(explain(fault_bit(Fault::kBoardLatched)),
            "board_latched: joint 2: potentiometer and tachogenerator contradict each other, one is stuck or "
            "miswired; latched: once the cause is gone, run with --acknowledge");
}

TEST_F(ExplainFaults, AStarvedBoardIsToldFromSensorsThatAreStuck) {
  feedback_.board_state = BoardState::kFault;
  feedback_.board_faults = FF_FAULT_PLAUSIBILITY | (1 << FF_FAULT_JOINT_SHIFT);
  link_.state.longest_gap = std::chrono::milliseconds(20);  // as always
  link_.state.gap_end = output_.now;
  EXPECT_THAT(explain(fault_bit(Fault::kBoardLatched)), Not(HasSubstr("processor time")));
  link_.state.longest_gap = std::chrono::milliseconds(230);
  EXPECT_THAT(explain(fault_bit(Fault::kBoardLatched)),
              HasSubstr("nothing had come from the board for 0.23 s: it or this PC got no processor time"));
  link_.state.gap_end = output_.now - std::chrono::seconds(3);  // long ago
  EXPECT_THAT(explain(fault_bit(Fault::kBoardLatched)), Not(HasSubstr("processor time")));
}

TEST_F(ExplainFaults, TimeoutAndStopOfTheBoardAreToldApart) {
  feedback_.board_state = BoardState::kTimeout;
  EXPECT_THAT(explain(fault_bit(Fault::kBoardLatched)),
              HasSubstr("no command had come for its time-to-live"));
  feedback_.board_state = BoardState::kStop;
  EXPECT_THAT(explain(fault_bit(Fault::kBoardLatched)), HasSubstr("was told to stop"));
  // Nobody finds the way out by himself: the board stays so over the next runs.
  EXPECT_THAT(explain(fault_bit(Fault::kBoardLatched)), HasSubstr("run with --acknowledge"));
}

TEST_F(ExplainFaults, SilenceIsToldFromDamage) {
  link_.state.newest_status -= std::chrono::milliseconds(110);
  EXPECT_THAT(explain(fault_bit(Fault::kFeedbackMissing)), HasSubstr("bytes come from the board, but none"));
  link_.state.newest_byte -= std::chrono::milliseconds(110);
  EXPECT_THAT(explain(fault_bit(Fault::kFeedbackMissing)), HasSubstr("no byte from the board for 0.11 s"));
}

TEST_F(ExplainFaults, RestartIsToldFromABoardThatDoesNotObey) {
  EXPECT_THAT(explain(fault_bit(Fault::kBoardOff)), Not(HasSubstr("restarted")));
  link_.state.board_restarts = 1;
  EXPECT_THAT(explain(fault_bit(Fault::kBoardOff)), HasSubstr("the servo board has restarted"));
}

TEST_F(ExplainFaults, CausesComeFirstAndWhatFollowsFromThemIsLeftOut) {
  const std::string text = explain(fault_bit(Fault::kNoEstimate) | fault_bit(Fault::kFeedbackMissing) |
                                   fault_bit(Fault::kTableEdge) | fault_bit(Fault::kBoardOff));
  EXPECT_THAT(text, StartsWith("feedback_missing: "));
  EXPECT_THAT(text, HasSubstr("; table_edge: "));
  EXPECT_THAT(text, Not(HasSubstr("no_estimate")));
  EXPECT_THAT(text, Not(HasSubstr("board_off")));
}

TEST_F(ExplainFaults, TargetsOwnTrackerIsNamedAndNoCamera) {
  words_.target_source = "poses on /target/pose";
  const std::uint32_t lost = fault_bit(Fault::kTargetLost);
  EXPECT_EQ(
      explain(lost),
      "target_lost: the target's tracker (poses on /target/pose) has told nothing yet that could be used");
  TargetEstimate& target = output_.estimate.target;
  target.valid = true;
  target.since_seen = std::chrono::milliseconds(1020);
  EXPECT_EQ(
      explain(lost),
      "target_lost: the target's tracker (poses on /target/pose) has told nothing that could be used for 1.0 "
      "s");
  target.since_seen = std::chrono::milliseconds(20);
  EXPECT_EQ(
      explain(lost),
      "target_lost: the target's tracker (poses on /target/pose) tells the same place over and over: it has "
      "frozen");
  output_.estimate.contradicted_markers = 1u << words_.leds.size();
  output_.estimate.contradicted_for = std::chrono::milliseconds(160);
  const std::uint32_t contradict = fault_bit(Fault::kMarkersContradict);
  EXPECT_EQ(explain(contradict),
            "markers_contradict: the target's tracker (poses on /target/pose) tells it far from where it was "
            "going, "
            "for 0.16 s");
  output_.estimate.contradicted_markers |= 1u;  // an LED of the robot is the camera's affair
  EXPECT_THAT(explain(contradict), HasSubstr("LED tail, target"));
  words_.target_source.clear();
  EXPECT_THAT(explain(lost), Not(HasSubstr("tracker (")));
}

TEST_F(ExplainFaults, FastestTachogeneratorIsNamed) {
  EXPECT_EQ(explain(fault_bit(Fault::kOverspeed)),
            "overspeed: the tachogenerator of joint 2 reads -115 deg/s");
}

TEST_F(ExplainFaults, JointsWithContradictingSensorsAreNamed) {
  output_.contradicted_turns = 0b10;
  EXPECT_EQ(explain(fault_bit(Fault::kTurnDisagreement)),
            "turn_disagreement: joint 2: tachogenerator and potentiometer tell different turns");
}

TEST_F(ExplainFaults, ContradictedLedsAreNamed) {
  output_.estimate.contradicted_markers = 0b11000;
  output_.estimate.contradicted_for = from_seconds(0.17);
  EXPECT_EQ(
      explain(fault_bit(Fault::kMarkersContradict)),
      "markers_contradict: LED tip, target not where the robot's lengths and motion have it, for 0.17 s");
}

}  // namespace
}  // namespace freefloat
