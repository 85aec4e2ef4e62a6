#include "control/controller_state.h"

#include <cmath>

namespace freefloat {

namespace {

bool is_one_of(Eigen::Index size, Eigen::Index a, Eigen::Index b) {
  return size == a || size == b;
}

bool fits(const JointFeedback& feedback, Eigen::Index n) {
  return is_one_of(feedback.angles.size(), n, 0) && is_one_of(feedback.rates.size(), n, 0);
}

bool fits(const RateHistory& history, Eigen::Index n) {
  if (history.size() > RateHistory::kCapacity) return false;
  for (std::size_t i = 0; i < history.size(); ++i) {
    if (history[i].angles.size() != n || history[i].rates.size() != n) return false;
  }
  return true;
}

bool fits(const CommandHistory& commands, Eigen::Index n) {
  if (commands.size() > CommandHistory::kCapacity) return false;
  for (std::size_t i = 0; i < commands.size(); ++i) {
    if (commands[i].before.size() != n || commands[i].rates.size() != n) return false;
  }
  return true;
}

bool fits(const RobotFilterState& robot, Eigen::Index n) {
  if (!robot.initialised && robot.joints.size() == 0) return robot.covariance.size() == 0;
  const Eigen::Index states = FilterLayout{n}.size();
  return robot.joints.size() == n && robot.covariance.rows() == states && robot.covariance.cols() == states;
}

bool fits(const TargetFilterState& target) {
  const Eigen::Index states = target.initialised ? 2 : target.covariance.rows();
  return target.covariance.rows() == states && target.covariance.cols() == states;
}

/// A loop names joints that the arm has.
bool fits(const JointLoop& loop, Eigen::Index n) {
  return loop.first >= 0 && loop.first < n && loop.second >= 0 && loop.second < n &&
         std::isfinite(loop.first_side) && std::isfinite(loop.second_side);
}

bool fits(const ReorientationState& reorientation, Eigen::Index n) {
  if (!reorientation.begun) return reorientation.home.size() == 0;
  const LoopSearchState& search = reorientation.search;
  const LoopPrediction& prediction = search.prediction;
  const bool loops_fit =
      n < 2 || (fits(search.best, n) && fits(search.fitted, n) && fits(prediction.loop, n));
  return reorientation.home.size() == n && loops_fit && search.shape >= 0 && search.size >= 0 &&
         search.loops >= 0 && prediction.side >= 0 && prediction.step >= 0;
}

bool fits(const PathFollowing& path, Eigen::Index n) {
  return is_one_of(path.prediction.arm.joints.size(), n, 0) &&
         (!path.begun || path.prediction.arm.joints.size() == n);
}

bool fits(const PostureMotion& posture, Eigen::Index n) {
  return posture.from.size() == (posture.begun ? n : 0);
}

bool fits(const DetumbleState& detumble, Eigen::Index n) {
  return detumble.goal.size() == (detumble.begun ? n : 0) && fits(detumble.motion, n);
}

bool fits(const TumblingFilterState& tumbling) {
  constexpr Eigen::Index kStates = 8;
  const Eigen::Index states = tumbling.initialised ? kStates : tumbling.covariance.rows();
  return tumbling.covariance.rows() == states && tumbling.covariance.cols() == states;
}

bool fits(const Meeting& meeting, Eigen::Index n) {
  return is_one_of(meeting.joints.size(), n, 0) && meeting.rates.size() == meeting.joints.size();
}

bool fits(const MeetingPlanner& planner, Eigen::Index n) {
  const bool whole = !planner.planned || planner.plan.joints.size() == n;
  return whole && fits(planner.plan, n) && fits(planner.search.best, n) && planner.search.start >= 0 &&
         planner.search.round >= 0;
}

bool fits(const TurnComparison& turns, Eigen::Index n) {
  const Eigen::Index size = turns.rates.size();
  return is_one_of(size, n, 0) && turns.turned.size() == size && turns.from.size() == size;
}

}  // namespace

bool fits_robot(const ControllerState& state, int joint_count) {
  const Eigen::Index n = joint_count;
  const CapturePlanner& planner = state.planner;
  const bool planner_fits = planner.candidate >= 0 && is_one_of(planner.prediction.arm.joints.size(), n, 0) &&
                            (planner.prediction.arm.joints.size() == n || !planner.candidate_open) &&
                            (planner.mode == PlannerMode::kSearch || planner.plan.has_value());
  return fits(state.feedback, n) && state.commanded.size() == n && fits(state.estimator.history, n) &&
         fits(state.estimator.commands, n) && fits(state.estimator.robot, n) &&
         fits(state.estimator.target) && fits(state.reorientation, n) && fits(state.path, n) &&
         fits(state.posture, n) && fits(state.turns, n) && planner_fits && fits(state.meeting, n) &&
         state.fall.count >= 0 && fits(state.detumble, n) && fits(state.estimator.tumbling);
}

}  // namespace freefloat
