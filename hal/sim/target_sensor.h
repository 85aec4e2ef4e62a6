#pragma once

#include <cstddef>
#include <deque>
#include <vector>

#include "hal/marker_sensor.h"
#include "hal/sim/sim_config.h"
#include "hal/sim/sim_world.h"

namespace freefloat {

/// What tells where the simulated targets are beside the camera: samples their LEDs at a rate of its own, and
/// tells them when its latency has passed, with noise of its own. It looks from all sides: nothing hides an
/// LED but a fault that is scheduled.
class TargetSensor {
 public:
  /// @param config With `target_sight`. @param robot_leds How many LEDs stand before the targets' in a frame.
  TargetSensor(const SimConfig& config, std::size_t robot_leds);

  /// Looks at the world; call after each of its steps, and once before the first.
  void look(const SimWorld& world);

  /// Frames that are on their way never arrive.
  void forget_frames() { under_way_.clear(); }

  /// @param now Time of the world. @param frame The next frame whose latency has passed: robot's LEDs, none
  /// of them seen, and the targets'; its prediction stays. @return kNone: there is none.
  ReadStatus read(Time now, MarkerFrame& frame);

 private:
  Time capture_time(std::uint64_t number) const;
  void sample(const SimWorld& world);

  const EmulatedSight sight_;
  const std::vector<TargetParameters> targets_;
  const std::size_t robot_leds_;
  Random loss_random_;
  Random noise_random_;
  std::uint64_t number_ = 0;  // of the frame that is taken next
  std::deque<MarkerFrame> under_way_;
};

/// A testbed's view of the targets as a sensor. @tparam Testbed Has `read_targets`.
template <class Testbed>
class TargetView final : public MarkerSensor {
 public:
  explicit TargetView(Testbed& testbed) : testbed_(testbed) {}
  ReadStatus read(MarkerFrame& frame) override { return testbed_.read_targets(frame); }

 private:
  Testbed& testbed_;
};

}  // namespace freefloat
