// Replay from markers and from recorded pixels: speed against real time, and peak memory for logs of one and
// ten times the length. A replay is one thread that never waits, so its processor time is what it takes on a
// machine that does nothing else; the wall's time stands beside it.
#include <chrono>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <optional>
#include <string>

#include "replay/replay_controller.h"
#include "replay/replay_vision.h"
#include "support/record_run.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

/// Highest memory of this process since `forget_peak`, MiB.
double peak_mib() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmHWM:")) return std::stod(line.substr(6)) / 1024.0;
  }
  return 0.0;
}

void forget_peak() {
  std::ofstream("/proc/self/clear_refs") << "5";
}

/// @return Processor time that this process has used, s.
double processor_s() {
  timespec used{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
}

void measure(const std::string& name, const std::string& log, bool from_frames) {
  constexpr int kRounds = 5;
  double best = 1e9, best_wall = 1e9;
  ReplayResult result;
  VisionReplayResult seen;
  forget_peak();
  for (int round = 0; round < kRounds; ++round) {
    std::optional<VisionReplay> vision;
    const auto begin = std::chrono::steady_clock::now();
    const double used = processor_s();
    ControllerReplay replay(log, {});
    if (from_frames) vision.emplace(replay.config());
    while (const RunItem* item = replay.next()) {
      if (vision && item->message != nullptr) vision->add(*item->message);
      if (item->cycle == nullptr) continue;
      CycleInput input = item->cycle->input;
      if (vision) vision->measure(input);
      replay.step(input);
    }
    result = replay.result();
    best = std::min(best, processor_s() - used);
    best_wall =
        std::min(best_wall, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    if (vision) seen = vision->result();
  }
  const double run_s = to_seconds(result.end - result.begin);
  std::printf(
      "%-14s %6llu cycles %6.1f s of run %7.1f ms of processor %6.0f x real time (wall %5.0f x) %6.1f MiB "
      "peak  %s\n",
      name.c_str(), static_cast<unsigned long long>(result.cycles), run_s, 1e3 * best, run_s / best,
      run_s / best_wall, peak_mib(),
      result.same() && seen.different == 0 && seen.replayed == seen.pictures ? "bit-exact" : "DIFFERS");
}

}  // namespace
}  // namespace freefloat

int main() {
  using namespace freefloat;
  const std::string experiment = source_dir() + "/configs/experiments/standing_target.yaml";
  const std::string log = "replay_bench.mcap";
  const std::string markers = "simulation.imaging.render=false";
  // The part after the capture is as long as wanted.
  record_run(experiment, {markers, "phases[4].duration_s=60"}, log);
  measure("markers, 1 x", log, false);
  record_run(experiment, {markers, "phases[4].duration_s=700"}, log);
  measure("markers, 10 x", log, false);
  record_run(experiment, {}, log);
  measure("windows, 1 x", log, true);
  record_run(experiment, {"phases[4].duration_s=110"}, log);
  measure("windows, 10 x", log, true);
  std::remove(log.c_str());
}
