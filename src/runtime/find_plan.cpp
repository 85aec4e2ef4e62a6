#include "runtime/find_plan.h"

#include <fmt/format.h>

#include "runtime/preview_meeting.h"
#include "types/angle.h"

namespace freefloat {

std::optional<FoundPlan> find_plan(const ControlSetup& setup, const StateEstimate& estimate, bool moving) {
  if (setup.config.guidance.method == GuidanceMethod::kYoshidaUmetani1990) {
    CapturePlan printed;
    printed.rendezvous = estimate.at + from_seconds(setup.config.guidance.rendezvous_time);
    return FoundPlan{printed};
  }
  constexpr int kMostCycles = 5000;
  CapturePlanner planner;
  for (int i = 0; i < kMostCycles && !planner.plan && !planner.unreachable(); ++i)
    planner.advance(setup, estimate, Vector2::Zero(), moving);
  if (!planner.plan) return std::nullopt;
  return FoundPlan{*planner.plan, planner.clearance_share()};
}

std::string name_better_approach(const ControlSetup& setup, const StateEstimate& estimate, bool moving) {
  constexpr int kStep = 15;  // deg
  if (setup.approach() == nullptr) return {};
  for (int off = kStep; off <= 180; off += kStep) {
    for (const int side : {off, -off}) {
      if (side == -180) continue;
      ControlSetup other = setup;
      other.turn_approach(deg_to_rad(side));
      const bool found = is_planned_in_time(setup.config) ? can_be_met(other, estimate, moving)
                                                          : find_plan(other, estimate, moving).has_value();
      if (found) {
        return fmt::format(
            "; the nearest direction to approach_deg from which it can is {:.0f} deg, {} deg off",
            rad_to_deg(other.approach()->direction), off);
      }
    }
  }
  return "; from no other direction can it either";
}

}  // namespace freefloat
