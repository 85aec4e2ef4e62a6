#include "servo/joint_servo.h"

// Duty is summed in units of 1e-12, so that gains (1e-6) times rates (1e-6 rad/s) need no division.
static const int64_t kFullPduty = 1000000000000;

enum {
  kEstimateShift = 8,    // time constant 256 ticks of the estimate's pull to the potentiometer
  kMeanRateShift = 2,    // time constant 4 ticks of the mean rate
  kFrictionSlope = 200,  // Coulomb feed-forward is full from 1/200 rad/s on: no jump at zero
  kLimitGain = 10,       // 1/s: rate towards a position limit is at most distance * gain
  kHoldShift = 8,        // correction of a held position: error * 4 / s (error in urad * 1024)
  kRestRate = 6000,      // a stopping joint below this mean rate is left to friction, urad/s
  kHoldRate = 50000,     // and at most so fast, urad/s
  kFineRate = 18000,     // a stop becomes fine when the mean rate is below, urad/s
  kFineTicks = 24,
};

static int64_t clamp64(int64_t value, int64_t limit) {
  return value > limit ? limit : value < -limit ? -limit : value;
}

static int32_t clamp32(int32_t value, int32_t low, int32_t high) {
  return value > high ? high : value < low ? low : value;
}

static int64_t to_q10(int32_t per_count_q10, uint16_t count, uint16_t count_max) {
  // A count beyond the scale cannot come from the converter: the range check sees it, sums stay small.
  const int32_t held = count < count_max ? count : count_max;
  return (int64_t)per_count_q10 * (held - ((int32_t)count_max + 1) / 2);
}

static int64_t pot_to_q10(const struct ff_joint_parameters* p, uint16_t count) {
  return to_q10(p->pot_urad_per_count_q10, count, p->converter_max) + (int64_t)p->pot_offset_urad * 1024;
}

void ff_start_joint(const struct ff_joint_parameters* parameters, struct ff_joint_state* joint,
                    uint16_t pot_count) {
  *joint = (struct ff_joint_state){0};
  joint->estimate_q10 = pot_to_q10(parameters, pot_count);
}

void ff_measure_joint(const struct ff_joint_parameters* parameters, struct ff_joint_state* joint,
                      const struct ff_joint_counts* counts) {
  const uint16_t count_max = parameters->converter_max;
  const int64_t pot_q10 = pot_to_q10(parameters, counts->pot);
  const int64_t tacho_q10 = to_q10(parameters->tacho_urad_s_per_count_q10, counts->tacho, count_max);
  const int64_t current_q10 = to_q10(parameters->current_ma_per_count_q10, counts->current, count_max);
  joint->current_ma = (int32_t)clamp64(current_q10 / 1024, INT32_MAX);
  joint->angle_urad = (int32_t)clamp64(pot_q10 / 1024, INT32_MAX);
  joint->rate_urad_s = (int32_t)clamp64(tacho_q10 / 1024, INT32_MAX);
  joint->mean_rate_urad_s += (joint->rate_urad_s - joint->mean_rate_urad_s) / (1 << kMeanRateShift);
  joint->estimate_q10 += tacho_q10 / 1000;  // one tick of 1 ms
  joint->innovation_q10 = pot_q10 - joint->estimate_q10;
  joint->estimate_q10 += joint->innovation_q10 / (1 << kEstimateShift);
}

void ff_release_joint(struct ff_joint_state* joint) {
  joint->reference_urad_s = 0;
  joint->integral_pduty = 0;
  joint->rest_ticks = 0;
  joint->correcting = false;
}

static int32_t speed(int32_t rate) {
  return rate < 0 ? -rate : rate;
}

// The rate loop: feed-forward for what the motion needs, feedback for what remains.
static int16_t follow_rate(const struct ff_joint_parameters* p, struct ff_joint_state* joint,
                           int32_t reference, int32_t proportional, int32_t integral, bool* saturated) {
  const int32_t step = reference - joint->reference_urad_s;
  joint->reference_urad_s = reference;
  const int64_t error = (int64_t)reference - joint->rate_urad_s;
  const int64_t friction = (int64_t)p->friction_feedforward_uduty;
  const int64_t duty = p->rate_feedforward_uduty * (int64_t)reference +
                       clamp64(friction * kFrictionSlope * reference, friction * 1000000) +
                       p->acceleration_feedforward_uduty * (int64_t)step * (1000000 / FF_TICK_US) +
                       proportional * error + joint->integral_pduty;
  const int64_t clamped = clamp64(duty, kFullPduty);
  *saturated = clamped != duty;
  // Anti-windup: a saturated bridge takes no more memory in its direction.
  if (!*saturated || (duty > 0) != (error > 0)) {
    joint->integral_pduty =
        clamp64(joint->integral_pduty + integral * error / (1000000 / FF_TICK_US), kFullPduty);
  }
  return (int16_t)(clamped * FF_FULL_DUTY / kFullPduty);
}

// Clips the rate to its limit and fades it out towards a position limit.
static int32_t limit_rate(const struct ff_joint_parameters* p, const struct ff_joint_state* joint,
                          int32_t rate) {
  const int64_t angle = joint->estimate_q10 / 1024;
  const int64_t up = (p->max_angle_urad - angle) * kLimitGain;
  const int64_t down = (angle - p->min_angle_urad) * kLimitGain;
  const int32_t limit = p->max_rate_urad_s;
  const int32_t most = up < 0 ? 0 : up < limit ? (int32_t)up : limit;
  const int32_t least = down < 0 ? 0 : down < limit ? (int32_t)-down : -limit;
  return clamp32(rate, least, most);
}

