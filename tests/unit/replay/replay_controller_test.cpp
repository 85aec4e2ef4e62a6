#include "replay/replay_controller.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "mcap/decode.h"
#include "mcap/encode.h"
#include "runlog/messages/controller_messages.h"
#include "runlog/messages/cycle_messages.h"
#include "runlog/run_topics.h"
#include "support/change_log.h"
#include "support/source_dir.h"
#include "unit/replay/log_folder.h"

namespace freefloat {
namespace {

using testing::Contains;
using testing::Field;

/// Visitor that flips the lowest bit of one number of a message, counted in the order of its description.
class FlipOne {
 public:
  explicit FlipOne(int which) : left_(which) {}
  bool done() const { return left_ < 0; }

  template <class T>
  void operator()(std::string_view, T& value) {
    flip(value);
  }
  template <class T, std::size_t N, std::integral Count>
  void used(std::string_view, std::array<T, N>& values, const Count& count) {
    // Some beyond those in use: they are then written as well.
    const std::size_t length = std::max(static_cast<std::size_t>(count), std::size_t{3});
    for (std::size_t i = 0; i < length; ++i) flip(values[i]);
  }

 private:
  template <class T>
  void flip(T& value) {
    if constexpr (std::same_as<T, double> || std::integral<T> || TimeLike<T> || Enumeration<T>) {
      if (left_-- != 0) return;
      auto* const bytes = reinterpret_cast<unsigned char*>(&value);
      bytes[0] ^= 1U;
    } else if constexpr (std::same_as<T, Vector2> || std::same_as<T, Matrix2> ||
                         std::same_as<T, JointVector>) {
      for (Eigen::Index i = 0; i < value.size(); ++i) flip(value.data()[i]);
    } else if constexpr (kIsOptional<T>) {
      if (value) flip(*value);
    } else {
      describe(*this, value);
    }
  }

