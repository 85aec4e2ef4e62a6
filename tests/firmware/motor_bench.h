#pragma once

#include <stdbool.h>

#include "firmware/random.h"

#ifdef __cplusplus
extern "C" {
#endif

/// One joint's DC motor, gear, friction and sensors on a load of fixed inertia. Units SI, at the joint.
struct ff_motor_bench {
  double inertia;   ///< of the load
  double friction;  ///< Coulomb
  double angle;
  double rate;
  double disturbance;  ///< torque
  double current;      ///< of the motor
  bool noisy;          ///< sensors have noise
  struct ff_random random;
};

void ff_start_bench(struct ff_motor_bench* bench, double inertia, uint64_t seed);

uint16_t ff_pot_count(struct ff_motor_bench* bench);
uint16_t ff_tacho_count(struct ff_motor_bench* bench);
uint16_t ff_current_count(struct ff_motor_bench* bench);

/// 1 ms of motion. @param duty Of FF_FULL_DUTY. @param energised Otherwise the motor carries no current.
void ff_step_bench(struct ff_motor_bench* bench, int16_t duty, bool energised);

/// Of a double, without a mathematical library.
double ff_size_of(double value);

#ifdef __cplusplus
}
#endif
