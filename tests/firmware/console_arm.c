// Semihosting: the emulator prints, hands over the command line, and ends with an exit code.

#include <stddef.h>
#include <stdint.h>

#include "firmware/console.h"

enum { kWrite0 = 0x04, kGetCommandLine = 0x15, kExitExtended = 0x20 };
enum { kApplicationExit = 0x20026 };

const int ff_rounds_divisor = 10;

static uintptr_t call_host(uint32_t operation, const void* argument) {
  register uintptr_t r0 __asm("r0") = operation;
  register uintptr_t r1 __asm("r1") = (uintptr_t)argument;
  __asm volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
  return r0;
}

void ff_print(const char* text) {
  call_host(kWrite0, text);
}

_Noreturn void ff_exit(int code) {
  const uint32_t argument[2] = {kApplicationExit, (uint32_t)code};
  call_host(kExitExtended, argument);
  for (;;) {
  }
}

const char* ff_wanted_tests(int argc, char** argv) {
  (void)argc;
  (void)argv;
  static char line[128];
  uintptr_t argument[2] = {(uintptr_t)line, sizeof line};
  if (call_host(kGetCommandLine, argument) != 0) return "";
  // The program's name comes first.
  char* at = line;
  while (*at != '\0' && *at != ' ') ++at;
  return *at == ' ' ? at + 1 : "";
}
