// What logging costs: bytes and microseconds a cycle in the recorder's thread, nanoseconds a push in the
// loop.
//   runlog_bench [LOG.mcap]
#include <spdlog/async.h>
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <new>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "mcap/encode.h"
#include "runlog/messages/cycle_messages.h"
#include "runlog/messages/run_messages.h"
#include "runlog/recorder.h"
#include "runlog/run_reader.h"
#include "support/push_cycle.h"

namespace {
thread_local std::uint64_t allocations = 0;
}

void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace freefloat {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double kLoopRate = 100.0;  // Hz
constexpr int kMarkers = 6;

double microseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::micro>(Clock::now() - start).count();
}

/// Processor time of this thread, which other programs on a shared machine disturb less than wall time.
double processor_microseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e6 * static_cast<double>(now.tv_sec) + 1e-3 * static_cast<double>(now.tv_nsec);
}

/// A run that looks like one: a two-joint robot in smooth motion, six LEDs, every number with sensor noise.
class SampleRun {
 public:
  CycleRecord record(int cycle) {
    const double t = cycle / kLoopRate;
    CycleRecord r;
    const Time now{from_seconds(t)};
    MarkerFrame& frame = r.input.markers.emplace();
    frame.capture_time = now - Duration{4'000'000};
    frame.sequence = static_cast<std::uint64_t>(cycle);
    frame.marker_count = frame.blob_count = kMarkers;
    frame.prediction.at = r.output.prediction.at = now;
    for (int i = 0; i < kMarkers; ++i) {
      MarkerMeasurement& m = frame.markers[i];
      m.seen = true;
      m.uv_px = noisy({640.0 + 40.0 * i, 512.0 + 30.0 * std::sin(t)}, 0.02);
      m.p_WM = noisy({0.1 * i, 0.3 * std::sin(0.1 * t)}, 1e-4);
      m.covariance << 1e-8 * (1.0 + noise()), 1e-10 * noise(), 0.0, 1e-8 * (1.0 + noise());
      m.covariance(1, 0) = m.covariance(0, 1);
      m.peak = 200.0 + noise();
      r.output.prediction.markers[i] = {true, noisy({0.1 * i, 0.3}, 1e-4), noisy({0.0, 0.03}, 1e-4),
                                        1e-3 + 1e-6 * noise()};
    }
    frame.prediction = last_prediction_;
    last_prediction_ = r.output.prediction;
    JointFeedback& joints = r.input.joints.emplace();
    joints.sample_time = now - Duration{1'000'000};
    joints.angles = joint_pair(std::round(1e6 * (0.4 + 0.1 * std::sin(t) + 1e-3 * noise())) * 1e-6, -1.2);
    joints.rates = joint_pair(std::round(1e6 * (0.1 * std::cos(t) + 1e-3 * noise())) * 1e-6, 0.05);
    joints.board_state = BoardState::kRun;
    joints.accepted_sequence = static_cast<std::uint32_t>(cycle);
    r.input.now = r.output.now = now;
    r.output.state = SupervisorState::kActive;
    StateEstimate& e = r.output.estimate;
    e.valid = e.target.valid = true;
    e.at = now;
    e.robot = robot(t);
    e.p_WE = noisy({0.5, 0.1}, 1e-4);
    e.v_WE = noisy({0.01, 0.02}, 1e-4);
    e.p_WG = noisy({0.0, 0.0}, 1e-5);
    e.linear_momentum = noisy({0.0, 0.0}, 1e-4);
    e.angular_momentum = 1e-4 * noise();
    e.sigma_hand = 1e-4 + 1e-7 * noise();
    e.sigma_attitude = 1e-3 + 1e-6 * noise();
    e.worst_innovation = std::abs(noise());
    e.markers_used = kMarkers;
    e.target.p_WT = noisy({0.6, 0.3}, 1e-4);
    e.target.v_WT = noisy({0.0, 0.0}, 1e-4);
    e.target.covariance << 1e-8 + 1e-10 * noise(), 0.0, 0.0, 1e-8 + 1e-10 * noise();
    r.output.guidance.status = TaskStatus::kRunning;
    r.output.guidance.v_WE = noisy({0.02, 0.01}, 1e-4);
    r.output.guidance.p_WE_goal = e.target.p_WT;
    r.output.guidance.distance = (e.target.p_WT - e.p_WE).norm();
    r.output.resolved.raw = r.output.resolved.limited = r.output.command.rates =
        joint_pair(0.1 + 1e-3 * noise(), 0.05);
    r.output.resolved.sigma_min = 0.1 + 1e-4 * noise();
    r.output.command.enable = true;
    r.output.command.time_to_live = Duration{60'000'000};
    r.timing.deadline = now;
    r.timing.period = Duration{10'000'000};
    Truth& truth = r.truth.emplace();
    truth.robot = robot(t);
    truth.p_WE = noisy({0.5, 0.1}, 1e-9);
    truth.target = {noisy({0.6, 0.3}, 1e-9), 0.1 * t, {0.01, 0.0}, 0.0};
    truth.linear_momentum = noisy({0.0, 0.0}, 1e-9);
    truth.motor_torques = joint_pair(1e-3 * noise(), 2e-3);
    return r;
  }

