#pragma once

#include <cstdint>

#include "types/time.h"

namespace freefloat {

/// Which joint rates hold between two readings of the tachogenerators.
enum class RatesBetweenReadings : std::uint8_t {
  kCommanded,  ///< what the drives were told, with their acceleration, and between the readings linearly what
               ///< these differ by from it: a drive has followed a new command long before the next reading
  kMean,       ///< of both: drives of which nothing is known
  kNewer,  ///< those of the later one: ideal joints, whose rates jump with each command and hold until the
           ///< next
};

/// Noise model and gates of the state estimator.
struct EstimatorConfig {
  RatesBetweenReadings rates_between_readings = RatesBetweenReadings::kCommanded;
  double drive_acceleration = 0.0;       ///< of the joints, rad/s^2; for kCommanded
  double marker_sigma_floor = 1.0e-4;    ///< smallest LED noise believed, m
  double pot_sigma = 3.0e-3;             ///< potentiometer, rad
  double tacho_sigma = 1.0e-2;           ///< tachogenerator, rad/s
  double acceleration_density = 2.0e-4;  ///< unmodelled acceleration of the mass centre, m/s^2/sqrt(Hz)
  double torque_density = 1.0e-4;        ///< unmodelled torque about the mass centre, N m/sqrt(Hz)
  double target_acceleration_density = 2.0e-3;   ///< unmodelled acceleration of the target, m/s^2/sqrt(Hz)
  double target_rotation_density = 1.0e-3;       ///< unmodelled turning of the target, rad/s^2/sqrt(Hz)
  double marker_tolerance = 0.008;               ///< known lengths between LEDs are not off by more, m
  double gate_sigmas = 6.0;                      ///< innovation gate
  Duration reacquire_after = from_seconds(0.5);  ///< frames refused for so long: start anew from the markers
  Duration lost_after = from_seconds(3.0);       ///< without any usable frame the estimate is no longer valid
  /// @return Farther from where the robot is believed no LED of its is, m.
  double far_marker() const { return 3.0 * marker_tolerance; }

  Duration actuation_delay{};  ///< from the cycle to the middle of its command's effect
};

}  // namespace freefloat
