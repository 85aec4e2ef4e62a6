#pragma once

#include "mcap/message.h"
#include "runlog/messages/run_messages.h"
#include "runlog/target_places.h"

// Where the targets of a run with several are.

namespace freefloat {

void describe(auto& v, Is<TargetPlace> auto& m) {
  v("name", m.name);
  v("known", m.known);
  v("position_m", m.p_WT);
  v("turned", m.turned);
  v("attitude_rad", m.theta_WT);
  v("seen_ns", m.seen);
  v("truth", m.truth);
}

FF_FIELDS(TargetPlaces, followed, targets)

}  // namespace freefloat
