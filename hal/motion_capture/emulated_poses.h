#pragma once

#include "hal/motion_capture/emulated_tracker.h"
#include "hal/motion_capture/pose_source.h"

namespace freefloat {

/// Publishers of poses that see the simulated robot: they make messages of ROS 2 with stamps of a clock of
/// their own, and hand the bytes over without a network, so that a run in lockstep is the same to the last
/// bit.
class EmulatedPoses {
 public:
  /// @param world Delivers LEDs; must outlive this, as must `clock`.
  EmulatedPoses(const TrackerConfig& config, const EmulatedCameraConfig& emulation,
                const std::vector<MarkerParameters>& robot, const std::vector<Vector2>& target,
                MarkerSensor& world, Clock& clock);

  /// Tells what is to be seen now. @param source Takes the messages.
  void serve(PoseSource& source);

 private:
  EmulatedTracker tracker_;
};

}  // namespace freefloat
