// A console with nothing behind it: made-up cycles and pictures, and a desk that says yes. For trying a
// client.
//   console_demo [--port N] [--page FOLDER] [--certificate FILE --key FILE] [--seconds S]
// Prints the start-up link; ends after the time, or when its standard input ends.

#include <poll.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>

#include "console/console_server.h"
#include "support/fake_desk.h"
#include "support/made_up_pictures.h"

namespace freefloat {
namespace {

using nlohmann::json;
using testing_support::FakeDesk;

/// A desk whose state follows the wishes, without a robot.
class DemoDesk : public FakeDesk {
 public:
  DemoDesk() { show(); }

  void stop(const console::Caller& caller) noexcept override {
    FakeDesk::stop(caller);
    stopped_ = true;
  }

  console::Answer ask(std::string_view what, const json& request, const console::Caller& caller) override {
    if (what == "acknowledge") stopped_ = false;
    if (what == "acknowledge" || what == "disarm") supervisor_ = "disarmed", mode_ = "idle";
    if (what == "arm_confirm") supervisor_ = "armed", mode_ = "ready_to_run";
    if (what == "run" || what == "resume") supervisor_ = "active", mode_ = "running";
    if (what == "pause") supervisor_ = "hold", mode_ = "paused";
    return FakeDesk::ask(what, request, caller);
  }

  void show() {
    if (stopped_) supervisor_ = "stopped", mode_ = "idle";
    now_s_ += 0.1;
    set_state(
        {{"version", 1},
         {"program", "demo"},
         {"kind", "operate"},
         {"testbed", "made up"},
         {"simulated", true},
         {"now_s", now_s_},
         {"supervisor", supervisor_},
         {"mode", mode_},
         {"faults", json::array()},
         {"checklist", {{{"name", "camera"}, {"ok", true}, {"text", "pictures at 100 Hz"}}}},
         {"table", {{"size_m", {1.8, 1.8}}, {"margin_m", 0.05}}},
         {"workspace", {{"inner_m", 0.1}, {"outer_m", 0.6}, {"guaranteed_m", 0.5}}},
         {"robot",
          {{"link_lengths_m", {0.3, 0.24}},
           {"satellite_radius_m", 0.15},
           {"joint_limits_deg", {{-115, 115}, {-143, 143}}},
           {"max_joint_rate_deg_s", 30},
           {"joint_count", 2}}},
         {"experiment", {{"file", "demo.yaml"}, {"name", "demo"}, {"seed", 1}, {"phases", json::array()}}},
         {"settings",
          {{{"key", "guidance.position_gain_per_s"},
            {"value", "2"},
            {"file_value", "2"},
            {"changed", false}}}},
         {"loop", {{"period_s", 0.01}, {"overruns", 0}}}});
  }

 private:
  std::atomic<bool> stopped_{false};
  std::string supervisor_ = "disarmed";
  std::string mode_ = "idle";
  double now_s_ = 0.0;
};

bool input_has_ended() {
  pollfd input{STDIN_FILENO, POLLIN, 0};
  char byte = 0;
  return ::poll(&input, 1, 0) > 0 && ::read(STDIN_FILENO, &byte, 1) <= 0;
}

int run(const console::ConsoleConfig& config, double seconds) {
  DemoDesk desk;
  console::ConsoleServer server(config, desk);
  server.set_run(testing_support::made_up_facts());
  server.start();
  std::printf("%s\n", server.address().c_str());
  std::fflush(stdout);
  const RunListener listener = server.listener();
  testing_support::MadeUpPictures pictures(640, 480);
  const auto begin = std::chrono::steady_clock::now();
  for (int cycle = 0; cycle * 0.01 < seconds && !input_has_ended(); ++cycle) {
    listener.on_cycle(testing_support::made_up_cycle(cycle));
    if (cycle % 5 == 0) pictures.show(cycle, listener.on_picture);
    if (cycle % 10 == 0) desk.show();
    if (cycle % 100 == 0) {
      PhaseEvent phase;
      phase.at = Time{Duration{10'000'000LL * cycle}};
      phase.name = "settle";
      listener.on_phase(phase);
      listener.on_command({.at = phase.at, .what = "pause", .origin = {}, .accepted = true, .words = {}});
      listener.on_link({phase.at, {}, {}});
      listener.on_marker_path({phase.at, false, {}, {}});
      listener.on_note({RunNote::Kind::kFact, "cycle " + std::to_string(cycle)});
    }
    std::this_thread::sleep_until(begin + std::chrono::milliseconds(10 * (cycle + 1)));
  }
  std::printf("%d stops\n", desk.stops());
  return 0;
}

}  // namespace
}  // namespace freefloat

int main(int argc, char** argv) {
  freefloat::console::ConsoleConfig config;
  config.port = 0;
  double seconds = 1e9;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string option = argv[i];
    if (option == "--port") config.port = std::atoi(argv[i + 1]);
    if (option == "--certificate") config.certificate = argv[i + 1];
    if (option == "--key") config.key = argv[i + 1];
    if (option == "--page") config.page_folder = argv[i + 1];
    if (option == "--seconds") seconds = std::atof(argv[i + 1]);
  }
  try {
    return freefloat::run(config, seconds);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