 private:
  /// Near enough to normal, unit variance: the sum of uniform numbers.
  double noise() {
    double sum = 0.0;
    for (int i = 0; i < 3; ++i) sum += static_cast<double>(generator_() >> 11U) * 0x1p-52 - 1.0;
    return sum;
  }
  Vector2 noisy(const Vector2& v, double sigma) {
    const double x = noise();
    return v + sigma * Vector2(x, noise());
  }
  JointVector joint_pair(double a, double b) { return (JointVector(2) << a, b + 1e-3 * noise()).finished(); }
  RobotState robot(double t) {
    RobotState state;
    state.p_WB = noisy({0.01 * t, 0.0}, 1e-5);
    state.theta_WB = 0.3 * std::sin(0.1 * t) + 1e-5 * noise();
    state.joints = joint_pair(0.4 + 0.1 * std::sin(t), -1.2);
    state.v_WB = noisy({0.01, 0.0}, 1e-5);
    state.w_WB = 0.03 * std::cos(0.1 * t);
    state.joint_rates = joint_pair(0.1 * std::cos(t), 0.05);
    return state;
  }

  std::mt19937_64 generator_{1};
  MarkerPrediction last_prediction_;
};

void measure_encoding(const std::vector<CycleRecord>& records) {
  CdrWriter out;
  std::size_t bytes = 0;
  const double start = processor_microseconds();
  for (const CycleRecord& r : records) {
    encode(out, r.input);
    bytes += out.bytes().size();
    encode(out, r.output);
    bytes += out.bytes().size();
    encode(out, r.timing);
    bytes += out.bytes().size();
    encode(out, *r.truth);
    bytes += out.bytes().size();
  }
  const auto count = static_cast<double>(records.size());
  std::printf("encoding the four main messages  %7.2f us/cycle, %.0f bytes/cycle\n",
              (processor_microseconds() - start) / count, static_cast<double>(bytes) / count);
}

void measure_writing(const std::vector<CycleRecord>& records, const std::string& path, const char* what) {
  RunWriterOptions options;
  options.path = path;
  options.replace_existing = true;
  auto writer = RunWriter::create(options);
  if (!writer) return;
  const double start = processor_microseconds();
  for (const CycleRecord& r : records) writer->write(r);
  writer->close(0);
  const auto count = static_cast<double>(records.size());
  std::printf("whole writer, to %-16s%7.2f us/cycle, %.0f bytes/cycle in the file\n", what,
              (processor_microseconds() - start) / count,
              static_cast<double>(writer->bytes_written()) / count);
}

void measure_recorder(const std::vector<CycleRecord>& records, const std::string& path) {
  RunWriterOptions options;
  options.path = path;
  options.replace_existing = true;
  auto recorder = Recorder::start(options);
  if (!recorder) return;
  const auto start = Clock::now();
  for (const CycleRecord& r : records) push_cycle_waiting(**recorder, r);
  (*recorder)->close();
  const double us = microseconds_since(start) / static_cast<double>(records.size());
  std::printf("recorder in lockstep             %7.2f us/cycle: %.0f x real time at %.0f Hz (wanted: 300)\n",
              us, 1e6 / kLoopRate / us, kLoopRate);
}