// Whether a joint at rest must be driven back to the position that it holds. Inside a dead band the motor is
// short-circuited and friction holds: driving there would hunt between stiction and the sensors' resolution.
static bool needs_correction(const struct ff_joint_parameters* p, struct ff_joint_state* joint) {
  const int64_t error = joint->hold_q10 - joint->estimate_q10;
  const int64_t distance = error < 0 ? -error : error;
  const int32_t threshold = joint->correcting ? p->hold_release_urad : p->hold_engage_urad;
  joint->correcting = distance > (int64_t)threshold * 1024;
  return joint->correcting;
}

int16_t ff_drive_joint(const struct ff_joint_parameters* p, struct ff_joint_state* joint,
                       int32_t command_urad_s, struct ff_joint_clamps* clamps) {
  int32_t wanted = limit_rate(p, joint, command_urad_s);
  clamps->limited = wanted != command_urad_s;
  if (wanted != 0) {
    joint->rest_ticks = 0;
    joint->correcting = false;
  } else if (joint->rest_ticks < FF_SETTLE_TICKS) {
    if (joint->reference_urad_s == 0) ++joint->rest_ticks;
    joint->hold_q10 = joint->estimate_q10;
  } else if (needs_correction(p, joint)) {
    const int32_t fastest = p->max_rate_urad_s < kHoldRate ? p->max_rate_urad_s : kHoldRate;
    wanted = (int32_t)clamp64((joint->hold_q10 - joint->estimate_q10) / (1 << kHoldShift), fastest);
  } else {
    joint->reference_urad_s = 0;
    joint->integral_pduty = 0;
    clamps->accelerating = false;
    return 0;
  }
  const int32_t step = p->max_acceleration_urad_s2 / (1000000 / FF_TICK_US);
  const int32_t reference = clamp32(wanted, joint->reference_urad_s - step, joint->reference_urad_s + step);
  clamps->accelerating = reference != wanted;
  bool saturated;
  const int16_t duty = follow_rate(p, joint, reference, p->proportional_uduty, p->integral_uduty, &saturated);
  clamps->limited = clamps->limited || saturated;
  return duty;
}

bool ff_is_joint_at_rest(const struct ff_joint_state* joint) {
  return joint->rest_ticks >= FF_SETTLE_TICKS && !joint->correcting;
}

void ff_begin_joint_stop(struct ff_joint_state* joint, bool others_move) {
  if (others_move) joint->rest_ticks = 0;
  joint->stop_from_urad_s = joint->reference_urad_s;
  joint->stop_fine_ticks = 0;
  joint->stop_rate_urad_s = speed(joint->mean_rate_urad_s);
}

bool ff_is_stop_failing(const struct ff_joint_parameters* p, const struct ff_joint_state* joint, int tick) {
  // At first a joint may still follow the reference that it had, and feels its neighbours stop.
  const int32_t margin = tick > FF_STOP_RAMP_TICKS ? p->max_rate_urad_s / 8 : p->max_rate_urad_s / 2;
  return speed(joint->mean_rate_urad_s) > (int64_t)joint->stop_rate_urad_s + margin;
}

// Full at first. When little motion is left, like the weight of a new sample in a mean over all of them: so
// the tachogenerator's noise fades instead of shaking the joint.
static int32_t stop_gain(const struct ff_joint_parameters* p, struct ff_joint_state* joint, int tick) {
  // 256 * 2 / (2 + n), n from 1
  static const uint8_t share_q8[kFineTicks] = {171, 128, 102, 85, 73, 64, 57, 51, 47, 43, 39, 37,
                                               34,  32,  30,  28, 27, 26, 24, 23, 22, 21, 20, 20};
  const bool fine = tick >= FF_STOP_RAMP_TICKS && speed(joint->mean_rate_urad_s) < kFineRate;
  if (!fine) {
    // Not yet, or pushed once more by a neighbour that stops.
    joint->stop_fine_ticks = 0;
    return p->stop_proportional_uduty;
  }
  if (joint->stop_fine_ticks < kFineTicks) ++joint->stop_fine_ticks;
  return (int32_t)((int64_t)p->stop_proportional_uduty * share_q8[joint->stop_fine_ticks - 1] / 256);
}

int16_t ff_stop_joint(const struct ff_joint_parameters* p, struct ff_joint_state* joint, int tick) {
  const bool slow = joint->mean_rate_urad_s <= kRestRate && joint->mean_rate_urad_s >= -kRestRate;
  if (ff_is_joint_at_rest(joint) || (slow && joint->stop_fine_ticks >= FF_STOP_FINE_TICKS) ||
      tick >= FF_STOP_FORCE_TICK) {
    ff_release_joint(joint);
    joint->rest_ticks = FF_SETTLE_TICKS;  // and stays so: noise must not wake it
    return 0;
  }
  const int left = tick < FF_STOP_RAMP_TICKS ? FF_STOP_RAMP_TICKS - tick : 0;
  const int64_t reference = (int64_t)joint->stop_from_urad_s * left / FF_STOP_RAMP_TICKS;
  const int32_t gain = stop_gain(p, joint, tick);
  // What the memory held belonged to the motion and goes with it; gathering more would make the stop
  // overshoot.
  joint->integral_pduty = joint->integral_pduty * left / (left + 1);
  bool saturated;
  return follow_rate(p, joint, (int32_t)reference, gain, 0, &saturated);
}
