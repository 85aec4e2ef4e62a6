#pragma once

#include "hal/make/make_hal.h"

namespace freefloat {

/// @param hal Testbed whose clock begins at zero, in lockstep.
/// @param later What is added to all its times: those that come out of clock, camera, marker sensor and link;
/// times that go in are less by it.
/// @return The same testbed as it would be had it begun so much later: a run goes on there where an earlier
/// one was left.
Hal shift_time(Hal hal, Duration later);

}  // namespace freefloat
