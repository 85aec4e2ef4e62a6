#include "runtime/run_log.h"

#include <stdexcept>

#include "runtime/record_pictures.h"

namespace freefloat {

RunLog::RunLog(const RunWriterOptions& options, const RecordingConfig& recording, bool lockstep,
               RunListener tap)
    : state_period_(recording.state_period) {
  constexpr std::size_t kRingCycles = 1024;
  auto recorder = Recorder::start(options, kRingCycles, std::move(tap));
  if (!recorder) throw std::runtime_error(recorder.error());
  recorder_ = std::move(*recorder);
  pictures_ = record_pictures(*recorder_, recording, lockstep);
}

}  // namespace freefloat
