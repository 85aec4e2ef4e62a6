#include "operate/what_can.h"

#include <gtest/gtest.h>

namespace freefloat {
namespace {

/// Whether a testbed with a fault that stays may be made anew with other files.
bool may_change(bool simulated, std::uint32_t faults, SupervisorState state, std::string_view action) {
  DayState day;
  day.simulated = simulated;
  Watch watch;
  watch.state = state;
  watch.faults = faults;
  return why_not(action, day, watch).empty();
}

TEST(WhatCan, OnlyASimulatedFaultGoesWithItsFiles) {
  constexpr auto kFault = SupervisorState::kFault;
  for (const char* action : {"open", "seed", "set", "unset"}) {
    EXPECT_TRUE(may_change(true, 1, kFault, action)) << action;
    EXPECT_FALSE(may_change(false, 1, kFault, action)) << action << ": a real robot is still there";
    EXPECT_FALSE(may_change(true, 0, kFault, action)) << action << ": the cause is gone, acknowledge";
    EXPECT_FALSE(may_change(true, 0, SupervisorState::kStopped, action)) << action;
  }
  for (const char* action : {"prepare", "arm", "run", "jog"})
    EXPECT_FALSE(may_change(true, 1, kFault, action)) << action << ": the same robot";
}

}  // namespace
}  // namespace freefloat
