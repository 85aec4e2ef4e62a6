#include <cstdio>
#include <random>

#include "load/measures.h"
#include "load/served_day.h"
#include "load/spread.h"
#include "load/visitors.h"

namespace freefloat::load {

namespace {

using std::chrono::milliseconds;

constexpr double kGoalMs = 50.0;
constexpr double kJogRate = 10.0;  // deg/s

/// One STOP in mid-motion. @return How late it was at the board, ms; none: it was not stopped exactly once.
std::optional<double> press_once(ServedDay& day, const Visitor& visitor, std::uint32_t number) {
  day.robot().take_stops();
  const auto pressed = std::chrono::steady_clock::now();
  if (!visitor.press_stop(number)) return std::nullopt;
  std::vector<std::chrono::steady_clock::time_point> stops;
  day.await([&] { return !(stops = day.robot().take_stops()).empty(); });
  if (stops.size() != 1) return std::nullopt;
  return std::chrono::duration<double, std::milli>(stops.front() - pressed).count();
}

}  // namespace

bool measure_stops(const Extent& extent) {
  ServedDay day;
  const Visitors visitors = greedy_visitors(day.port(), 8);
  if (!day.await([&] { return day.server().client_count() == 8; })) return false;
  std::mt19937 random(1);
  std::uniform_int_distribution<int> jog_ms(100, 250);
  std::vector<double> late_ms;
  int disturbed = 0;
  const auto began = std::chrono::steady_clock::now();
  while (late_ms.size() < static_cast<std::size_t>(extent.stops)) {
    const std::size_t i = late_ms.size();
    std::string trouble = day.jog_for(milliseconds(jog_ms(random)), i % 2 == 0 ? kJogRate : -kJogRate);
    if (!trouble.empty()) {
      // A machine that is too busy for the loop: there is no motion that could be stopped. Again.
      std::fprintf(stderr, "  before STOP %zu: %s\n", i + 1, trouble.c_str());
      if (++disturbed > 10 + extent.stops / 10 || !day.come_to_rest().empty()) return false;
      continue;
    }
    const auto late = press_once(day, *visitors[i % visitors.size()], static_cast<std::uint32_t>(i));
    trouble = day.acknowledge();
    // Nothing but the click stops it, and the click once.
    if (!late || !trouble.empty() || !day.robot().take_stops().empty()) {
      std::printf("STOP %zu did not reach the board exactly once %s\n", i + 1, trouble.c_str());
      return false;
    }
    late_ms.push_back(*late);
    if (!extent.brief && (i + 1) % 100 == 0) std::fprintf(stderr, "  %zu of %d\n", i + 1, extent.stops);
  }
  std::uint64_t bytes = 0;
  for (const auto& visitor : visitors) bytes += visitor->bytes();
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  const Spread spread = spread_of(late_ms);
  std::printf(
      "STOP in mid-jog, from the client's send to the datagram at the board's socket; loop of 10 ms;\n");
  std::printf("8 clients read all channels, pictures of 1280x1024 at 10 Hz: %.1f MB/s\n",
              1e-6 * static_cast<double>(bytes) / seconds);
  print_machine();
  std::printf("  stops   median ms   p99 ms   max ms   goal\n");
  std::printf("  %5zu   %9.2f   %6.2f   %6.2f   p99 at most %.0f ms\n", spread.count, spread.median,
              spread.p99, spread.max, kGoalMs);
  if (disturbed > 0)
    std::printf("  %d jogs were begun again: the machine was too busy for the loop\n", disturbed);
  return bytes > 0 && (extent.brief || spread.p99 <= kGoalMs);
}

}  // namespace freefloat::load
