#pragma once

#include <optional>
#include <vector>

#include "hal/camera_settings.h"
#include "hal/clock.h"
#include "hal/marker_sensor.h"
#include "hal/motion_capture/tracked_leds.h"
#include "hal/tracker_config.h"
#include "model/robot_parameters.h"

namespace freefloat {

/// Motion capture that sees the simulated robot: it solves rigid bodies from the LEDs that the simulated
/// testbed's marker sensor delivers, and does wrong what it is told to. How it tells them is its server's
/// business.
class EmulatedTracker {
 public:
  /// @param world Delivers LEDs; must outlive this, as must `clock`.
  EmulatedTracker(const TrackerConfig& config, const EmulatedCameraConfig& emulation,
                  const std::vector<MarkerParameters>& robot, const std::vector<Vector2>& target,
                  MarkerSensor& world, Clock& clock);

  /// What it has seen.
  struct Sight {
    TrackedPoses poses;
    std::uint64_t number = 0;  ///< of the picture
    Time captured{};           ///< middle of the exposure, on the run's clock
    Time now{};
  };

  /// @return What is to be told now; nothing: no picture, or it is lost.
  std::optional<Sight> look();

  /// @return What its own clock shows, ns.
  std::int64_t own_time(Time time) const;

 private:
  TrackedPoses solve(const MarkerFrame& seen) const;
  std::optional<BodyPose> solve_body(const TrackedBody& body, const MarkerFrame& seen) const;
  bool has(CameraDefect defect, Time now) const { return is_suffered(emulation_.defects, defect, now); }
  void spoil(TrackedPoses& poses, Time now);

  TrackerConfig config_;
  EmulatedCameraConfig emulation_;
  std::vector<SceneLed> leds_;
  MarkerSensor& world_;
  Clock& clock_;
  std::optional<TrackedPoses> frozen_;
};

}  // namespace freefloat
