#include <gtest/gtest.h>

#include <type_traits>

#include "support/count_mallocs.h"
#include "support/recorded_capture.h"

namespace freefloat {
namespace {

static_assert(noexcept(std::declval<Controller&>().step(std::declval<const CycleInput&>())));
static_assert(std::is_trivially_copyable_v<Time>);

/// Steps a new controller through a recorded run, capture and release included.
void expect_no_allocation(const char* experiment, std::vector<std::string> overrides = {}) {
  const RecordedCapture recorded = record_capture(experiment, std::move(overrides));
  ASSERT_TRUE(recorded.passed);
  Controller controller(recorded.config.controller);
  for (const CycleInput& input : recorded.inputs) {
    const long before = malloc_calls;
    const CycleOutput output = controller.step(input);
    ASSERT_EQ(malloc_calls, before) << "at " << to_seconds(output.now) << " s";
  }
}

TEST(ControllerStep, AllocatesNothingInAStandingCapture) {
  const long before = malloc_calls;
  std::free(std::malloc(1));
  delete new int;
  ASSERT_GT(malloc_calls, before);  // the count counts
  expect_no_allocation("standing_target.yaml");
}

TEST(ControllerStep, AllocatesNothingInAMovingCapture) {
  expect_no_allocation("moving_target.yaml");
}

TEST(ControllerStep, AllocatesNothingInACaptureThatIsPlannedInTime) {
  expect_no_allocation("standing_target.yaml", {"guidance.urgency=1"});
  expect_no_allocation("moving_target.yaml", {"guidance.urgency=1"});
  expect_no_allocation("approach.yaml", {"guidance.urgency=1"});  // along a line
}

TEST(ControllerStep, AllocatesNothingInAReorientation) {
  expect_no_allocation("reorient.yaml");
}

TEST(ControllerStep, AllocatesNothingOnAPath) {
  expect_no_allocation("circle.yaml");
}

TEST(ControllerStep, AllocatesNothingWithThePrintedScheme) {
  expect_no_allocation("moving_target_reference.yaml");
}

}  // namespace
}  // namespace freefloat
