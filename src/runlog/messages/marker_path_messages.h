#pragma once

#include "mcap/message.h"
#include "runlog/marker_path_record.h"

// Health of the way from a tracker on another computer.

namespace freefloat {

void describe(auto& v, Is<MarkerPathHealth> auto& m) {
  v("keyed", m.keyed);
  v("connected", m.connected);
  v("sessions", m.sessions);
  v("pictures", m.pictures);
  v("texts", m.texts);
  v("lost", m.lost);
  v("recent_loss", m.recent_loss);
  v("late", m.late);
  v("repeated", m.repeated);
  v("forged", m.forged);
  v("garbage", m.garbage);
  v("untimed", m.untimed);
  v("exchanges", m.exchanges);
  v("steps", m.steps);
  v("begun_ns", m.begun);
  v("newest_picture_ns", m.newest_picture);
  v("offset_ns", m.offset);
  v("offset_bound_ns", m.offset_bound);
  v("drift", m.drift);
  v("round_trip_ns", m.round_trip);
  v("round_trip_p99_ns", m.round_trip_p99);
  v("latency_ns", m.latency);
  v("latency_p99_ns", m.latency_p99);
  v("jitter_ns", m.jitter);
}

void describe(auto& v, Is<MarkerPathRecord> auto& m) {
  v("at_ns", m.at);
  v("of_targets", m.of_targets);
  v("diagnosis", m.diagnosis);
  v("health", m.health);
}

}  // namespace freefloat
