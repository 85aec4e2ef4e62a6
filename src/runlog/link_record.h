#pragma once

#include "hal/link_health.h"
#include "mcap/fixed_text.h"

namespace freefloat {

/// How the link to the servo boards was at one time. Logged once a second and when something changes.
struct LinkRecord {
  Time at{};
  LinkHealth health;
  FixedText<160>
      diagnosis;  ///< what is wrong, in words (`diagnose`); the recorder fills it in, beside the loop
};

}  // namespace freefloat
