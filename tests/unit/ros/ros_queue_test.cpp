#include "ros/ros_queue.h"

#include <gtest/gtest.h>

#include "support/count_mallocs.h"

namespace freefloat::ros {
namespace {

TEST(RosQueue, DropsWhatADeadNetworkDoesNotTakeAndWaitsForNobody) {
  const auto queue = std::make_unique<RosQueue>();
  const auto cycle = std::make_unique<CycleRecord>();
  for (int i = 0; i < 1000; ++i) {
    cycle->input.now = Time{Duration{i}};
    queue->push(*cycle);
    queue->push(RosEvent(RunNote{RunNote::Kind::kFact, std::to_string(i)}));
  }
  EXPECT_EQ(queue->dropped(), 1000u - 64u);
  int kept = 0;
  for (; const CycleRecord* front = queue->front_cycle(); ++kept) {
    EXPECT_EQ(front->input.now, Time{Duration{kept}});
    queue->pop_cycle();
  }
  EXPECT_EQ(kept, 64);
  // Of what happens beside cycles the newest is kept.
  int events = 0;
  std::string last;
  while (const auto event = queue->take_event()) {
    last = std::get<RunNote>(*event).text;
    ++events;
  }
  EXPECT_EQ(events, 256);
  EXPECT_EQ(last, "999");
}

TEST(RosQueue, CyclesTakeNoHeapMemory) {
  const auto queue = std::make_unique<RosQueue>();
  const auto cycle = std::make_unique<CycleRecord>();
  const long before = malloc_calls;
  for (int i = 0; i < 100; ++i) queue->push(*cycle);
  EXPECT_EQ(malloc_calls, before);
}

}  // namespace
}  // namespace freefloat::ros
