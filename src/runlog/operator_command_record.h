#pragma once

#include "mcap/fixed_text.h"
#include "types/time.h"

namespace freefloat {

/// Who asked for something.
struct CommandOrigin {
  FixedText<64> who;   ///< as the person typed his name; empty: never told
  FixedText<64> from;  ///< address; empty: this program
};

/// Something that a person asked of the program, and what became of it. Held without heap memory. What the
/// robot was told in consequence stands in CycleInput::op.
struct OperatorCommandRecord {
  Time at{};           ///< of the cycle in which it was decided
  FixedText<24> what;  ///< `stop`, `pause`, `jog_joint`, ...
  CommandOrigin origin;
  bool accepted = false;
  FixedText<160> words;  ///< why not, or what was done; may be empty
};

}  // namespace freefloat
