#pragma once

#include <string>
#include <vector>

#include "identification/body_poses.h"

namespace freefloat {

/// What one sensor of a joint tells, against what pictures show: reading = scale * true + offset.
struct SensorFit {
  bool found = false;
  std::string reason{};  ///< why not
  double scale = 1.0;    ///< negative: the sensor is reversed
  double scale_sigma = 0.0;
  double offset = 0.0;  ///< rad, or rad/s
  double offset_sigma = 0.0;
  double late = 0.0;      ///< by which the readings' stamps are behind the pictures', s
  double residual = 0.0;  ///< root mean square that is left, rad
};

/// One joint's potentiometer and tachogenerator.
struct JointSensors {
  double range = 0.0;  ///< that the joint went through in the pictures, rad
  SensorFit pot;       ///< without enough motion: its offset alone, the scale taken as right
  SensorFit tacho;
};

/// The least range of a joint's motion by which a scale is found, rad.
inline constexpr double kLeastSensorRange = 0.35;

/// Holds every joint's sensors against the pictures: potentiometers by their angles, tachogenerators by the
/// angle that their rates add up to, so that nothing is differentiated.
/// @param poses Of the series' pictures; drives or hands may have moved the joints.
std::vector<JointSensors> compare_joint_sensors(const MotionSeries& series,
                                                const std::vector<BodyPoses>& poses);

/// What a board must believe of a potentiometer and a tachogenerator to read the truth, in terms of
/// `simulation.drives`.
struct SensorSettings {
  double pot_range = 0.0;   ///< rad
  double pot_offset = 0.0;  ///< rad
  bool pot_reversed = false;
  double tacho_range = 0.0;  ///< rad/s
  bool tacho_reversed = false;
};

/// @param now What the board believed in the log.
/// @param found What was found not to be so is left as it is.
SensorSettings corrected_settings(const SensorSettings& now, const JointSensors& found);

}  // namespace freefloat
