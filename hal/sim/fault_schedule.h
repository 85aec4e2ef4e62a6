#pragma once

#include <cstdint>

#include "types/time.h"

namespace freefloat {

enum class SimFault : std::uint8_t {
  kFramesDropped,  ///< no picture arrives
  kMarkerHidden,   ///< LED `index` is covered
  kGlare,          ///< a bright extra spot at a random place in every picture
  kLinkCut,        ///< no byte passes, either way
  kTachoStuck,     ///< tachogenerator `index` keeps its value
  kPotStuck,       ///< potentiometer `index` keeps its value
  kBoardReset,     ///< the board restarts at `begin`
  kPush,           ///< force `magnitude` N on the satellite along +x of W
};

/// One effect, from `begin` until `end`.
struct ScheduledFault {
  SimFault fault = SimFault::kFramesDropped;
  Time begin{};
  Time end{};
  int index = 0;
  double magnitude = 0.0;
};

}  // namespace freefloat
