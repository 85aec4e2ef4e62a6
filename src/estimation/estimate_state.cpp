#include "estimation/estimate_state.h"

#include <algorithm>
#include <cmath>

#include "estimation/fit_posture.h"
#include "estimation/joint_motion.h"
#include "estimation/start_robot_filter.h"
#include "estimation/watch_target.h"
#include "model/generalized_jacobian.h"

namespace freefloat {

namespace {

// A filter that hears nothing of the camera follows the joints at this distance, so that late frames still
// find it earlier.
constexpr Duration kLongestDelay = std::chrono::milliseconds(250);

const RobotFilterSetup& active(const EstimatorSetup& setup, const EstimatorState& state) {
  return state.loaded ? setup.loaded : setup.unloaded;
}

JointMotion motion_of(const RobotFilterSetup& setup, const EstimatorState& state) {
  return {setup.config, state.history, state.commands};
}

JointVector newest_angles(const RateHistory& history) {
  return history.empty() ? JointVector() : history.newest().angles;
}

/// No gate may lock the estimator out for good: when LEDs have stayed outside for long, the belief starts
/// anew from this frame, if that explains more of its LEDs.
void reacquire_when_refused(const RobotFilterSetup& filter, const MarkerFrame& frame, EstimatorState& state) {
  if (state.last_update.rejected == 0) {
    if (state.last_update.used > 0) state.disturbed_since.reset();
    return;
  }
  if (!state.disturbed_since) state.disturbed_since = frame.capture_time;
  if (frame.capture_time - *state.disturbed_since < filter.config.reacquire_after) return;
  state.disturbed_since = frame.capture_time;
  RobotFilterState fresh = state.robot;
  if (!initialise_robot_filter(filter, frame, newest_angles(state.history), fresh)) return;
  const MarkerUpdate update = update_with_markers(filter, frame, fresh);
  if (update.used <= state.last_update.used) return;
  state.robot = fresh;
  state.last_update = update;
}

/// @return What the potentiometers read at `time`; empty when that is not known.
JointVector angles_at(const RateHistory& history, Time time) {
  if (history.empty()) return {};
  const std::size_t after = history.first_after(time);
  const JointSample& newer = history[std::min(after, history.size() - 1)];
  if (after == 0) return {};
  if (after == history.size()) {
    if (time - newer.time > kLongestDelay) return {};
    return newer.angles + to_seconds(time - newer.time) * newer.rates;
  }
  const JointSample& older = history[after - 1];
  const double share = to_seconds(time - older.time) / to_seconds(newer.time - older.time);
  return older.angles + share * (newer.angles - older.angles);
}

/// Holds the LEDs against the potentiometers, one without the other's help, and against the lengths.
/// @return LEDs off their known lengths, a bit each.
std::uint32_t compare_joints(const RobotFilterSetup& filter, const MarkerFrame& frame,
                             EstimatorState& state) {
  const JointVector pots = angles_at(state.history, frame.capture_time);
  const bool known = pots.size() == filter.model.joint_count();
  if (!known && !state.robot.initialised) return 0;
  const PostureFit leds = fit_posture(filter, frame, known ? pots : state.robot.joints);
  if (known && leds.joints.size() > 0 && leds.joints.allFinite())
    state.compared = {frame.capture_time, leds.joints, pots.head(leds.joints.size())};
  return leds.wrong_lengths;
}

/// A label that is wrong, or lengths that are, show as LEDs that never are where the model has them.
void note_contradicted(std::uint32_t contradicted, Time capture_time, EstimatorState& state) {
  state.contradicted_markers = contradicted;
  if (contradicted != 0) {
    if (!state.contradicted_since) state.contradicted_since = capture_time;
  } else if (state.last_update.used > 0) {
    state.contradicted_since.reset();
  }
}

void take_frame(const EstimatorSetup& setup, const MarkerFrame& frame, EstimatorState& state) {
  const RobotFilterSetup& filter = active(setup, state);
  const std::uint32_t wrong_lengths = compare_joints(filter, frame, state);
  if (!state.robot.initialised) {
    if (!initialise_robot_filter(filter, frame, newest_angles(state.history), state.robot)) return;
  } else if (frame.capture_time <= state.robot.at) {
    return;  // late, a duplicate, or a clock that stepped back
  }
  advance(filter, motion_of(filter, state), frame.capture_time, state.robot);
  state.last_update = update_with_markers(filter, frame, state.robot);
  reacquire_when_refused(filter, frame, state);
  if (state.last_update.used > 0) state.last_frame = frame.capture_time;
  std::uint32_t contradicted = state.last_update.far | wrong_lengths;
  const WatchedTarget* target = watched_target(setup, state);
  if (target != nullptr && !state.loaded && !setup.target_apart)
    contradicted |= watch_target(*target, filter.config, frame, state);
  note_contradicted(contradicted, frame.capture_time, state);
}

double larger_axis(const Matrix2& covariance) {
  const double mean = 0.5 * covariance.trace();
  const double spread = std::hypot(0.5 * (covariance(0, 0) - covariance(1, 1)), covariance(0, 1));
  return std::sqrt(std::max(0.0, mean + spread));
}

/// Robot and hand at the estimate's time, of the filter that stands at an earlier one.
/// @return Covariance of the hand, m^2.
Matrix2 estimate_robot(const RobotFilterSetup& filter, const EstimatorState& state, Time now,
                       StateEstimate& estimate) {
  RobotFilterState ahead;  // mean alone: the covariance is not needed for the prediction
  ahead.at = state.robot.at;
  ahead.p_WG = state.robot.p_WG;
  ahead.theta_WB = state.robot.theta_WB;
  ahead.joints = state.robot.joints;
  ahead.v_WG = state.robot.v_WG;
  ahead.angular_momentum = state.robot.angular_momentum;
  const JointMotion motion = motion_of(filter, state);
  predict(filter, motion, estimate.at, ahead);

  const JointVector rates = motion.rates_ahead(estimate.at, ahead.joints.size());
  const Posture posture = compute_posture(ahead.theta_WB, ahead.joints);
  estimate.robot = robot_state(filter.model, ahead, posture, rates);
  const PointMotion hand = compute_hand(filter.model, posture);
  estimate.p_WE = ahead.p_WG + hand.p_GX;
  estimate.v_WE = ahead.v_WG + hand.by_attitude() * estimate.robot.w_WB + hand.by_joints() * rates;
  estimate.p_WG = ahead.p_WG;
  estimate.linear_momentum = filter.model.total_mass() * ahead.v_WG;
  estimate.angular_momentum = ahead.angular_momentum;
  Matrix2 hand_covariance = covariance_of_point(hand, state.robot);
  estimate.sigma_hand = larger_axis(hand_covariance);
  estimate.sigma_attitude = std::sqrt(variance_of(2, state.robot.covariance));
  estimate.worst_innovation = state.last_update.worst_innovation;
  estimate.markers_used = state.last_update.used;
  estimate.markers_rejected = state.last_update.rejected;
  estimate.contradicted_markers = state.contradicted_markers;
  if (state.contradicted_since) estimate.contradicted_for = state.robot.at - *state.contradicted_since;
  estimate.since_frame = now - state.last_frame;
  estimate.valid = estimate.since_frame <= filter.config.lost_after && !state.history.empty() &&
                   estimate.p_WE.allFinite() && estimate.v_WE.allFinite() &&
                   std::isfinite(estimate.sigma_hand);
  return hand_covariance;
}

/// Rates may be finite and absurd: what they predict is then no place to look.
bool is_finite(const PredictedMarker& marker) {
  return marker.p_WM.allFinite() && marker.v_WM.allFinite() && std::isfinite(marker.sigma);
}

}  // namespace

EstimatorSetup make_estimator_setup(const RobotParameters& unloaded, const RobotParameters& loaded,
                                    bool payload_fixed, int target_marker_count,
                                    const EstimatorConfig& config) {
  EstimatorSetup setup{{PlanarModel(unloaded), unloaded.markers, config, true},
                       {PlanarModel(loaded), loaded.markers, config, !payload_fixed},
                       {}};
  if (target_marker_count > 0) setup.targets.push_back({static_cast<int>(unloaded.markers.size()), {}});
  return setup;
}

StateEstimate estimate_state(const EstimatorSetup& setup, Time now, const std::optional<MarkerFrame>& markers,
                             const std::optional<JointFeedback>& joints, bool holding,
                             EstimatorState& state) {
  const Eigen::Index joint_count = setup.unloaded.model.joint_count();
  if (joints && joints->angles.size() == joint_count && joints->rates.size() == joint_count &&
      joints->angles.allFinite() && joints->rates.allFinite()) {
    // No reading is of the future, or it would shut out those that follow.
    state.history.push({std::min(joints->sample_time, now), joints->angles, joints->rates});
  }
  const bool changed = holding != state.loaded;
  if (changed) {
    const PlanarModel& before = active(setup, state).model;
    state.loaded = holding;
    if (state.robot.initialised) {
      const RobotFilterState alone = state.robot;
      change_model(before, active(setup, state), state.robot);
      const WatchedTarget* target = watched_target(setup, state);
      if (holding && target != nullptr) join_momenta(*target, before, alone, state.tumbling, state.robot);
    }
    if (!holding) state.target = TargetFilterState{};
    state.tumbling = TumblingFilterState{};
  }
  if (markers && markers->capture_time <= now && now - markers->capture_time <= kLongestDelay) {
    take_frame(setup, *markers, state);
  }
  // The gripper closed or opened at some instant since the picture before: what this one tells of the
  // momentum is a mean of before and after.
  if (changed && state.robot.initialised) forget_momentum(active(setup, state).model, state.robot);

  const RobotFilterSetup& filter = active(setup, state);
  StateEstimate estimate;
  estimate.compared = state.compared;
  estimate.at = now + filter.config.actuation_delay;
  if (state.robot.initialised && now - state.robot.at > kLongestDelay) {
    advance(filter, motion_of(filter, state), now - kLongestDelay, state.robot);
  }
  // Readings may be finite and absurd: what comes of them must not stay.
  if (!is_plausible(state.robot)) state.robot = RobotFilterState{};
  if (!state.robot.initialised) return estimate;
  const Matrix2 hand_covariance = estimate_robot(filter, state, now, estimate);
  if (state.loaded) {
    estimate.target = {estimate.valid, estimate.p_WE, estimate.v_WE, hand_covariance, estimate.since_frame};
  } else {
    estimate.target = estimate_target(filter.config, state, now, estimate.at);
  }
  return estimate;
}

MarkerPrediction predict_markers(const EstimatorSetup& setup, const EstimatorState& state,
                                 const StateEstimate& estimate) {
  MarkerPrediction prediction;
  prediction.at = estimate.at;
  if (!state.history.empty()) {
    prediction.joints = state.history.newest().angles;
    prediction.joint_sigma = setup.unloaded.config.pot_sigma;
  }
  if (!estimate.valid) return prediction;
  const RobotFilterSetup& filter = active(setup, state);
  const Posture posture = compute_posture(estimate.robot.theta_WB, estimate.robot.joints);
  const Vector2 v_WG = estimate.linear_momentum / filter.model.total_mass();
  for (std::size_t i = 0; i < filter.markers.size(); ++i) {
    const PointMotion led =
        compute_point(filter.model, posture, filter.markers[i].body, filter.markers[i].position);
    PredictedMarker& marker = prediction.markers[i];
    marker.p_WM = estimate.p_WG + led.p_GX;
    marker.v_WM =
        v_WG + led.by_attitude() * estimate.robot.w_WB + led.by_joints() * estimate.robot.joint_rates;
    marker.sigma = estimate.sigma_hand;
    marker.known = is_finite(marker);
  }
  const WatchedTarget* target = watched_target(setup, state);
  if (target != nullptr && estimate.target.valid) predict_target(*target, estimate.target, prediction);
  return prediction;
}

}  // namespace freefloat
