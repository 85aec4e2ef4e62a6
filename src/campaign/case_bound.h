#pragma once

#include <cstdint>
#include <optional>

#include "guidance/meeting.h"
#include "runlog/cycle_record.h"
#include "runtime/run_config.h"

namespace freefloat {

/// Robot and target in truth when the first capture of a run begins; what they fall by is seen on the way
/// there.
class CaptureBegin {
 public:
  /// @param config Of the run. The robot that is simulated may differ from the one of the files.
  explicit CaptureBegin(const RunConfig& config);

  /// Of every cycle, in their order.
  void add(const CycleRecord& record);

  /// @return None: nothing was to be captured, or no truth is known.
  const std::optional<MeetingScene>& scene() const { return scene_; }
  /// @return From the capture's begin, s; NaN: there was none.
  double since(Time now) const;
  /// @return Whether the target of that capture is still the one to be captured; of several the next may be.
  bool is_of(const OperatorCommand& op) const { return !scene_ || op.target == target_; }

 private:
  double mass_;
  std::optional<Truth> first_;
  Time first_time_{};
  std::optional<MeetingScene> scene_;
  Time begin_{};
  std::uint32_t target_ = 0;
};

/// @param config Of a run. @param begin Of its capture.
/// @return How soon perfect knowledge captures, within the phase's timeout and while a moving target is on
/// the table, s; infinity: not at all.
double bound_of(const RunConfig& config, const MeetingScene& begin);

}  // namespace freefloat
