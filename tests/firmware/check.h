#pragma once

#include <stdbool.h>
#include <stdint.h>

// A test harness small enough for a board without a C library. Macros, because C has no other way to know a
// line.

/// One test: a fact, and the function that checks it.
struct ff_test {
  const char* name;  ///< Suite.FactThatItStates; the build reads these names for CTest
  void (*run)(void);
};

/// The tests of one file; the last one's name is null.
extern const struct ff_test ff_board_loop_tests[];
extern const struct ff_test ff_closed_loop_tests[];
extern const struct ff_test ff_crc32c_tests[];
extern const struct ff_test ff_dispatch_tests[];
extern const struct ff_test ff_frame_tests[];
extern const struct ff_test ff_frame_damage_tests[];
extern const struct ff_test ff_gripper_tests[];
extern const struct ff_test ff_instrument_tests[];
extern const struct ff_test ff_messages_tests[];
extern const struct ff_test ff_security_tests[];
extern const struct ff_test ff_sensor_fault_tests[];
extern const struct ff_test ff_servo_limit_tests[];
extern const struct ff_test ff_servo_state_tests[];

/// A check that fails is printed; the test goes on.
#define CHECK(condition) ff_check((condition), #condition, __FILE__, __LINE__)
#define CHECK_EQUAL(actual, expected) \
  ff_check_equal((int64_t)(actual), (int64_t)(expected), #actual, __FILE__, __LINE__)

/// @return The condition.
bool ff_check(bool condition, const char* text, const char* file, int line);
bool ff_check_equal(int64_t actual, int64_t expected, const char* text, const char* file, int line);

/// How often a test repeats what costs time: all rounds on a computer, a tenth on an emulated board.
int ff_test_rounds(int all);