  int left_;
};

/// Flips one number of the message of a topic in one cycle.
/// @return False: the message has no such number.
template <class T>
bool flip_in_copy(const std::string& from, const std::string& to, std::string_view topic, std::uint32_t cycle,
                  int which) {
  bool flipped = false;
  LogChanges changes;
  changes.message = [&](const McapMessage& message, std::vector<std::uint8_t>& data) {
    if (message.channel.topic != topic || message.sequence != cycle) return true;
    T value;
    EXPECT_TRUE(decode(message.data, value));
    FlipOne flip(which);
    describe(flip, value);
    flipped = flip.done();
    CdrWriter out;
    encode(out, value);
    data.assign(out.bytes().begin(), out.bytes().end());
    return true;
  };
  change_log({from}, to, changes);
  return flipped;
}

class ReplayController : public ReplayedLogs {};

TEST_F(ReplayController, GivesEveryBitOfTheLog) {
  const ReplayResult result = replay_controller(record("run.mcap"), {});
  EXPECT_TRUE(result.same());
  EXPECT_GT(result.cycles, 300u);
  EXPECT_GT(result.states, 2u);
  EXPECT_EQ(result.skipped, 0u);
  EXPECT_TRUE(result.mismatches.empty());
  EXPECT_EQ(result.checked_inputs, result.cycles);
}

TEST_F(ReplayController, FindsOneBitInAnyFieldOfAnOutput) {
  const std::string log = record("run.mcap", {"phases[0].duration_s=0.1"});
  ReplayOptions options;
  options.stop_at_difference = true;
  constexpr std::uint32_t kCycle = 150;  // the hand is being led
  int fields = 0;
  for (;; ++fields) {
    if (!flip_in_copy<CycleOutput>(log, path("changed.mcap"), kCycleOutputTopic, kCycle, fields)) break;
    const ReplayResult result = replay_controller(path("changed.mcap"), options);
    ASSERT_TRUE(result.first) << "field " << fields;
    EXPECT_EQ(result.first->cycle, kCycle);
    ASSERT_EQ(result.first->fields.size(), 1u) << "field " << fields;
    EXPECT_NE(result.first->fields.front().a, result.first->fields.front().b);
  }
  EXPECT_GT(fields, 80);
}

TEST_F(ReplayController, FindsOneBitInAnyFieldOfAnInput) {
  const std::string log = record("run.mcap", {"phases[0].duration_s=0.1"});
  ReplayOptions options;
  options.stop_at_difference = true;
  int fields = 0, named = 0;
  for (;; ++fields) {
    if (!flip_in_copy<CycleInput>(log, path("changed.mcap"), kCycleInputTopic, 150, fields)) break;
    const ReplayResult result = replay_controller(path("changed.mcap"), options);
    EXPECT_FALSE(result.same()) << "field " << fields;
    ASSERT_TRUE(result.first_changed) << "field " << fields;
    EXPECT_EQ(result.first_changed->cycle, 150u);
    // The others are written only when they are not zero: then the message is longer, not one bit another.
    if (!result.first_changed->fields.empty()) ++named;
  }
  EXPECT_GT(fields, 60);
  EXPECT_GT(named, 50);
}

TEST_F(ReplayController, SaysThatTheBuildIsAnother) {
  LogChanges changes;
  changes.metadata = [](McapMetadata& metadata) {
    if (metadata.name == kIdentityMetadata) metadata.values["git_id"] = "0123456";
    return true;
  };
  change_log({record("run.mcap")}, path("other.mcap"), changes);
  const ReplayResult result = replay_controller(path("other.mcap"), {});
  EXPECT_TRUE(result.same());
  EXPECT_THAT(result.mismatches, Contains(Field(&ReplayMismatch::log, "0123456")));
}

TEST_F(ReplayController, StartsAnywhereFromALoggedMemory) {
  const std::string log = record("run.mcap");
  ReplayOptions options;
  options.from = Time{from_seconds(5.0)};
  options.to = Time{from_seconds(5.5)};
  std::vector<std::uint64_t> cycles;
  ControllerReplay replay(log, options);
  while (const RunItem* item = replay.next()) {
    if (item->cycle != nullptr && replay.step(item->cycle->input) != nullptr)
      cycles.push_back(item->cycle->number);
  }
  const ReplayResult result = replay.result();
  EXPECT_TRUE(result.started_from_state);
  EXPECT_TRUE(result.same());
  EXPECT_EQ(result.gaps, 0u);
  EXPECT_EQ(result.cycles, 51u);
  EXPECT_EQ(cycles.size(), 51u);
}

TEST_F(ReplayController, SaysThatThereIsNothingInTheWantedTime) {
  const std::string log = record("run.mcap");
  ReplayOptions options;
  options.from = Time{from_seconds(500.0)};
  try {
    replay_controller(log, options);
    FAIL() << "replayed";
  } catch (const ReplayError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("no cycle of the run lies in the wanted time"));
  }
}

TEST_F(ReplayController, GoesOnAfterMissingCyclesWithTheNextLoggedMemory) {
  LogChanges changes;
  changes.message = [](const McapMessage& message, std::vector<std::uint8_t>&) {
    return message.sequence < 120 || message.sequence >= 130 ||
           !message.channel.topic.starts_with("/freefloat/cycle");
  };
  change_log({record("run.mcap")}, path("gap.mcap"), changes);
  const ReplayResult result = replay_controller(path("gap.mcap"), {});
  EXPECT_EQ(result.gaps, 1u);
  EXPECT_GT(result.skipped, 0u);
  EXPECT_LT(result.skipped, 120u);
  EXPECT_EQ(result.different, 0u);
  EXPECT_GT(result.cycles, 250u);
}

TEST(ControllerMemory, OfAnotherRobotIsRefused) {
  const RunConfig config = load_experiment(source_dir() + "/configs/experiments/standing_target.yaml");
  Controller controller(config.controller);
  ControllerState state = controller.state();
  EXPECT_TRUE(controller.restore(state));
  state.commanded = JointVector::Zero(3);
  EXPECT_FALSE(controller.restore(state));
  state = controller.state();
  state.planner.mode = PlannerMode::kWatch;  // without a plan
  EXPECT_FALSE(controller.restore(state));
}

}  // namespace
}  // namespace freefloat
