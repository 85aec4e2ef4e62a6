// One joint, with any parameters that ff_check_servo_parameters accepts, anywhere between two ticks: each
// function that the servo calls of it.
#include "anything.h"

extern volatile int64_t any_i64;

// Largest magnitudes between two ticks; the README says why they are never left.
#define FF_ANY_ANGLE 1200000000            // urad
#define FF_ANY_RATE 1072000000             // urad/s
#define FF_ANY_ESTIMATE_Q10 1600000000000  // urad * 1024

static struct ff_joint_parameters parameters;
static struct ff_joint_state joint;

static int64_t any_long_in(int64_t low, int64_t high) {
  const int64_t value = any_i64;
  if (value < low) return low;
  return value > high ? high : value;
}

// A converter of any width, and scales that fit it: a case a few widths, so that the analyser sees what goes
// together.
// @return The case.
static int32_t draw_converter(struct ff_joint_parameters* to) {
  int32_t least = 15;
  int32_t step = 15;
  while (least + step < UINT16_MAX && any_bool()) {
    least += step;
    step = least < 300 ? least : least / 28;  // scales of narrow ones cannot reach the bounds
  }
  const int32_t widest = least + step < UINT16_MAX ? least + step : UINT16_MAX;
  const int64_t scale = (int64_t)1000000000 * 1024 / ((least + 1) / 2);
  const int32_t most = scale < INT32_MAX ? (int32_t)scale : INT32_MAX;
  to->converter_max = (uint16_t)any_in(least, widest);
  to->pot_urad_per_count_q10 = any_in(-most, most);
  to->tacho_urad_s_per_count_q10 = any_in(-most, most);
  to->current_ma_per_count_q10 = any_in(0, most);
  return least;
}

static void draw_parameters(struct ff_joint_parameters* to) {
  to->pot_offset_urad = any_in(-100000000, 100000000);
  to->min_angle_urad = any_in(-100000000, 100000000);
  to->max_angle_urad = any_in(-100000000, 100000000);
  to->max_rate_urad_s = any_in(1, 100000000);
  to->max_acceleration_urad_s2 = any_in(1000, 1000000000);
  to->angle_margin_urad = any_in(0, 100000000);
  to->overspeed_urad_s = any_in(1, 100000000);
  to->plausibility_urad = any_in(1, 100000000);
  to->tracking_urad_s = any_in(1, 100000000);
  to->max_current_ma = any_in(0, 1000000000);
  to->rate_feedforward_uduty = any_in(0, 1000000000);
  to->friction_feedforward_uduty = any_in(0, 1000000);
  to->acceleration_feedforward_uduty = any_in(0, 10000000);
  to->proportional_uduty = any_in(0, 1000000000);
  to->stop_proportional_uduty = any_in(0, 1000000000);
  to->integral_uduty = any_in(0, 1000000000);
  to->hold_engage_urad = any_in(1, 100000000);
  to->hold_release_urad = any_in(0, 100000000);
}

static void draw_joint(struct ff_joint_state* to) {
  to->angle_urad = any_in(-FF_ANY_ANGLE, FF_ANY_ANGLE);
  to->rate_urad_s = any_in(-FF_ANY_RATE, FF_ANY_RATE);
  to->current_ma = any_i32;
  to->estimate_q10 = any_long_in(-FF_ANY_ESTIMATE_Q10, FF_ANY_ESTIMATE_Q10);
  to->mean_rate_urad_s = any_in(-FF_ANY_RATE, FF_ANY_RATE);
  to->innovation_q10 = any_long_in(-2 * FF_ANY_ESTIMATE_Q10, 2 * FF_ANY_ESTIMATE_Q10);
  to->reference_urad_s = any_in(-100000000, 100000000);
  to->integral_pduty = any_long_in(-1000000000000, 1000000000000);
  to->stop_from_urad_s = any_in(-100000000, 100000000);
  to->stop_rate_urad_s = any_in(0, FF_ANY_RATE);
  to->stop_fine_ticks = (uint8_t)any_in(0, 24);
  to->hold_q10 = any_long_in(-FF_ANY_ESTIMATE_Q10, FF_ANY_ESTIMATE_Q10);
  to->rest_ticks = (uint16_t)any_in(0, FF_SETTLE_TICKS);
  to->correcting = any_bool();
  to->pot_ticks = (uint8_t)any_in(0, FF_DEBOUNCE_TICKS);
  to->tacho_ticks = (uint8_t)any_in(0, FF_DEBOUNCE_TICKS);
  to->plausibility_ticks = (uint8_t)any_in(0, FF_DEBOUNCE_TICKS);
  to->overspeed_ticks = (uint8_t)any_in(0, FF_DEBOUNCE_TICKS);
  to->angle_ticks = (uint8_t)any_in(0, FF_DEBOUNCE_TICKS);
  to->current_ticks = (uint8_t)any_in(0, FF_DEBOUNCE_TICKS);
  to->tracking_ticks = (uint16_t)any_in(0, 2 * FF_TRACKING_TICKS);
}

