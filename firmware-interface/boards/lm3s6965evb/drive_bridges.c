// Converters and bridges of the robot's drives. Written from the data sheet and never run on a real board:
// QEMU emulates neither. Check each line with a scope, motors disconnected, before the first motion;
// boards/README.md says how.
//
// Up to two joints, for the chip has four converter inputs:
//   ADC0, ADC1   potentiometer and tachogenerator of joint 1; ADC2, ADC3 of joint 2; 10 bits, 0 to 3 V
//   PB0, PB1     pulse width of joint 1 and 2, 20 kHz
//   PC4, PC5     direction of joint 1 and 2
//   PC6          enables both bridges; low opens them, and a resistor to ground must hold it low during a
//   reset PC7          closes the gripper PA6          contact in the jaws, to ground; pulled up here

#include "board/board.h"
#include "boards/lm3s6965evb/bridges.h"
#include "boards/lm3s6965evb/clock.h"
#include "boards/lm3s6965evb/registers.h"

enum { kJoints = 2, kSamples = 2 * kJoints };
enum { kAdcClock = 1 << 16, kAdcFastest = 3 << 8, kPwmClock = 1 << 20 };
enum { kPortA = 1 << 0, kPortB = 1 << 1, kPortC = 1 << 2 };
enum {
  kPwmPins = 0x03,
  kDirection1 = 0x10,
  kDirection2 = 0x20,
  kEnable = 0x40,
  kGripper = 0x80,
  kContact = 0x40
};
enum { kOutputs = kDirection1 | kDirection2 | kEnable | kGripper };

#define ADC_ENABLE FF_REGISTER(0x40038000u)
#define ADC_RAW_STATUS FF_REGISTER(0x40038004u)
#define ADC_CLEAR FF_REGISTER(0x4003800cu)
#define ADC_START FF_REGISTER(0x40038028u)
#define ADC_AVERAGE FF_REGISTER(0x40038030u)
#define ADC_INPUTS FF_REGISTER(0x40038040u)
#define ADC_CONTROL FF_REGISTER(0x40038044u)
#define ADC_RESULT FF_REGISTER(0x40038048u)

#define PWM_ENABLE FF_REGISTER(0x40028008u)
#define PWM1_CONTROL FF_REGISTER(0x40028080u)
#define PWM1_LOAD FF_REGISTER(0x40028090u)
#define PWM1_COMPARE_A FF_REGISTER(0x40028098u)
#define PWM1_COMPARE_B FF_REGISTER(0x4002809cu)
#define PWM1_ACTIONS_A FF_REGISTER(0x400280a0u)
#define PWM1_ACTIONS_B FF_REGISTER(0x400280a4u)

enum { kPwmPeriod = FF_CLOCK_MHZ * 1000 / 20 };  // cycles
// Counts down: low from the load on, high from the compare value on.
enum { kHighBelowCompareA = 0x0c8, kHighBelowCompareB = 0xc08 };

static void start_converters(void) {
  FF_RCGC0 |= kAdcClock | kAdcFastest;
  ADC_ENABLE = 0;
  ADC_AVERAGE = 2;        // of four conversions
  ADC_INPUTS = 0x3210u;   // one after another
  ADC_CONTROL = 0x6000u;  // the fourth ends the sequence and raises its status
  ADC_ENABLE = 1;
}

static void start_outputs(void) {
  FF_RCGC2 |= kPortA | kPortB | kPortC;
  FF_GPIO_DATA(FF_PORT_C, kOutputs) = 0;
  FF_GPIO_DIR(FF_PORT_C) |= kOutputs;
  FF_GPIO_DEN(FF_PORT_C) |= kOutputs;
  FF_GPIO_PUR(FF_PORT_A) |= kContact;
  FF_GPIO_DEN(FF_PORT_A) |= kContact;

  FF_RCGC0 |= kPwmClock;
  FF_GPIO_AFSEL(FF_PORT_B) |= kPwmPins;
  FF_GPIO_DEN(FF_PORT_B) |= kPwmPins;
  PWM1_CONTROL = 0;
  PWM1_ACTIONS_A = kHighBelowCompareA;
  PWM1_ACTIONS_B = kHighBelowCompareB;
  PWM1_LOAD = kPwmPeriod - 1;
  PWM1_COMPARE_A = 0;
  PWM1_COMPARE_B = 0;
  PWM1_CONTROL = 1;
}

void ff_start_bridges(void) {
  start_converters();
  start_outputs();
}

bool ff_board_are_sensors_ready(void) {
  return true;
}

bool ff_have_bridges_work(void) {
  return false;
}

void ff_board_read_sensors(struct ff_servo_inputs* inputs) {
  *inputs = (struct ff_servo_inputs){0};
  ADC_CLEAR = 1;
  ADC_START = 1;
  // Sixteen conversions of 1 us. Converters that do not answer leave zeros: a broken wire to the servo.
  enum { kPatience = 2000 };
  int patience = kPatience;
  while ((ADC_RAW_STATUS & 1u) == 0 && --patience > 0) {
  }
  if (patience == 0) return;
  uint16_t counts[kSamples];
  for (int i = 0; i < kSamples; ++i) counts[i] = (uint16_t)(ADC_RESULT & 0x3ffu);
  for (int i = 0; i < kJoints; ++i) {
    inputs->pot_counts[i] = counts[2 * i];
    inputs->tacho_counts[i] = counts[2 * i + 1];
  }
  inputs->gripper_contact = FF_GPIO_DATA(FF_PORT_A, kContact) == 0;
}

// Cycles of a period with the supply on the motor; zero leaves both its ends at ground, a short circuit.
static uint32_t on_cycles(int16_t duty) {
  const int32_t magnitude = duty < 0 ? -(int32_t)duty : duty;
  return (uint32_t)magnitude * (kPwmPeriod - 2) / FF_FULL_DUTY;
}

void ff_board_drive(const struct ff_servo_outputs* outputs, const struct ff_tick_report* report) {
  (void)report;
  const uint32_t a = on_cycles(outputs->duties[0]);
  const uint32_t b = on_cycles(outputs->duties[1]);
  PWM1_COMPARE_A = a;
  PWM1_COMPARE_B = b;
  // An output whose compare value is zero would still pulse for a cycle.
  PWM_ENABLE = (a > 0 ? 1u << 2 : 0u) | (b > 0 ? 1u << 3 : 0u);
  const uint32_t pins = (outputs->duties[0] < 0 ? (uint32_t)kDirection1 : 0u) |
                        (outputs->duties[1] < 0 ? (uint32_t)kDirection2 : 0u) |
                        (outputs->energised ? (uint32_t)kEnable : 0u) |
                        (outputs->close_gripper ? (uint32_t)kGripper : 0u);
  FF_GPIO_DATA(FF_PORT_C, kOutputs) = pins;
}

void ff_open_bridges(void) {
  FF_GPIO_DATA(FF_PORT_C, kEnable) = 0;
  PWM_ENABLE = 0;
}

uint32_t ff_watchdog_timeout_ms(void) {
  return 50;
}
