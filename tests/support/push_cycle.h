#pragma once

#include "runlog/recorder.h"

namespace freefloat {

/// Hands a copy of the record over. @return False when the ring is full.
inline bool push_cycle(Recorder& recorder, const CycleRecord& record) {
  recorder.next_record() = record;
  return recorder.push_next();
}

/// The same in lockstep: waits for room.
inline void push_cycle_waiting(Recorder& recorder, const CycleRecord& record) {
  recorder.next_record_waiting() = record;
  recorder.push_next();
}

}  // namespace freefloat
