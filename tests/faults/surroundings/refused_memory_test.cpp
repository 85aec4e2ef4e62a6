// The system has no memory left while a run begins or goes on.
#include <gtest/gtest.h>

#include <cstdlib>
#include <new>

#include "config/load/load_experiment.h"
#include "runtime/run_session.h"
#include "support/source_dir.h"
#include "types/random.h"

namespace {

thread_local long asked = 0;          // times, of this thread
thread_local long refused_from = -1;  // that time on all are refused; negative: none is

void* take_memory(std::size_t size) {
  ++asked;
  if (refused_from >= 0 && asked > refused_from) return nullptr;
  return std::malloc(size > 0 ? size : 1);
}

}  // namespace

void* operator new(std::size_t size) {
  void* memory = take_memory(size);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return take_memory(size);
}

void operator delete(void* memory) noexcept {
  std::free(memory);
}

void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace freefloat {
namespace {

struct Outcome {
  bool refused = false;  ///< it ended with std::bad_alloc
  bool passed = false;
  long asked = 0;  ///< times for memory
};

/// @param from That time on memory is refused; negative: never.
Outcome run(const RunConfig& config, long from) {
  Outcome outcome;
  asked = 0;
  refused_from = from;
  try {
    RunSession session(config);
    session.run();
    outcome.passed = session.phases().passed();
  } catch (const std::bad_alloc&) {
    outcome.refused = true;
  }
  refused_from = -1;
  outcome.asked = asked;
  return outcome;
}

TEST(RefusedMemory, EndsARunInAnErrorAndNeverInACrash) {
  const RunConfig config = load_experiment(source_dir() + "/configs/experiments/standing_target.yaml",
                                           {"simulation.imaging.render=false"});
  const Outcome undisturbed = run(config, -1);
  ASSERT_TRUE(undisturbed.passed);
  ASSERT_GT(undisturbed.asked, 100);
  Random random(1, "refused memory");
  for (int trial = 0; trial < 60; ++trial) {
    // Half of them while it begins, where most memory is taken.
    const double last = static_cast<double>(undisturbed.asked) * (trial % 2 == 0 ? 0.999 : 0.05);
    const auto from = static_cast<long>(random.uniform(0.0, last));
    const Outcome outcome = run(config, from);
    EXPECT_TRUE(outcome.refused) << "from the " << from << "th time on";
    EXPECT_FALSE(outcome.passed) << from;
  }
}

}  // namespace
}  // namespace freefloat
