#include <algorithm>
#include <cstdio>

#include "load/growth.h"
#include "load/long_day.h"
#include "load/measures.h"
#include "load/process_state.h"
#include "load/visitors.h"
#include "unit/console/client_bytes.h"

namespace freefloat::load {

namespace {

using testing_support::call_bytes;
using testing_support::SocketClient;

/// A whole run. @param stop It is stopped in mid-motion, from the console. @return Why not; empty: done.
std::string run_once(LongDay& day, bool stop) {
  if (std::string trouble = day.begin_run(); !trouble.empty()) return trouble;
  if (stop) {
    day.go_on_until([&day] { return day.supervisor() == SupervisorState::kActive; });
    day.go_on(0.5);
    const SocketClient visitor = subscribe_to(day.server().port(), {});
    visitor.say_binary(call_bytes(1, 1, ""));
    day.go_on_until([&day] { return day.supervisor() == SupervisorState::kStopped; }, 1000.0);
  }
  if (!day.end_run()) return "after the run the day is " + day.state().at("mode").get<std::string>();
  if (!stop) return {};
  std::string trouble = day.ask("acknowledge");
  day.go_on(0.5);
  return trouble;
}

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
  LongDay day;
  std::printf("A day on the virtual clock behind its console, real sockets; every tenth run is stopped\n");
  print_machine();
  std::printf("    hours   runs   connections   RSS MB    heap MB   descriptors   threads\n");
  const double slot_s = extent.hours * 3600.0 / extent.runs;
  const int warm_up = std::min(5, (extent.runs + 3) / 4);
  Growth growth;
  int visits = 0;
  for (int run = 0; run < extent.runs; ++run) {
    const double slot_end_s = (run + 1) * slot_s;
    for (const int wanted = extent.connections * (run + 1) / extent.runs; visits < wanted; ++visits)
      visit(day, visits);
    if (const std::string trouble = run_once(day, run % 10 == 3); !trouble.empty()) {
      std::printf("run %d: %s\n", run + 1, trouble.c_str());
      return false;
    }
    day.go_on(slot_end_s - day.passed_s());
    growth.see(look_at_process());
    const bool is_begin = run + 1 == warm_up;
    const bool is_middle = run + 1 == (warm_up + extent.runs) / 2;
    if (!is_begin && !is_middle && run + 1 != extent.runs && (run + 1) % 25 != 0) continue;
    const Holdings now = holdings_at_rest(day, growth.descriptors_at_begin());
    print_holdings(day, run + 1, visits, now);
    if (is_begin) growth.begin(now);
    if (is_middle) growth.halve(now);
    growth.end(now);
  }
  const int new_runs = extent.runs - (warm_up + extent.runs) / 2;
  return growth.judge(new_runs, !extent.brief);
}

}  // namespace freefloat::load