static void check_joint(const struct ff_joint_state* of) {
  //@ assert angle: -FF_ANY_ANGLE <= of->angle_urad <= FF_ANY_ANGLE;
  //@ assert rate: -FF_ANY_RATE <= of->rate_urad_s <= FF_ANY_RATE;
  //@ assert estimate: -FF_ANY_ESTIMATE_Q10 <= of->estimate_q10 <= FF_ANY_ESTIMATE_Q10;
  //@ assert mean_rate: -FF_ANY_RATE <= of->mean_rate_urad_s <= FF_ANY_RATE;
  //@ assert innovation: -2 * FF_ANY_ESTIMATE_Q10 <= of->innovation_q10 <= 2 * FF_ANY_ESTIMATE_Q10;
  //@ assert reference: -100000000 <= of->reference_urad_s <= 100000000;
  //@ assert integral: -1000000000000 <= of->integral_pduty <= 1000000000000;
  //@ assert stop_from: -100000000 <= of->stop_from_urad_s <= 100000000;
  //@ assert stop_rate: 0 <= of->stop_rate_urad_s <= FF_ANY_RATE;
  //@ assert stop_fine: of->stop_fine_ticks <= 24;
  //@ assert hold: -FF_ANY_ESTIMATE_Q10 <= of->hold_q10 <= FF_ANY_ESTIMATE_Q10;
  //@ assert rest: of->rest_ticks <= FF_SETTLE_TICKS;
  //@ assert debounced: of->pot_ticks <= FF_DEBOUNCE_TICKS && of->tacho_ticks <= FF_DEBOUNCE_TICKS;
  //@ assert tracking: of->tracking_ticks <= 2 * FF_TRACKING_TICKS;
}

// Since a stop began: its ramp's ticks one by one, then any.
// @return The tick.
static int draw_stop_tick(void) {
  int tick = 1;
  while (tick <= FF_STOP_RAMP_TICKS && any_bool()) ++tick;
  return tick <= FF_STOP_RAMP_TICKS ? tick : any_in(tick, FF_BLIND_STOP_END_TICK);
}

static void make_call(void) {
  const struct ff_joint_counts counts = {.pot = any_u16, .tacho = any_u16, .current = any_u16};
  struct ff_joint_clamps clamps;
  switch (any_in(0, 6)) {
    case 0:
      ff_start_joint(&parameters, &joint, counts.pot);
      break;
    case 1:
      ff_measure_joint(&parameters, &joint, &counts);
      break;
    case 2:
      ff_check_joint(&parameters, &joint, &counts, any_bool());
      break;
    case 3:
      ff_drive_joint(&parameters, &joint, any_i32, &clamps);
      break;
    case 4:
      ff_begin_joint_stop(&joint, any_bool());
      break;
    case 5:
      ff_is_stop_failing(&parameters, &joint, draw_stop_tick());
      break;
    default:
      ff_stop_joint(&parameters, &joint, draw_stop_tick());
      break;
  }
}

int main(void) {
  draw_parameters(&parameters);
  draw_joint(&joint);
  draw_converter(&parameters);
  make_call();
  check_joint(&joint);
  return 0;
}
