#include <stddef.h>
#include <string.h>

#include "firmware/check.h"
#include "firmware/closed_loop.h"
#include "firmware/sample_parameters.h"

static void steady_motion_raises_none(void) {
  const double rates[] = {0.01, -0.3, 0.95};
  for (int i = 0; i < 3; ++i) {
    struct ff_closed_loop loop;
    ff_start_loop(&loop);
    ff_enable(&loop);
    ff_run_with(&loop, 2500, FF_COMMAND_ENABLE, rates[i]);
    ff_run_with(&loop, 2500, FF_COMMAND_ENABLE, -rates[i]);
    CHECK_EQUAL(ff_servo_faults(&loop.servo), 0);
  }
}

static void stuck_tachogenerator_is_found(void) {
  const double rates[] = {0.26, 0.9};
  for (int i = 0; i < 2; ++i) {
    struct ff_closed_loop loop;
    ff_start_loop(&loop);
    ff_enable(&loop);
    ff_run_with(&loop, 500, FF_COMMAND_ENABLE, rates[i]);
    loop.tacho_stuck = true;
    loop.rate = 0.0;
    const double angle = loop.bench.angle;
    CHECK(ff_ticks_to_fault(&loop, 1000) < 300);
    CHECK((ff_servo_faults(&loop.servo) & FF_FAULT_PLAUSIBILITY) != 0);
    ff_run(&loop, 500);
    CHECK(ff_size_of(loop.bench.rate) <= 0.0);
    CHECK(ff_size_of(loop.bench.angle - angle) < 0.6);
  }
}

static void tachogenerator_stuck_at_zero_is_found(void) {
  struct ff_closed_loop loop;
  ff_start_loop(&loop);
  ff_enable(&loop);
  loop.tacho_stuck = true;
  loop.inputs.tacho_counts[0] = 2048;
  const double angle = loop.bench.angle;
  ff_run_with(&loop, 0, FF_COMMAND_ENABLE, 0.26);
  CHECK(ff_ticks_to_fault(&loop, 1000) < 200);
  ff_run(&loop, 500);
  CHECK(ff_size_of(loop.bench.rate) <= 0.0);
  CHECK(ff_size_of(loop.bench.angle - angle) < 0.4);
}

static void stuck_potentiometer_is_found(void) {
  struct ff_closed_loop loop;
  ff_start_loop(&loop);
  ff_enable(&loop);
  ff_run_with(&loop, 500, FF_COMMAND_ENABLE, 0.26);
  loop.pot_stuck = true;
  CHECK(ff_ticks_to_fault(&loop, 1000) < 400);
  CHECK((ff_servo_faults(&loop.servo) & FF_FAULT_PLAUSIBILITY) != 0);
}

static void broken_potentiometer_wire_is_found(void) {
  const uint16_t ends[] = {0, 4095};
  for (int i = 0; i < 2; ++i) {
    struct ff_closed_loop loop;
    ff_start_loop(&loop);
    ff_enable(&loop);
    loop.pot_stuck = true;
    loop.inputs.pot_counts[0] = ends[i];
    CHECK(ff_ticks_to_fault(&loop, 100) <= FF_DEBOUNCE_TICKS);
    CHECK((ff_servo_faults(&loop.servo) & (FF_FAULT_POT_RANGE | FF_FAULT_PLAUSIBILITY)) != 0);
    ff_run(&loop, FF_DEBOUNCE_TICKS);
    CHECK((ff_servo_faults(&loop.servo) & FF_FAULT_POT_RANGE) != 0);
  }
}

static void broken_tachogenerator_wire_is_found(void) {
  const uint16_t ends[] = {0, 4095};
  for (int i = 0; i < 2; ++i) {
    struct ff_closed_loop loop;
    ff_start_loop(&loop);
    ff_enable(&loop);
    loop.tacho_stuck = true;
    loop.inputs.tacho_counts[0] = ends[i];
    CHECK(ff_ticks_to_fault(&loop, 100) <= FF_DEBOUNCE_TICKS);
    CHECK((ff_servo_faults(&loop.servo) & FF_FAULT_TACHO_RANGE) != 0);
  }
}

static void single_wild_sample_is_forgiven(void) {
  struct ff_closed_loop loop;
  ff_start_loop(&loop);
  ff_enable(&loop);
  ff_run_with(&loop, 500, FF_COMMAND_ENABLE, 0.26);
  for (int i = 0; i < 4; ++i) {
    loop.pot_stuck = loop.tacho_stuck = true;
    loop.inputs.pot_counts[0] = 0;
    loop.inputs.tacho_counts[0] = 4095;
    ff_run(&loop, 1);
    loop.pot_stuck = loop.tacho_stuck = false;
    ff_run(&loop, 200);
    CHECK_EQUAL(loop.servo.state, FF_STATE_RUN);
  }
}

