// A day in real time, with all its threads, on a machine that something else keeps busy: jogs to and fro,
// every tenth of them stopped. Overruns are counted; what ends a jog has to say why, and the robot comes to
// rest from everywhere.
#include <cstdio>
#include <map>

#include "load/growth.h"
#include "load/measures.h"
#include "load/served_day.h"
#include "load/spread.h"

namespace freefloat::load {

namespace {

using std::chrono::milliseconds;

/// What became of the jogs.
struct Jogs {
  int done = 0, stopped = 0, ended = 0;
  std::map<std::string, int> reasons;  ///< of those that ended
};

/// @return Why the robot is not at rest afterwards; empty: it is.
std::string jog_once(ServedDay& day, int number, Jogs& jogs) {
  const bool stops = number % 10 == 9;
  const std::string trouble = day.jog_for(milliseconds(1500), number % 2 == 0 ? 8.0 : -8.0);
  if (!trouble.empty()) {
    ++jogs.ended;
    ++jogs.reasons[trouble];
  } else if (stops) {
    day.ask("stop");
    ++jogs.stopped;
    if (!day.await([&day] { return day.state() == SupervisorState::kStopped; }))
      return "STOP does not stop it";
  } else {
    ++jogs.done;
  }
  return day.come_to_rest();
}

}  // namespace

bool measure_endurance(const Extent& extent) {
  using Clock = std::chrono::steady_clock;
  ServedDay day;
  std::printf("Operation in real time, pictures of 1280x1024 on the console, jogs one after the other\n");
  print_machine();
  std::printf(
      "   minutes    jogs: done, stopped, ended   cycles   overruns   wake us: p99        max   RSS MB    "
      "heap MB   "
      "descriptors   threads\n");
  const double length_s = 3600.0 * extent.hours;
  const auto begin = Clock::now();
  const auto passed_s = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
  Growth growth;
  Jogs jogs;
  int halves = 0;
  std::uint64_t overruns = 0, cycles = 0;
  const double line_s = std::min(60.0, length_s / 10.0);
  for (double next_line_s = line_s; passed_s() < length_s; next_line_s += line_s) {
    for (; passed_s() < next_line_s; std::this_thread::sleep_for(milliseconds(300))) {
      const int number = jogs.done + jogs.stopped + jogs.ended;
      if (const std::string trouble = jog_once(day, number, jogs); !trouble.empty()) {
        std::printf("jog %d: %s\n", number, trouble.c_str());
        return false;
      }
    }
    const Punctuality punctuality = day.take_punctuality();
    const Spread wake = spread_of(punctuality.wake_late_us);
    overruns += punctuality.overruns;
    cycles += wake.count;
    const Holdings now = look_at_process();
    growth.see(now);
    const double share = passed_s() / length_s;
    if (share < 0.15 || growth.descriptors_at_begin() == 0) growth.begin(now);
    if (share < 0.55) {
      growth.halve(now);
      halves = jogs.done + jogs.stopped + jogs.ended;
    }
    growth.end(now);
    std::printf("  %8.1f   %11d %8d %6d   %6zu   %8llu   %12.1f   %8.1f   %6.2f   %8.2f   %11zu   %7zu\n",
                passed_s() / 60.0, jogs.done, jogs.stopped, jogs.ended, wake.count,
                static_cast<unsigned long long>(punctuality.overruns), wake.p99, wake.max,
                1e-6 * static_cast<double>(now.resident_bytes), 1e-6 * static_cast<double>(now.heap_bytes),
                now.descriptors, now.threads);
    std::fflush(stdout);
  }
  std::printf("  %llu of %llu cycles overran\n", static_cast<unsigned long long>(overruns),
              static_cast<unsigned long long>(cycles));
  for (const auto& [reason, times] : jogs.reasons) std::printf("  %d ended: %s\n", times, reason.c_str());
  const int all = jogs.done + jogs.stopped + jogs.ended;
  return growth.judge(std::max(all - halves, 1), !extent.brief) && jogs.done > 0;
}

}  // namespace freefloat::load
