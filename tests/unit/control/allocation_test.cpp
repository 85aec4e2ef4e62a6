#include <gtest/gtest.h>

#include <cstdlib>
#include <new>
#include <type_traits>

#include "support/recorded_capture.h"

// Counts what the C++ heap is asked for; where the C library lets it, malloc itself (Eigen asks there).
namespace {
long allocations = 0;
}

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
extern "C" void* __libc_malloc(std::size_t size);  // NOLINT
extern "C" void* malloc(std::size_t size) noexcept {
  ++allocations;
  return __libc_malloc(size);
}
#endif

void* operator new(std::size_t size) {
  ++allocations;
  if (void* const memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace freefloat {
namespace {

static_assert(noexcept(std::declval<Controller&>().step(std::declval<const CycleInput&>())));
static_assert(std::is_trivially_copyable_v<Time>);

/// Steps a new controller through a recorded run, capture and release included.
void expect_no_allocation(const char* experiment) {
  const RecordedCapture recorded = record_capture(experiment);
  ASSERT_TRUE(recorded.passed);
  Controller controller(recorded.config.controller);
  for (const CycleInput& input : recorded.inputs) {
    const long before = allocations;
    const CycleOutput output = controller.step(input);
    ASSERT_EQ(allocations, before) << "at " << to_seconds(output.now) << " s";
  }
}

TEST(ControllerStep, AllocatesNothingInAStandingCapture) {
  const long before = allocations;
  std::free(std::malloc(1));
  delete new int;
  ASSERT_GT(allocations, before);  // the count counts
  expect_no_allocation("standing_target.yaml");
}

TEST(ControllerStep, AllocatesNothingInAMovingCapture) {
  expect_no_allocation("moving_target.yaml");
}

TEST(ControllerStep, AllocatesNothingWithThePrintedScheme) {
  expect_no_allocation("moving_target_reference.yaml");
}

}  // namespace
}  // namespace freefloat
