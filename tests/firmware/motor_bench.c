#include "firmware/motor_bench.h"

#include "servo/servo.h"

// The drive for which sample_parameters.c is tuned.
static const double kGear = 100.0;
static const double kTorqueConstant = 0.025;
static const double kResistance = 4.0;
static const double kSupply = 24.0;
static const double kRotorInertia = 2.0e-7;
static const double kViscous = 0.02;
static const double kPotRange = 12.6, kPotNoise = 1.0e-3;
static const double kTachoRange = 12.0, kTachoNoise = 5.0e-3;
static const double kCurrentRange = 36.0, kCurrentNoise = 0.02;
enum { kCounts = 4096, kSubsteps = 20 };

double ff_size_of(double value) {
  return value < 0.0 ? -value : value;
}

void ff_start_bench(struct ff_motor_bench* bench, double inertia, uint64_t seed) {
  *bench = (struct ff_motor_bench){.inertia = inertia, .friction = 0.02, .noisy = true, .random = {seed}};
}

// Mid-tread converter.
static uint16_t convert(struct ff_motor_bench* bench, double value, double range, double noise) {
  if (bench->noisy) value += noise * ff_draw_normal(&bench->random);
  const double count = value / range * kCounts + kCounts / 2 + 0.5;
  if (count < 0.0) return 0;
  return count < kCounts ? (uint16_t)count : kCounts - 1;
}

uint16_t ff_pot_count(struct ff_motor_bench* bench) {
  return convert(bench, bench->angle, kPotRange, kPotNoise);
}

uint16_t ff_tacho_count(struct ff_motor_bench* bench) {
  return convert(bench, bench->rate, kTachoRange, kTachoNoise);
}

uint16_t ff_current_count(struct ff_motor_bench* bench) {
  return convert(bench, bench->current, kCurrentRange, kCurrentNoise);
}

void ff_step_bench(struct ff_motor_bench* bench, int16_t duty, bool energised) {
  const double step = 1e-3 / kSubsteps;
  const double total = bench->inertia + kRotorInertia * kGear * kGear;
  const double k = kTorqueConstant * kGear;
  const double voltage = kSupply * duty / FF_FULL_DUTY;
  const double friction = step * bench->friction / total;
  for (int i = 0; i < kSubsteps; ++i) {
    bench->current = energised ? (voltage - k * bench->rate) / kResistance : 0.0;
    const double torque = k * bench->current + bench->disturbance - kViscous * bench->rate;
    const double free_rate = bench->rate + step * torque / total;
    // Friction can stop the joint within the step but not turn it around.
    if (ff_size_of(free_rate) <= friction) {
      bench->rate = 0.0;
    } else {
      bench->rate = free_rate > 0.0 ? free_rate - friction : free_rate + friction;
    }
    bench->angle += step * bench->rate;
  }
}
