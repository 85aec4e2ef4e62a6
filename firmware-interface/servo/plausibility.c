#include "servo/plausibility.h"

static int64_t magnitude(int64_t value) {
  return value < 0 ? -value : value;
}

static bool is_at_end(uint16_t count, uint16_t count_max) {
  return count == 0 || count >= count_max;
}

static bool debounce(bool seen, uint8_t* ticks) {
  if (!seen) *ticks = 0;
  if (seen && *ticks < FF_DEBOUNCE_TICKS) ++*ticks;
  return *ticks >= FF_DEBOUNCE_TICKS;
}

static bool is_off_track(const struct ff_joint_parameters* p, struct ff_joint_state* joint, bool driven) {
  const int64_t error = magnitude((int64_t)joint->reference_urad_s - joint->rate_urad_s);
  // Against its command: a miswired motor or sensor drives it away, ever faster. That cannot wait.
  const bool backwards = joint->reference_urad_s > 0   ? joint->rate_urad_s < -p->tracking_urad_s
                         : joint->reference_urad_s < 0 ? joint->rate_urad_s > p->tracking_urad_s
                                                       : false;
  if (!driven || error <= p->tracking_urad_s) {
    joint->tracking_ticks = 0;
  } else if (joint->tracking_ticks < FF_TRACKING_TICKS) {
    const int ticks = joint->tracking_ticks + (backwards ? FF_TRACKING_TICKS / FF_DEBOUNCE_TICKS : 1);
    joint->tracking_ticks = (uint16_t)ticks;
  }
  return joint->tracking_ticks >= FF_TRACKING_TICKS;
}

uint16_t ff_check_joint(const struct ff_joint_parameters* p, struct ff_joint_state* joint,
                        const struct ff_joint_counts* counts, bool driven) {
  const int64_t angle = joint->estimate_q10 / 1024;
  const bool beyond = angle > (int64_t)p->max_angle_urad + p->angle_margin_urad ||
                      angle < (int64_t)p->min_angle_urad - p->angle_margin_urad;
  unsigned faults = 0;
  if (debounce(is_at_end(counts->pot, p->converter_max), &joint->pot_ticks)) faults |= FF_FAULT_POT_RANGE;
  if (debounce(is_at_end(counts->tacho, p->converter_max), &joint->tacho_ticks))
    faults |= FF_FAULT_TACHO_RANGE;
  if (debounce(magnitude(joint->innovation_q10) > (int64_t)p->plausibility_urad * 1024,
               &joint->plausibility_ticks)) {
    faults |= FF_FAULT_PLAUSIBILITY;
  }
  if (debounce(magnitude(joint->rate_urad_s) > p->overspeed_urad_s, &joint->overspeed_ticks)) {
    faults |= FF_FAULT_OVERSPEED;
  }
  if (debounce(beyond, &joint->angle_ticks)) faults |= FF_FAULT_POSITION;
  const bool hot = p->max_current_ma > 0 && magnitude(joint->current_ma) > p->max_current_ma;
  if (debounce(hot, &joint->current_ticks)) faults |= FF_FAULT_OVERCURRENT;
  if (is_off_track(p, joint, driven)) faults |= FF_FAULT_TRACKING;
  return (uint16_t)faults;
}
