#pragma once

#include <memory>

#include "runlog/recorder.h"
#include "runlog/recording_config.h"
#include "runtime/marker_input.h"

namespace freefloat {

/// The log of one run: recorder and what is kept of the pictures. Made before the run and ended after it,
/// outside of the loop, to which a RunFeed lends it.
class RunLog {
 public:
  /// @param options Of the log. @param recording What it keeps beside the cycles.
  /// @param lockstep The run waits for the recorder, so that nothing is ever dropped.
  /// @param tap Hears all that is logged, from the recorder's thread.
  /// @throws std::runtime_error when the log cannot be begun.
  RunLog(const RunWriterOptions& options, const RecordingConfig& recording, bool lockstep, RunListener tap);

  Recorder& recorder() { return *recorder_; }

  /// For the thread of the vision.
  void log(const ProcessedPicture& picture) {
    if (pictures_) pictures_(picture);
  }

  /// @return Time from one logged memory of the controller to the next.
  Duration state_period() const { return state_period_; }

 private:
  Duration state_period_;
  std::unique_ptr<Recorder> recorder_;
  PictureListener pictures_;
};

}  // namespace freefloat
