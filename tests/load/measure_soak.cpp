#include <algorithm>
#include <array>
#include <cstdio>
#include <optional>

#include "config/load/load_experiment.h"
#include "console/console_server.h"
#include "load/measures.h"
#include "load/process_state.h"
#include "load/served_day.h"
#include "load/visitors.h"
#include "operate/day.h"
#include "support/source_dir.h"
#include "unit/console/client_bytes.h"

namespace freefloat::load {

namespace {

using testing_support::call_bytes;
using testing_support::SocketClient;

/// A day on the virtual clock, as fast as the machine can, behind a console with real sockets.
class LongDay {
 public:
  LongDay() : runs_(make_folder()), day_(config()) {
    server_.emplace(console_config(), day_);
    server_->start();
    day_.add(server_->listener());
    day_.add({.on_cycle = [this](const CycleRecord& cycle) { state_ = cycle.output.state; }});
    day_.open(false);
  }
  ~LongDay() {
    server_->stop();
    std::error_code ignored;
    std::filesystem::remove_all(runs_, ignored);
  }
  LongDay(const LongDay&) = delete;
  LongDay& operator=(const LongDay&) = delete;

  console::ConsoleServer& server() { return *server_; }
  double passed_s() const { return 1e-2 * static_cast<double>(cycles_); }

  void go_on(double seconds) {
    for (int left = static_cast<int>(seconds * 100.0 + 0.5); left > 0; left -= 10) {
      day_.run_cycles(10);
      day_.work();
      cycles_ += 10;
    }
  }

