#include "runtime/reached_approach.h"

#include <fmt/format.h>

#include <cmath>

#include "types/angle.h"

namespace freefloat {

bool ReachedApproach::within_tolerance() const {
  return way_seen && std::abs(way_error) <= tolerance && (!hand_turned || std::abs(hand_error) <= tolerance);
}

ReachedApproach reached_approach(const ApproachLine& line, const ApproachWatch& watch) {
  return {.way_error = watch.way_error(),
          .way_seen = watch.seen(),
          .hand_error = watch.hand_error(),
          .hand_turned = line.turns_hand,
          .tolerance = line.tolerance};
}

std::string describe_approach(const ReachedApproach& reached) {
  std::string text = reached.way_seen ? fmt::format("comes at most {:.1f} deg off approach_deg",
                                                    std::abs(rad_to_deg(reached.way_error)))
                                      : std::string("was never on the way of approach_deg");
  if (reached.hand_turned)
    text += fmt::format(", turned {:.1f} deg off", std::abs(rad_to_deg(reached.hand_error)));
  return text;
}

}  // namespace freefloat
