// Replay from markers and from recorded pixels: speed against real time, and peak memory for logs of one and
// ten times the length.
#include <chrono>
#include <cstdio>
#include <fstream>
#include <optional>
#include <string>

#include "replay/replay_controller.h"
#include "replay/replay_vision.h"
#include "support/record_run.h"

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

void measure(const std::string& name, const std::string& log, bool from_frames) {
  constexpr int kRounds = 5;
  double best = 1e9;
  ReplayResult result;
  VisionReplayResult seen;
  forget_peak();
  for (int round = 0; round < kRounds; ++round) {
    std::optional<VisionReplay> vision;
    ReplayOptions options;
    if (from_frames) {
      options.on_begin = [&](const RunConfig& config, const Controller&) { vision.emplace(config); };
      options.on_other = [&](const McapMessage& message) { vision->add(message); };
      options.on_input = [&](CycleInput& input) { vision->measure(input); };
    }
    const auto begin = std::chrono::steady_clock::now();
    result = replay_controller(log, options);
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    if (vision) seen = vision->result();
  }
  std::printf(
      "%-22s %7llu cycles %7.1f s of run %8.1f ms %8.0f x real time %7.1f MiB peak  %s\n", name.c_str(),
      static_cast<unsigned long long>(result.cycles), to_seconds(result.end - result.begin), 1e3 * best,
      to_seconds(result.end - result.begin) / best, peak_mib(),
      result.same() && seen.different == 0 && seen.replayed == seen.pictures ? "bit-exact" : "DIFFERS");
}

}  // namespace
}  // namespace freefloat

int main() {
  using namespace freefloat;
  const std::string experiment = std::string(FF_SOURCE_DIR) + "/configs/experiments/standing_target.yaml";
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
