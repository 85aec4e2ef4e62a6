// Runs the firmware's tests: the same on a computer and on an Arm board in the emulator.

#include <stddef.h>

#include "firmware/check.h"
#include "firmware/console.h"

static const struct ff_test* const kFiles[] = {
    ff_board_loop_tests,   ff_closed_loop_tests, ff_crc32c_tests,      ff_dispatch_tests, ff_frame_tests,
    ff_frame_damage_tests, ff_gripper_tests,     ff_instrument_tests,  ff_messages_tests, ff_security_tests,
    ff_sensor_fault_tests, ff_servo_limit_tests, ff_servo_state_tests,
};

static int failures;

static void print_number(int64_t number) {
  char text[24];
  char* at = text + sizeof text;
  *--at = '\0';
  // Not by negation: the smallest number has no positive counterpart.
  int64_t left = number;
  do {
    const int digit = (int)(left % 10);
    *--at = (char)('0' + (digit < 0 ? -digit : digit));
    left /= 10;
  } while (left != 0);
  if (number < 0) *--at = '-';
  ff_print(at);
}

static void print_place(const char* file, int line) {
  ++failures;
  ff_print("  ");
  ff_print(file);
  ff_print(":");
  print_number(line);
  ff_print(": ");
}

bool ff_check(bool condition, const char* text, const char* file, int line) {
  if (condition) return true;
  print_place(file, line);
  ff_print(text);
  ff_print(" does not hold\n");
  return false;
}

bool ff_check_equal(int64_t actual, int64_t expected, const char* text, const char* file, int line) {
  if (actual == expected) return true;
  print_place(file, line);
  ff_print(text);
  ff_print(" is ");
  print_number(actual);
  ff_print(", not ");
  print_number(expected);
  ff_print("\n");
  return false;
}

int ff_test_rounds(int all) {
  return all >= ff_rounds_divisor ? all / ff_rounds_divisor : 1;
}

static bool begins_with(const char* text, const char* beginning) {
  while (*beginning != '\0' && *text == *beginning) ++text, ++beginning;
  return *beginning == '\0';
}

int main(int argc, char** argv) {
  const char* wanted = ff_wanted_tests(argc, argv);
  int run = 0;
  int failed = 0;
  for (size_t file = 0; file < sizeof kFiles / sizeof kFiles[0]; ++file) {
    for (const struct ff_test* test = kFiles[file]; test->name != NULL; ++test) {
      if (!begins_with(test->name, wanted)) continue;
      failures = 0;
      test->run();
      ++run;
      if (failures > 0) ++failed;
      ff_print(failures > 0 ? "FAILED  " : "ok      ");
      ff_print(test->name);
      ff_print("\n");
    }
  }
  print_number(run);
  ff_print(" tests, ");
  print_number(failed);
  ff_print(" failed\n");
  return run > 0 && failed == 0 ? 0 : 1;
}
