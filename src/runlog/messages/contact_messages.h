#pragma once

#include "mcap/message.h"
#include "runlog/contact_record.h"

// What met in a simulated testbed.

namespace freefloat {

void describe(auto& v, Is<ContactRecord> auto& m) {
  v("at_ns", m.at);
  v("first", m.first);
  v("second", m.second);
  v("point_m", m.point);
  v("normal", m.normal);
  v("closing_speed_m_s", m.closing_speed);
  v("impulse_ns", m.impulse);
}

}  // namespace freefloat
