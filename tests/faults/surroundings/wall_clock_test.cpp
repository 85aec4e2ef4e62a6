// The wall clock is set by a day, forwards and backwards, while a run goes on: NTP's first answer, or
// somebody.
#include <gtest/gtest.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <ctime>
#include <string>
#include <vector>

#include "config/load/load_experiment.h"
#include "hal/monotonic_clock.h"
#include "hal/udp/udp_socket.h"
#include "runtime/run_session.h"
#include "support/source_dir.h"
#include "unit/runlog/record_bytes.h"
#include "unit/runlog/temporary_file.h"

namespace {

constexpr std::int64_t kDay = 86'400;  // s

std::atomic<std::int64_t> wall_clock_step{0};  // s
std::atomic<int> wall_clock_reads{0};

}  // namespace

// In place of the C library's, for this program and the libraries that it uses.
extern "C" int clock_gettime(clockid_t clock, timespec* time) noexcept {
  const auto result = static_cast<int>(syscall(SYS_clock_gettime, clock, time));
  if (clock != CLOCK_REALTIME || result != 0) return result;
  ++wall_clock_reads;
  time->tv_sec += wall_clock_step;
  return result;
}

namespace freefloat {
namespace {

/// @param step Of the wall clock, to and fro, four times a second.
std::vector<std::string> run_logged(std::int64_t step) {
  RunConfig config = load_experiment(source_dir() + "/configs/experiments/standing_target.yaml",
                                     {"simulation.imaging.render=false"});
  RunSession session(config);
  const TemporaryFile file;
  RunWriterOptions log;
  log.path = file.path();
  log.replace_existing = true;
  session.record(log);
  std::vector<std::string> cycles;
  session.add({.on_cycle = [&](const CycleRecord& record) {
    cycles.push_back(bytes_of(record));
    if (cycles.size() % 25 == 0) wall_clock_step = wall_clock_step == 0 ? step : 0;
  }});
  session.run();
  wall_clock_step = 0;
  EXPECT_TRUE(session.phases().passed());
  EXPECT_TRUE(session.finish().log_complete);
  return cycles;
}

TEST(WallClock, ThatStepsByADayChangesNothingInARun) {
  const std::vector<std::string> undisturbed = run_logged(0);
  ASSERT_GT(undisturbed.size(), 500u);
  EXPECT_EQ(run_logged(kDay), undisturbed);
  EXPECT_EQ(run_logged(-kDay), undisturbed);
}

TEST(WallClock, IsNotTheLoops) {
  MonotonicClock clock;
  const Time before = clock.now();
  wall_clock_step = kDay;
  const Time ahead = clock.now();
  wall_clock_step = -kDay;
  clock.sleep_until(ahead + std::chrono::milliseconds(1));
  const Time after = clock.now();
  wall_clock_step = 0;
  EXPECT_LT(ahead - before, std::chrono::hours(1));
  EXPECT_GT(after, ahead);
  EXPECT_LT(after - ahead, std::chrono::hours(1));
}

TEST(WallClock, ThatStepsMakesNoDatagramOlderThanItIs) {
  UdpSocket in = UdpSocket::listen(resolve_udp_address("127.0.0.1:0"));
  UdpSocket out = UdpSocket::connect(in.local_address());
  for (const std::int64_t step : {std::int64_t{0}, kDay, -kDay}) {
    const std::array<std::uint8_t, 3> bytes{1, 2, 3};
    ASSERT_EQ(out.send(bytes), UdpResult::kDone);
    ASSERT_TRUE(in.wait(std::chrono::seconds(10)));
    const int reads = wall_clock_reads;
    wall_clock_step = step;
    std::array<std::uint8_t, 16> buffer{};
    UdpDatagram datagram;
    ASSERT_EQ(in.receive(buffer, datagram), UdpResult::kDone);
    wall_clock_step = 0;
    EXPECT_GT(wall_clock_reads, reads);  // it is this clock that the age is told by
    EXPECT_GE(datagram.age, Duration::zero()) << step;
    EXPECT_LE(datagram.age, std::chrono::seconds(1)) << step;
  }
}

}  // namespace
}  // namespace freefloat
