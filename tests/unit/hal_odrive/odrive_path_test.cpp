// What an ODrive says is taken for nothing else, whatever a path does to the bytes.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <pty.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <random>
#include <string>
#include <vector>

#include "odrive_bench.h"

namespace freefloat {
namespace {

constexpr Duration kStep = std::chrono::milliseconds(1);

struct PathDefects {
  double lost = 0.0;
  double twice = 0.0;
  double overtaken = 0.0;       // comes later than what was sent behind it
  std::size_t most_bytes = 64;  // of a piece, cut at random
  int delay = 0;                // ms
};

/// Two serial ports with a path between them that loses, doubles and exchanges pieces, both ways.
class BadPath {
 public:
  explicit BadPath(const std::string& device, unsigned seed = 1) : random_(seed) {
    device_ = open(device.c_str(), O_RDWR | O_NOCTTY | O_NONBLOCK);
    termios raw{};
    cfmakeraw(&raw);
    tcsetattr(device_, TCSANOW, &raw);
    std::array<char, 64> name{};
    if (openpty(&program_, &held_, name.data(), &raw, nullptr) != 0) program_ = -1;
    fcntl(program_, F_SETFL, O_NONBLOCK);
    path_ = name.data();
  }
  ~BadPath() {
    for (const int file : {device_, program_, held_}) close(file);
  }
  BadPath(const BadPath&) = delete;
  BadPath& operator=(const BadPath&) = delete;

  const std::string& path() const { return path_; }

  /// @param ms Since the last call.
  void carry(int ms) {
    now_ += ms;
    carry(program_, device_, to_device_);
    carry(device_, program_, to_program_);
  }

  PathDefects defects;
  bool cut = false;

 private:
  struct Piece {
    int at;
    std::string bytes;
  };

  bool draw(double share) { return std::uniform_real_distribution<>(0.0, 1.0)(random_) < share; }

  void carry(int from, int to, std::deque<Piece>& way) {
    // All there is before it is cut: a pseudo-terminal hands over in pieces, now these, now others.
    std::array<char, 2048> bytes;
    std::string all;
    for (ssize_t count = 0; (count = read(from, bytes.data(), bytes.size())) > 0;)
      all.append(bytes.data(), static_cast<std::size_t>(count));
    while (!all.empty()) {
      const std::size_t size = std::min<std::size_t>(all.size(), 1 + random_() % defects.most_bytes);
      const Piece piece{now_ + defects.delay, all.substr(0, size)};
      all.erase(0, size);
      if (cut || draw(defects.lost)) continue;
      way.push_back(piece);
      if (draw(defects.twice)) way.push_back(piece);
      if (draw(defects.overtaken)) way.back().at += 1 + static_cast<int>(random_() % 40);
    }
    for (auto piece = way.begin(); piece != way.end();) {
      if (piece->at > now_) {
        ++piece;
        continue;
      }
      static_cast<void>(!write(to, piece->bytes.data(), piece->bytes.size()));
      piece = way.erase(piece);
    }
  }

  std::mt19937 random_;
  int device_ = -1;
  int program_ = -1;
  int held_ = -1;
  std::string path_;
  int now_ = 0;
  std::deque<Piece> to_device_;
  std::deque<Piece> to_program_;
};

/// The bench with such a path to each board.
class OdrivePathBench {
 public:
  explicit OdrivePathBench(Duration latency = std::chrono::milliseconds(1), unsigned seed = 1) {
    TestbedCase setup;
    joints_ = {{.id = 0, .gear_ratio = 20.0, .reversed = false, .zero = 3.0},
               {.id = 1, .gear_ratio = 35.0, .reversed = true, .zero = -0.5}};
    auto made = std::make_unique<EmulatedOdrives>(setup.config, setup.robot, joints_, std::nullopt, 921600);
    EmulatedOdrives* const odrives = made.get();
    OdriveLinkConfig config;
    path = std::make_unique<BadPath>(odrives->paths().front(), seed);
    config.ports = {{.path = path->path(), .baud_rate = 921600}};
    config.servos.joints = joints_;
    for (const JointLimits& limit : setup.robot.joint_limits)
      config.servos.limits.push_back({limit.min, limit.max, limit.max_rate});
    config.servos.time_to_live = std::chrono::milliseconds(250);
    config.servos.latency = latency;
    config.while_waiting = [this, odrives] {
      path->carry(1);
      odrives->serve_alone();
      path->carry(0);
    };
    link = std::make_unique<OdriveLink>(config);
    testbed_ =
        std::make_unique<SimTestbed>(setup.config, setup.robot, setup.table, setup.camera, std::move(made));
    remember();
  }

  /// One cycle of 10 ms. @return What the link reports behind it.
  std::optional<JointFeedback> cycle(const JointCommand& command) {
    link->send(command, testbed_->now());
    for (int i = 0; i < 10; ++i) {
      path->carry(0);
      testbed_->sleep_until(testbed_->now() + kStep);
      path->carry(1);
      remember();
    }
    return link->poll(testbed_->now());
  }