  /// A whole run. @param stop It is stopped in mid-motion, from the console. @return Why not; empty: done.
  std::string run(bool stop) {
    for (const auto& [what, request, after_s] : {std::tuple("prepare", nlohmann::json::object(), 1.5),
                                                 {"arm", nlohmann::json::object(), 0.0},
                                                 {"arm_confirm", nlohmann::json{{"text", "ARM"}}, 0.5},
                                                 {"run", nlohmann::json::object(), 0.1}}) {
      const console::Answer answer = day_.ask(what, request, {"Ada", "127.0.0.1"});
      if (!answer.done) return std::string(what) + ": " + answer.words;
      day_.work();
      go_on(after_s);
    }
    if (stop) {
      go_on_until([this] { return state_ == SupervisorState::kActive; });
      go_on(0.5);
      const SocketClient visitor = subscribe_to(server_->port(), {});
      visitor.say_binary(call_bytes(1, 1, ""));
      for (int i = 0; i < 10'000 && state_ != SupervisorState::kStopped; ++i) go_on(0.1);
    }
    go_on_until([this] { return nlohmann::json::parse(*day_.state().second).at("mode") == "finished"; });
    if (stop) {
      const console::Answer answer = day_.ask("acknowledge", nlohmann::json::object(), {"Ada", "127.0.0.1"});
      if (!answer.done) return "acknowledge: " + answer.words;
      go_on(0.5);
    }
    const std::string mode = nlohmann::json::parse(*day_.state().second).at("mode");
    return mode == "finished" ? "" : "after the run the day is " + mode;
  }

 private:
  DayConfig config() const {
    DayConfig day;
    day.testbed = source_dir() + "/configs/testbeds/modern.yaml";
    day.experiments = source_dir() + "/configs/experiments";
    day.first_experiment = "standing_target.yaml";
    day.runs = runs_;
    day.settings = {"simulation.imaging.render=false"};
    day.pace = SimPace::kFree;
    return day;
  }
  console::ConsoleConfig console_config() const {
    console::ConsoleConfig config;
    config.port = 0;
    config.runs_folder = runs_;
    return config;
  }
  template <class Condition>
  void go_on_until(Condition&& condition) {
    for (int i = 0; i < 1000 && !condition(); ++i) go_on(0.1);
  }

  const std::filesystem::path runs_;
  // Outlive the day, whose recorder tells them to its end.
  std::atomic<SupervisorState> state_{SupervisorState::kDisarmed};
  std::optional<console::ConsoleServer> server_;
  Day day_;
  std::uint64_t cycles_ = 0;
};

/// One client that comes, reads something, and leaves in one of the ways in which clients leave.
void visit(LongDay& day, int number) {
  const int port = day.server().port();
  if (number % 5 == 4) {
    SocketClient(port).send("GET / HT");
    return;
  }
  const std::string cookie = "Cookie: freefloat_token=" + day.server().token() + "\r\n";
  SocketClient client = subscribe_to(port, every_channel(), 0, cookie);
  client.say_binary(call_bytes(2, 1, R"({"name":"Ada"})"));  // lease_take
  client.say_binary(call_bytes(5, 2, "{}"));                 // runs
  day.go_on(0.3);
  client.discard(1);
  if (number % 5 == 1) client.send_frame("\x03\xE8", 0x88);  // a proper end
  if (number % 5 == 2) client.send_frame("x", 0xF1);         // against the protocol
}

/// Once all clients have gone.
Holdings holdings_at_rest(LongDay& day, std::size_t descriptors) {
  Holdings now = look_at_process();
  for (int i = 0; i < 5000 && (day.server().client_count() > 0 || now.descriptors > descriptors); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    now = look_at_process();
  }
  return now;
}

void print_holdings(const LongDay& day, int runs, int visits, const Holdings& now) {
  std::printf("  %7.2f   %4d   %11d   %8.2f   %8.2f   %11zu   %7zu\n", day.passed_s() / 3600.0, runs, visits,
              1e-6 * static_cast<double>(now.resident_bytes), 1e-6 * static_cast<double>(now.heap_bytes),
              now.descriptors, now.threads);
  std::fflush(stdout);
}

}  // namespace

bool measure_soak(const Extent& extent) {
  // What a run leaves is what people see of it: its line in the list of runs, with its numbers.
  constexpr double kBytesOfARun = 16e3;
  constexpr double kSlack = 2e6;
  LongDay day;
  std::printf("A day on the virtual clock behind its console, real sockets; every tenth run is stopped\n");
  print_machine();
  std::printf("    hours   runs   connections   RSS MB    heap MB   descriptors   threads\n");
  const double slot_s = extent.hours * 3600.0 / extent.runs;
  const int warm_up = std::min(5, (extent.runs + 3) / 4);
  std::optional<Holdings> begin, middle, end;
  // Of each half its most: a system short of memory takes pages back for a while, and gives them again.
  std::array<double, 2> resident{};
  int visits = 0;
  for (int run = 0; run < extent.runs; ++run) {
    const double slot_end_s = (run + 1) * slot_s;
    for (const int wanted = extent.connections * (run + 1) / extent.runs; visits < wanted; ++visits)
      visit(day, visits);
    if (const std::string trouble = day.run(run % 10 == 3); !trouble.empty()) {
      std::printf("run %d: %s\n", run + 1, trouble.c_str());
      return false;
    }
    day.go_on(slot_end_s - day.passed_s());
    double& most = resident[middle ? 1 : 0];
    most = std::max(most, static_cast<double>(look_at_process().resident_bytes));
    const bool is_begin = run + 1 == warm_up;
    const bool is_middle = run + 1 == (warm_up + extent.runs) / 2;
    if (!is_begin && !is_middle && run + 1 != extent.runs && (run + 1) % 25 != 0) continue;
    const Holdings now = holdings_at_rest(day, begin ? begin->descriptors : 0);
    print_holdings(day, run + 1, visits, now);
    if (is_begin) begin = now;
    if (is_middle) middle = now;
    end = now;
  }
  const double new_runs = extent.runs - (warm_up + extent.runs) / 2;
  const double heap = static_cast<double>(end->heap_bytes) - static_cast<double>(middle->heap_bytes);
  const double resident_growth = resident[1] - resident[0];
  std::printf(
      "  second half: heap %+.0f KB, most RSS %+.0f KB, that is %+.1f and %+.1f KB a run; descriptors %+d "
      "since "
      "the begin\n  limits: %.0f KB a run (its line in the list) and %.0f MB; no descriptor, no thread\n",
      1e-3 * heap, 1e-3 * resident_growth, 1e-3 * heap / new_runs, 1e-3 * resident_growth / new_runs,
      static_cast<int>(end->descriptors) - static_cast<int>(begin->descriptors), 1e-3 * kBytesOfARun,
      1e-6 * kSlack);
  const double limit = kSlack + kBytesOfARun * new_runs;
  return end->descriptors <= begin->descriptors && end->threads <= begin->threads && heap <= limit &&
         (extent.brief || resident_growth <= 2.0 * limit);
}

}  // namespace freefloat::load