static void blind_joint_is_short_circuited(void) {
  struct ff_servo servo;
  CHECK(ff_servo_start(&servo, &ff_sample_parameters));
  struct ff_motor_bench joints[2];
  for (int i = 0; i < 2; ++i) ff_start_bench(&joints[i], 0.1, (uint64_t)i);
  struct ff_servo_outputs outputs;
  for (int tick = 0; tick < 2000; ++tick) {
    const uint64_t now_us = (uint64_t)tick * 1000u;
    struct ff_command command = {.joint_count = 2, .time_to_live_us = 60000};
    command.flags = tick < 20 ? 0 : FF_COMMAND_ENABLE;
    command.rates_urad_s[0] = command.rates_urad_s[1] = 300000;
    ff_servo_command(&servo, &command, now_us);
    struct ff_servo_inputs inputs;
    memset(&inputs, 0, sizeof inputs);
    for (int i = 0; i < 2; ++i) {
      inputs.pot_counts[i] = ff_pot_count(&joints[i]);
      inputs.tacho_counts[i] = ff_tacho_count(&joints[i]);
      inputs.current_counts[i] = ff_current_count(&joints[i]);
    }
    if (tick >= 500) inputs.tacho_counts[0] = 0;
    ff_servo_tick(&servo, &inputs, now_us, &outputs);
    for (int i = 0; i < 2; ++i) ff_step_bench(&joints[i], outputs.duties[i], outputs.energised);
    if (tick == 510) {
      CHECK_EQUAL(servo.state, FF_STATE_FAULT);
      CHECK_EQUAL(outputs.duties[0], 0);
      CHECK(outputs.duties[1] != 0);
    }
    if (tick == 545) CHECK(ff_size_of(joints[1].rate) < 0.003);
  }
  CHECK(ff_size_of(joints[0].rate) <= 0.0);
  CHECK_EQUAL(ff_servo_faults(&servo) >> FF_FAULT_JOINT_SHIFT, 1);
  CHECK(!outputs.energised);
}

// Miswired, the servo drives the joint away, and so would a stop.
static void miswired_joint_is_let_go(void) {
  for (int which = 0; which < 2; ++which) {
    struct ff_closed_loop loop;
    ff_start_loop(&loop);
    ff_enable(&loop);
    loop.motor_inverted = which == 0;
    loop.tacho_inverted = which == 1;
    const double angle = loop.bench.angle;
    ff_run_with(&loop, 0, FF_COMMAND_ENABLE, 0.5);
    CHECK(ff_ticks_to_fault(&loop, 1000) < 100);
    double fastest = 0.0;
    for (int tick = 0; tick < 500; ++tick) {
      ff_run(&loop, 1);
      const double speed = ff_size_of(loop.bench.rate);
      fastest = speed > fastest ? speed : fastest;
    }
    CHECK(fastest < 3.0);
    CHECK(ff_size_of(loop.bench.rate) <= 0.0);
    CHECK(ff_size_of(loop.bench.angle - angle) < 0.4);
  }
}

static void joint_driven_against_its_command_is_a_fault_at_once(void) {
  struct ff_closed_loop loop;
  ff_start_loop(&loop);
  ff_enable(&loop);
  ff_run_with(&loop, 200, FF_COMMAND_ENABLE, 0.3);
  for (int tick = 0; tick < 10; ++tick) {
    loop.bench.rate = -0.9;  // torn back, below the limit of overspeed
    ff_run(&loop, 1);
  }
  CHECK_EQUAL(loop.servo.state, FF_STATE_FAULT);
  CHECK((ff_servo_faults(&loop.servo) & FF_FAULT_TRACKING) != 0);
}

const struct ff_test ff_sensor_fault_tests[] = {
    {"SensorFaults.ASteadyMotionRaisesNone", steady_motion_raises_none},
    {"SensorFaults.AStuckTachogeneratorInMotionIsFoundWithin300MsAndNothingRunsAway",
     stuck_tachogenerator_is_found},
    {"SensorFaults.ATachogeneratorStuckAtZeroIsFoundBeforeTheJointTurnsFar",
     tachogenerator_stuck_at_zero_is_found},
    {"SensorFaults.AStuckPotentiometerInMotionIsFound", stuck_potentiometer_is_found},
    {"SensorFaults.ABrokenPotentiometerWireIsFoundAtOnce", broken_potentiometer_wire_is_found},
    {"SensorFaults.ABrokenTachogeneratorWireIsFoundAtOnce", broken_tachogenerator_wire_is_found},
    {"SensorFaults.ASingleWildSampleIsForgiven", single_wild_sample_is_forgiven},
    {"SensorFaults.ABlindJointIsShortCircuitedWhileTheOtherRampsDown", blind_joint_is_short_circuited},
    {"SensorFaults.AMiswiredJointIsLetGo", miswired_joint_is_let_go},
    {"SensorFaults.AJointDrivenAgainstItsCommandIsAFaultAtOnce",
     joint_driven_against_its_command_is_a_fault_at_once},
    {NULL, NULL},
};