void measure_reading(std::size_t cycles, const std::string& path) {
  const double start = processor_microseconds();
  auto reader = RunReader::open(path);
  while (reader && reader->next() != nullptr) reader->record();
  const double us = (processor_microseconds() - start) / static_cast<double>(cycles);
  std::printf(
      "reading all cycles back          %7.2f us/cycle, complete: %s\n", us,
      reader && reader->result().file.complete && reader->result().cycle_count == cycles ? "yes" : "NO");
}

/// Nanoseconds of single calls, and how much memory was asked for in them.
struct CallCosts {
  std::vector<double> ns;
  std::uint64_t allocated = 0;

  void print(const char* what, const char* wanted) {
    std::sort(ns.begin(), ns.end());
    std::printf("%-32s p50 %5.0f ns, p99 %5.0f ns%s, p99.9 %6.0f ns, allocations %llu\n", what,
                ns[ns.size() / 2], ns[ns.size() * 99 / 100], wanted, ns[ns.size() * 999 / 1000],
                static_cast<unsigned long long>(allocated));
  }
};

/// A thread that wakes at 10 kHz, as a loop would, and makes each call once a cycle. The loop writes its
/// record where the recorder reads it, so that filling it there is compared with filling a record of its own.
/// The clock's own cost is in every figure.
void measure_push(const std::vector<CycleRecord>& records, const std::string& path) {
  constexpr int kPushes = 50'000;
  RunWriterOptions options;
  options.path = path;
  options.replace_existing = true;
  auto recorder = Recorder::start(options);
  if (!recorder) return;
  spdlog::init_thread_pool(8192, 1);
  auto logger = spdlog::create_async_nb<spdlog::sinks::basic_file_sink_mt>("peer", path + ".txt", true);
  CallCosts push, peer, clock, prepare, fill, fill_own;
  for (CallCosts* costs : {&push, &prepare, &peer, &clock, &fill, &fill_own}) costs->ns.reserve(kPushes);
  const auto measure = [](CallCosts& costs, auto&& call) {
    const std::uint64_t before = allocations;
    const auto start = Clock::now();
    call();
    costs.ns.push_back(1e3 * microseconds_since(start));
    costs.allocated += allocations - before;
  };
  CycleRecord own;
  auto wake = Clock::now();
  for (int i = 0; i < kPushes; ++i) {
    std::this_thread::sleep_until(wake += std::chrono::microseconds(100));
    const CycleRecord record = records[static_cast<std::size_t>(i) % records.size()];
    const StateEstimate& e = record.output.estimate;
    measure(clock, [] {});
    measure(fill_own, [&] { own = record; });
    measure(fill, [&] { (*recorder)->next_record() = record; });
    measure(push, [&] { (*recorder)->push_next(); });
    measure(prepare, [&] { (*recorder)->prepare_push(); });
    measure(peer, [&] {
      logger->info("{} {} {} {} {} {}", e.p_WE.x(), e.p_WE.y(), e.robot.theta_WB, e.robot.joints[0],
                   e.robot.joints[1], record.output.guidance.distance);
    });
    // After a stall, cycles are left out, as a loop does.
    wake = std::max(wake, Clock::now() - std::chrono::microseconds(100));
  }
  (*recorder)->close();
  std::printf(
      "at 10 kHz, record of %zu bytes, %llu drops; beside it an spdlog async call with six numbers:\n",
      sizeof(CycleRecord), static_cast<unsigned long long>((*recorder)->status().dropped_records));
  push.print("  push", " (wanted: 200)");
  fill.print("  filling the recorder's record", "");
  fill_own.print("  filling one of the loop's own", "");
  prepare.print("  prepare_push, in the slack", "");
  peer.print("  spdlog async", "");
  clock.print("  the clock alone", "");
  spdlog::shutdown();
  std::remove((path + ".txt").c_str());
}

}  // namespace
}  // namespace freefloat

int main(int argc, char** argv) {
  using namespace freefloat;
  const std::string path = argc > 1 ? argv[1] : "runlog_bench.mcap";
  SampleRun run;
  std::vector<CycleRecord> records;
  for (int i = 0; i < 20'000; ++i) records.push_back(run.record(i));
  measure_encoding(records);
  measure_writing(records, "/dev/null", "nowhere");
  measure_writing(records, path, "disk");
  measure_recorder(records, path);
  measure_reading(records.size(), path);
  measure_push(records, path);
  std::remove(path.c_str());
  return 0;
}
