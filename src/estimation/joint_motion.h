#pragma once

#include "estimation/command_history.h"
#include "estimation/estimator_config.h"
#include "estimation/rate_history.h"
#include "estimation/robot_filter.h"

namespace freefloat {

/// What moved the joints, or will: their sensors' readings, and what the drives were told.
struct JointMotion {
  const EstimatorConfig& config;
  const RateHistory& history;
  const CommandHistory& commands;

  /// @return Whether the drives' reference moves the estimate, corrected by the readings.
  bool follows_commands() const;

  /// @param i Reading that comes next; history.size(): none does.
  /// @param from, to Between that and the one before it, rising.
  /// @param joint_count Joints of the robot. @return Mean rates, rad/s.
  JointVector rates(std::size_t i, Time from, Time to, Eigen::Index joint_count) const;

  /// @param time After the newest reading. @param joint_count Joints of the robot. @return rad/s.
  JointVector rates_ahead(Time time, Eigen::Index joint_count) const;

 private:
  JointVector offset(std::size_t i) const;
  JointVector newest_offset() const;
  JointVector commanded(std::size_t i, Time from, Time to) const;
  JointVector newest_rates(Eigen::Index joint_count) const;
};

/// Moves the robot filter to `to`; beyond the newest reading its rates hold. Potentiometers on the way are
/// taken in.
void advance(const RobotFilterSetup& setup, const JointMotion& motion, Time to, RobotFilterState& robot);

/// Moves the mean alone, without its covariance.
void predict(const RobotFilterSetup& setup, const JointMotion& motion, Time to, RobotFilterState& robot);

}  // namespace freefloat
