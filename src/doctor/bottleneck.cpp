#include "doctor/bottleneck.h"

#include <fmt/format.h>

namespace freefloat {

namespace {

/// @return The largest part of a round trip, with the remedy for it.
std::string blame(const RoundTrip& trip) {
  const Duration rest = trip.rest();
  if (trip.wire >= rest && trip.wire >= trip.board && trip.wire >= trip.pc)
    return "the link's wire is the bottleneck: raise the baud rate at both ends";
  if (rest >= trip.board && rest >= trip.pc)
    return "the link's adapter or the board's receiver is the bottleneck: set the adapter's latency timer to "
           "1 ms (see the port above), or connect the board without a hub or radio";
  if (trip.board >= trip.pc)
    return "the board is the bottleneck: it answers in its next tick, look at its load";
  return "this PC is the bottleneck: grant real-time scheduling and close other programs";
}

}  // namespace

std::string name_bottleneck(const TimerLatency& latency, const LinkExamination* link, Duration loop_period) {
  const bool late = latency.wakes > 0 && (to_seconds(latency.p99) > 0.2 * to_seconds(loop_period) ||
                                          latency.stalls * 100 > latency.wakes);
  if (late)
    return "This PC is the bottleneck: it wakes the loop too late; grant real-time scheduling and close "
           "other programs.";
  if (link == nullptr)
    return "This PC is quick enough; name a testbed with a real board to examine link and board.";
  if (!link->problem.empty()) return "The link is the bottleneck: it cannot be opened.";
  const RoundTrip& trip = link->round_trip;
  if (link->in_use) return "This PC is quick enough; the board is busy with another controller.";
  if (!link->diagnosis.empty()) return "The link or the board does not work: " + link->diagnosis + ".";
  if (trip.answered == 0) return "The link or the board does not work: no command was answered.";
  const auto answered = static_cast<double>(trip.answered);
  if (answered < (1.0 - kManyUnansweredShare) * static_cast<double>(trip.asked))
    return "The link is the bottleneck: it loses frames; check cable, ground, or the radio's distance.";
  const double trip_ms = 1e3 * to_seconds(trip.p99), period_ms = 1e3 * to_seconds(loop_period);
  if (trip_ms <= kLargeTripShare * period_ms) {
    return fmt::format(
        "Nothing holds the loop up: the board answers within {:.1f} ms, in a period of {:.0f} ms.", trip_ms,
        period_ms);
  }
  return fmt::format("A round trip of {:.1f} ms is long for a period of {:.0f} ms; {}.", trip_ms, period_ms,
                     blame(trip));
}

}  // namespace freefloat