  /// @return Whether each joint was there at some time since the questions were sent.
  bool was_so(const JointFeedback& feedback) const {
    constexpr double kTolerance = 2e-4;  // rad, and its change within a step
    const auto since = static_cast<std::size_t>(feedback.accepted_age / kStep) + 2;
    for (Eigen::Index j = 0; j < feedback.angles.size(); ++j) {
      double least = 1e9;
      double most = -1e9;
      for (std::size_t i = 0; i < std::min(since, known_.size()); ++i) {
        const double angle = known_[known_.size() - 1 - i][j];
        least = std::min(least, angle);
        most = std::max(most, angle);
      }
      if (feedback.angles[j] < least - kTolerance || feedback.angles[j] > most + kTolerance) return false;
    }
    return true;
  }

  /// @return Joints that turn to and fro, unlike each other.
  static JointCommand waving(int cycle) {
    const double time = 0.01 * cycle;
    return OdriveBench::with_rates(0.6 * std::cos(1.3 * time), -0.4 * std::cos(0.9 * time));
  }

  void arm() {
    for (int i = 0; i < 10; ++i) cycle({});
    for (int i = 0; i < 10; ++i) cycle(OdriveBench::with_rates(0.0, 0.0));
  }

  std::unique_ptr<BadPath> path;
  std::unique_ptr<OdriveLink> link;

 private:
  void remember() { known_.push_back(testbed_->truth().robot.joints); }

  std::vector<ServoJoint> joints_;
  std::unique_ptr<SimTestbed> testbed_;
  std::vector<JointVector> known_;  // of each millisecond
};

/// What came of so many cycles.
struct Heard {
  int reports = 0;
  int wrong = 0;
  int faults = 0;
  int running = 0;
};

Heard wave(OdrivePathBench& bench, int cycles) {
  Heard heard;
  for (int i = 0; i < cycles; ++i) {
    const auto feedback = bench.cycle(OdrivePathBench::waving(i));
    if (!feedback) continue;
    ++heard.reports;
    heard.wrong += bench.was_so(*feedback) ? 0 : 1;
    heard.faults += feedback->board_faults != 0 ? 1 : 0;
    heard.running += feedback->board_state == BoardState::kRun ? 1 : 0;
  }
  return heard;
}

TEST(OdrivePath, HearsEveryCycleWhereNothingIsLost) {
  OdrivePathBench bench;
  bench.path->defects = {};
  bench.arm();
  const Heard heard = wave(bench, 300);
  EXPECT_EQ(heard.reports, 300);
  EXPECT_EQ(heard.wrong, 0);
  EXPECT_EQ(bench.link->health().lost, 0u);
}

TEST(OdrivePath, HearsEveryCycleOverAWayOfSeveralCycles) {
  OdrivePathBench bench(std::chrono::milliseconds(25));
  bench.path->defects = {.delay = 25};
  bench.arm();
  const Heard heard = wave(bench, 300);
  EXPECT_EQ(heard.reports, 300);
  EXPECT_EQ(heard.wrong, 0);
  EXPECT_EQ(heard.running, 300);
  EXPECT_NEAR(to_seconds(bench.link->health().shortest_round_trip), 0.060, 0.005);
}

TEST(OdrivePath, WhatIsLostDoubledOrOvertakenIsTakenForNothingElse) {
  // With 12, 82 and 192 the eight bits of a check let a damaged place of a joint pass, or more.
  for (const unsigned seed : {1u, 12u, 82u, 192u}) {
    OdrivePathBench bench(std::chrono::milliseconds(1), seed);
    bench.arm();
    bench.path->defects = {.lost = 0.03, .twice = 0.03, .overtaken = 0.03, .most_bytes = 120, .delay = 3};
    const Heard heard = wave(bench, 10000);
    EXPECT_EQ(heard.wrong, 0) << seed;
    EXPECT_EQ(heard.faults, 0) << seed;
    EXPECT_GT(heard.reports, 3000) << seed;
    EXPECT_GT(heard.running, 2000) << "joints that stand would hide what is wrong, " << seed;
    EXPECT_GT(bench.link->health().rejects.sequence, 1000u) << seed;
  }
}

TEST(OdrivePath, NoCutOfTheBytesMakesAnotherAnswer) {
  OdrivePathBench bench;
  bench.arm();
  bench.path->defects = {.lost = 0.004, .most_bytes = 6};
  const Heard heard = wave(bench, 10000);
  EXPECT_EQ(heard.wrong, 0);
  EXPECT_EQ(heard.faults, 0);
  EXPECT_GT(heard.reports, 3000);
  EXPECT_GT(bench.link->health().rejects.check, 1000u);
}

// Each question has its turn once in four cycles.
TEST(OdrivePath, HearsAgainWithinFourCyclesWhenThePathIsBack) {
  OdrivePathBench bench;
  bench.arm();
  for (int round = 0; round < 20; ++round) {
    bench.path->cut = true;
    for (int i = 0; i < 7 + round; ++i) EXPECT_FALSE(bench.cycle({}) && i > 0);
    bench.path->cut = false;
    int cycles = 0;
    while (cycles < 10 && !bench.cycle({})) ++cycles;
    EXPECT_LE(cycles, 4) << round;
  }
}

}  // namespace
}  // namespace freefloat
