#include "hal/udp/path_clock.h"

#include <algorithm>
#include <cmath>

namespace freefloat {

namespace {

// Stamps of the kernel, and a line through a minute of them, are not better.
constexpr Duration kSmallestBound = std::chrono::microseconds(20);

constexpr Duration kLargestBound = std::chrono::milliseconds(250);
constexpr Duration kLargestCrossing = std::chrono::milliseconds(1);  // of lines through noise

std::int64_t count(Time time) {
  return time.time_since_epoch().count();
}

}  // namespace

void PathClock::restart() {
  back_.restart();
  out_.restart();
}

void PathClock::learn(const ClockExchange& exchange) {
  out_.learn(count(exchange.asked), exchange.heard);
  back_.learn(count(exchange.answered), exchange.returned);
}

void PathClock::learn_one_way(Time sent, Time arrived) {
  back_.learn(count(sent), arrived);
}

Time PathClock::latest(Time theirs) const {
  return back_.to_ours(count(theirs));
}

Time PathClock::earliest(Time theirs) const {
  // The inverse of a line of slope one but for the drift: what is missed shrinks a thousandfold each time.
  Time ours = latest(theirs);
  for (int i = 0; i < 3; ++i) ours += theirs - out_.to_ours(count(ours));
  return ours;
}

Time PathClock::to_ours(Time theirs) const {
  const Time late = latest(theirs);
  return late - (late - earliest(theirs)) / 2;
}

bool PathClock::agrees(Time theirs) const {
  const Duration width = latest(theirs) - earliest(theirs);
  return width > -kLargestCrossing && width < 2 * kLargestBound;
}

Duration PathClock::bound(Time theirs) const {
  return std::max((latest(theirs) - earliest(theirs)) / 2, kSmallestBound);
}

double PathClock::sigma(Time theirs) const {
  return to_seconds(bound(theirs)) / std::sqrt(3.0);
}

}  // namespace freefloat
