#pragma once

#include <optional>
#include <vector>

#include "identification/body_poses.h"
#include "identification/servo_delay.h"

namespace freefloat {

/// Values of one kind: their middle and how they spread.
struct DelaySpread {
  std::size_t count = 0;
  double least = 0.0;  ///< s
  double median = 0.0;
  double most = 0.0;
  double sigma = 0.0;  ///< standard deviation
};

/// The way from an LED's place to the motion that is its answer, as a log tells it.
struct MeasuredDelays {
  /// Exposure to arrival lies between these: a picture was there in the cycle that took it and not yet in the
  /// cycle before. s
  double arrival_least = 0.0, arrival_most = 0.0;
  DelaySpread age;                        ///< of a picture when a cycle takes it, exposure to cycle
  DelaySpread compute;                    ///< cycle to its command sent
  std::vector<ServoResponse> by_leds;     ///< command to motion as pictures show it, one a joint
  std::vector<ServoResponse> by_sensors;  ///< as the joints' own sensors tell it, one a joint
  std::optional<double> delay;            ///< command to begin of the motion, over all joints, s; by the LEDs
  double delay_sigma = 0.0;               ///< standard deviation, by the fits and how far joints are apart, s
  double delay_spread = 0.0;              ///< from joint to joint, s
  double lag = 0.0;                       ///< of the servo, s
  double half_period = 0.0;               ///< of the loop, for which a command is held on average, s
  std::optional<double> stamps;           ///< motion in pictures after the same in the joints' readings, s
  std::optional<double> round_trip;       ///< of the link, s

  /// @return From a cycle to the middle of its command's effect, s: delay, lag and half a period.
  std::optional<double> actuation_delay() const {
    if (!delay) return std::nullopt;
    return *delay + lag + half_period;
  }
};

/// @param poses Of the series' pictures.
MeasuredDelays measure_delays(const MotionSeries& series, const std::vector<BodyPoses>& poses);

}  // namespace freefloat
