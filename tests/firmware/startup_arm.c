// Start of the test image: a fault of the processor ends it as a failure.

#include <stdint.h>

#include "firmware/console.h"

extern uint32_t ff_stack_top[];
extern uint32_t ff_data_start[], ff_data_end[], ff_bss_start[], ff_bss_end[];
extern const uint32_t ff_data_image[];

int main(int argc, char** argv);

void ff_reset(void) {
  const uint32_t* from = ff_data_image;
  for (uint32_t* at = ff_data_start; at < ff_data_end; ++at) *at = *from++;
  for (uint32_t* at = ff_bss_start; at < ff_bss_end; ++at) *at = 0;
  ff_exit(main(0, 0));
}

static void fail(void) {
  ff_print("fault of the processor\n");
  ff_exit(3);
}

struct vector_table {
  uint32_t* stack_top;
  void (*exceptions[15])(void);
};

__attribute__((section(".vectors"), used)) static const struct vector_table kVectors = {
    .stack_top = ff_stack_top, .exceptions = {ff_reset, fail, fail, fail, fail, fail}};
