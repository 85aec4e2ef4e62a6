#include "hal/link_health.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "hal/joint_codec.h"
#include "support/wire_board.h"

namespace freefloat {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

JointCommand make_health_command(int joint_count) {
  JointCommand command;
  command.rates = JointVector::Constant(joint_count, 0.1);
  command.time_to_live = 60ms;
  return command;
}

/// A controller's codec and a board, joined by functions that may change what passes. 1 ms a step.
struct HealthBench {
  explicit HealthBench(int board_joints = 2, const std::optional<LinkKey>& key = {},
                       const std::optional<LinkKey>& board_key = {})
      : board(board_joints, board_key), codec({.joint_count = 2, .session = 77, .key = key}) {}

  void run(int steps) {
    for (int i = 0; i < steps; ++i) {
      now += 1ms;
      const auto query = codec.take_query(now);
      if (!query.empty()) board.receive(to_board(WireFrame(query.begin(), query.end())));
      const auto command = codec.encode(make_health_command(2), now);
      if (!command.empty()) board.receive(to_board(WireFrame(command.begin(), command.end())));
      for (const auto& frame : board.tick()) codec.receive(to_controller(frame), now);
    }
  }

  std::string diagnosis() const { return diagnose(codec.health(), now); }

  WireBoard board;
  JointCodec codec;
  std::function<WireFrame(WireFrame)> to_board = [](WireFrame frame) { return frame; };
  std::function<WireFrame(WireFrame)> to_controller = [](WireFrame frame) { return frame; };
  Time now{};
};

WireFrame lose(const WireFrame& /*frame*/) {
  return {};
}

WireFrame damage(WireFrame frame) {
  frame[40] = static_cast<std::uint8_t>(frame[40] ^ 1u);
  return frame;
}

// An identity as the board of another release sends it.
template <class Change>
WireFrame change_identity(const WireFrame& frame, Change change) {
  ff_header header;
  ff_identity identity;
  ff_read_header(frame.data(), &header);
  ff_decode_identity(frame.data(), &identity);
  change(identity);
  WireFrame changed(FF_IDENTITY_FRAME_SIZE);
  ff_encode_identity(header, &identity, changed.data());
  return changed;
}

TEST(Diagnosis, SaysNothingWhenNothingIsWrong) {
  HealthBench bench;
  bench.run(3000);
  EXPECT_THAT(bench.diagnosis(), IsEmpty());
}

TEST(Diagnosis, SaysNothingWhileTheFirstStatusIsUnderWay) {
  HealthBench bench;
  int seen = 0;
  bench.to_controller = [&](WireFrame frame) {
    return ++seen == 1 ? frame : WireFrame{};
  };  // who it is, no status
  bench.run(200);
  EXPECT_THAT(bench.diagnosis(), IsEmpty());
  bench.run(200);
  EXPECT_THAT(bench.diagnosis(), Not(IsEmpty()));
}

TEST(Diagnosis, NamesASilentBoard) {
  HealthBench bench;
  bench.to_controller = lose;
  bench.run(1000);
  EXPECT_THAT(bench.diagnosis(), HasSubstr("no byte from the board yet"));
  bench.to_controller = [](WireFrame frame) { return frame; };
  bench.run(100);
  bench.to_controller = lose;
  bench.run(400);
  EXPECT_EQ(bench.diagnosis(), "no byte from the board since 0.4 s");
}

TEST(Diagnosis, NamesAPortThatIsGoneAndAnAddressWithoutListener) {
  LinkHealth health;
  health.connected = false;
  EXPECT_THAT(diagnose(health, Time{}), HasSubstr("unplugged"));
  health.refused = true;
  EXPECT_THAT(diagnose(health, Time{}), HasSubstr("nobody listens"));
}

TEST(Diagnosis, NamesTheWrongBaudRate) {
  HealthBench bench;
  bench.to_controller = [](const WireFrame& frame) { return WireFrame(frame.size() / 3, 0xe0); };
  bench.run(1000);
  EXPECT_THAT(bench.diagnosis(), HasSubstr("check the baud rate"));
}

TEST(Diagnosis, NamesAnotherProtocolVersionAndAnotherBuildOfOurs) {
  for (const bool other_version : {true, false}) {
    HealthBench bench;
    bench.to_controller = [&](const WireFrame& frame) {
      if (frame.size() != FF_IDENTITY_FRAME_SIZE) return damage(frame);
      return change_identity(frame, [&](ff_identity& identity) {
        if (other_version) identity.protocol_version = 2;
        identity.definition_hash = 1;
      });
    };
    bench.run(1000);
    EXPECT_THAT(bench.diagnosis(),
                HasSubstr(other_version ? "the board speaks protocol version 2, this program 1"
                                        : "another build of protocol version 1"));
  }
}

TEST(Diagnosis, NamesTheWrongNumberOfJoints) {
  HealthBench bench(3);
  bench.run(1000);
  EXPECT_EQ(bench.diagnosis(), "the board is built for 3 joints, this configuration has 2");
}

TEST(Diagnosis, NamesAnotherControllerThatHoldsTheBoard) {
  HealthBench bench;
  JointCodec other({.joint_count = 2, .session = 5});
  bench.to_board = [&](WireFrame frame) {
    const auto first = other.encode(make_health_command(2), bench.now);
    WireFrame both(first.begin(), first.end());
    both.insert(both.end(), frame.begin(), frame.end());
    return both;
  };
  bench.run(2000);
  EXPECT_EQ(bench.diagnosis(), "another controller holds the board");
  bench.to_board = [](WireFrame frame) { return frame; };
  bench.run(1000);
  EXPECT_THAT(bench.diagnosis(), IsEmpty()) << "its lease is over";
}

TEST(Diagnosis, NamesTheDirectionThatFails) {
  HealthBench bench;
  bench.run(100);
  bench.to_board = lose;
  bench.run(2000);
  EXPECT_THAT(bench.diagnosis(), HasSubstr("the board does not hear us"));
  bench.to_board = damage;
  bench.run(2000);
  EXPECT_THAT(bench.diagnosis(), HasSubstr("reach the board damaged"));
}

TEST(Diagnosis, NamesKeysThatDiffer) {
  HealthBench other_key(2, make_key(1), make_key(2));
  other_key.run(1000);
  EXPECT_THAT(other_key.diagnosis(), HasSubstr("do not carry our key"));
  HealthBench no_key(2, std::nullopt, make_key(2));
  no_key.run(1000);
  EXPECT_THAT(no_key.diagnosis(), HasSubstr("key_file"));
  HealthBench keyless_board(2, make_key(1), std::nullopt);
  keyless_board.run(1000);
  EXPECT_THAT(keyless_board.diagnosis(), HasSubstr("or it has none"));
}

TEST(Diagnosis, NamesAnEcho) {
  LinkHealth health;
  JointCodec codec({.joint_count = 2, .session = 77});
  for (Time now{1ms}; now < Time{1s}; now += 1ms)
    codec.receive(codec.encode(make_health_command(2), now), now);
  EXPECT_THAT(diagnose(codec.health(), Time{1s}), HasSubstr("our own frames come back"));
}

TEST(Diagnosis, NamesLossesAndALineThatIsTooSlow) {
  HealthBench bench;
  int count = 0;
  bench.to_controller = [&](WireFrame frame) { return ++count % 4 == 0 ? WireFrame{} : frame; };
  bench.run(2500);
  EXPECT_EQ(bench.diagnosis(), "25 % of the board's frames are lost");
  LinkHealth health = bench.codec.health();
  health.recent_drops = 0.5;
  EXPECT_THAT(diagnose(health, bench.now), HasSubstr("50 % of the commands do not fit"));
  bench.to_controller = [](WireFrame frame) { return frame; };
  bench.run(2500);
  EXPECT_THAT(bench.diagnosis(), IsEmpty()) << "what is over is over";
}

TEST(RejectCounts, CountSinceAnEarlierTime) {
  RejectCounts earlier;
  earlier.check = 3;
  earlier.tag = 9;
  RejectCounts later = earlier;
  later += earlier;
  later.tag = 1;
  EXPECT_EQ(later.since(earlier).check, 3u);
  EXPECT_EQ(later.since(earlier).tag, 0u) << "the counter has started again";
  EXPECT_EQ(later.sum(), 7u);
}

}  // namespace
}  // namespace freefloat
