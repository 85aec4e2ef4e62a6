#pragma once

#include "runlog/recorder.h"
#include "runlog/recording_config.h"
#include "runtime/marker_input.h"

namespace freefloat {

/// @param recorder Must outlive the listener.
/// @param wait Lockstep: nothing is ever dropped; else pictures are dropped rather than delayed.
/// @return What gives every picture's windows, and whole pictures at the wanted rate, to the recorder; empty
/// when nothing is to be kept.
PictureListener record_pictures(Recorder& recorder, const RecordingConfig& config, bool wait);

}  // namespace freefloat
