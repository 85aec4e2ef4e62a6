#include "estimation/joint_motion.h"

#include <algorithm>

namespace freefloat {

namespace {

constexpr std::size_t kOffsetReadings = 4;

/// Goes through the history to `to`.
/// @param propagate Moves the robot: (joint rates, duration).
/// @param read Takes in potentiometers on the way: (angles).
template <class Propagate, class Read>
void go_through(const JointMotion& motion, Time to, const RobotFilterState& robot, Propagate&& propagate,
                Read&& read) {
  const RateHistory& history = motion.history;
  const Eigen::Index n = robot.joints.size();
  std::size_t i = history.first_after(robot.at);
  for (; i < history.size() && robot.at < to; ++i) {
    const JointSample& sample = history[i];
    const Time stop = std::min(sample.time, to);
    propagate(motion.rates(i, robot.at, stop, n), stop - robot.at);
    if (stop == sample.time) read(sample.angles);
  }
  if (robot.at < to) propagate(motion.rates(history.size(), robot.at, to, n), to - robot.at);
}

}  // namespace

bool JointMotion::follows_commands() const {
  return config.rates_between_readings == RatesBetweenReadings::kCommanded && !commands.empty() &&
         !history.empty();
}

/// @return What reading `i` differs by from the drives' reference, rad/s.
JointVector JointMotion::offset(std::size_t i) const {
  return history[i].rates - commands.rates_at(history[i].time, config.drive_acceleration);
}

/// @return Mean of what the newest readings differ by: their noise would shake what is predicted. rad/s
JointVector JointMotion::newest_offset() const {
  const std::size_t count = std::min(kOffsetReadings, history.size());
  JointVector sum = offset(history.size() - 1);
  for (std::size_t i = history.size() - count; i + 1 < history.size(); ++i) sum += offset(i);
  return sum / static_cast<double>(count);
}

/// @return Of the reference between these times, with what the readings around them differ by from it.
JointVector JointMotion::commanded(std::size_t i, Time from, Time to) const {
  const JointVector told = commands.turned(from, to, config.drive_acceleration) / to_seconds(to - from);
  if (i == 0) return told + offset(0);
  if (i == history.size()) return told + newest_offset();
  const Time middle = from + (to - from) / 2;
  const double share =
      to_seconds(middle - history[i - 1].time) / to_seconds(history[i].time - history[i - 1].time);
  return told + (1.0 - share) * offset(i - 1) + share * offset(i);
}

JointVector JointMotion::newest_rates(Eigen::Index joint_count) const {
  return history.empty() ? JointVector::Zero(joint_count) : history.newest().rates;
}

JointVector JointMotion::rates(std::size_t i, Time from, Time to, Eigen::Index joint_count) const {
  if (follows_commands()) return commanded(i, from, to);
  if (i == history.size()) return newest_rates(joint_count);
  if (i == 0 || config.rates_between_readings == RatesBetweenReadings::kNewer) return history[i].rates;
  return 0.5 * (history[i - 1].rates + history[i].rates);
}

JointVector JointMotion::rates_ahead(Time time, Eigen::Index joint_count) const {
  if (!follows_commands()) return newest_rates(joint_count);
  return commands.rates_at(time, config.drive_acceleration) + newest_offset();
}

void advance(const RobotFilterSetup& setup, const JointMotion& motion, Time to, RobotFilterState& robot) {
  go_through(
      motion, to, robot,
      [&](const JointVector& rates, Duration time) { propagate_robot_filter(setup, rates, time, robot); },
      [&](const JointVector& angles) { update_with_potentiometers(setup, angles, robot); });
}

void predict(const RobotFilterSetup& setup, const JointMotion& motion, Time to, RobotFilterState& robot) {
  AngularInertia inertia = inertia_at(setup.model, robot.joints);
  go_through(
      motion, to, robot,
      [&](const JointVector& rates, Duration time) {
        propagate_robot_mean(setup.model, rates, time, robot, inertia);
      },
      [](const JointVector&) {});
}

}  // namespace freefloat
