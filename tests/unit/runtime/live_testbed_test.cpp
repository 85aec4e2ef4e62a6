// A day's loop takes no memory from the heap between and within runs but where a phase begins or ends.
#include "runtime/live_testbed.h"

#include <gtest/gtest.h>

#include "config/load/load_experiment.h"
#include "runtime/run_session.h"
#include "support/count_mallocs.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

class LiveTestbedTest : public testing::Test {
 protected:
  LiveTestbedTest() {
    RunConfig config = load_experiment(source_dir() + "/configs/experiments/standing_target.yaml",
                                       {"simulation.imaging.render=false", "simulation.servo=kinematic"});
    Hal hal = open_testbed(config);
    feed_.listen(hal.lockstep);
    testbed_ = std::make_unique<LiveTestbed>(config, std::move(hal), desk_, feed_);
  }
  ~LiveTestbedTest() override { feed_.await_told(); }

  /// @return Calls of malloc in this thread, which is the loop's, beside those of the simulated world.
  long mallocs_of(int cycles) {
    const long before = malloc_calls;
    for (int i = 0; i < cycles; ++i) testbed_->run_next();
    return malloc_calls - before;
  }

  OperatorDesk desk_;
  RunFeed feed_;
  std::unique_ptr<LiveTestbed> testbed_;
};

TEST_F(LiveTestbedTest, WishesAndStopsTakeNoMemoryInTheLoop) {
  mallocs_of(200);
  const long quiet = mallocs_of(200);
  Wish jog;
  jog.kind = WishKind::kJogHand;
  jog.what = "jog_hand";
  jog.hand_velocity = {0.01, 0.0};
  long busy = 0;
  for (int i = 0; i < 200; ++i) {
    for (int j = 0; j < 5; ++j) desk_.ask(jog);
    desk_.operator_lost();
    if (i % 20 == 0) desk_.stop({"Ada", "127.0.0.1"});
    busy += mallocs_of(1);
  }
  EXPECT_LE(busy, quiet);
}

}  // namespace
}  // namespace freefloat
