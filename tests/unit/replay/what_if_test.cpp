#include "replay/what_if.h"

#include <gmock/gmock.h>

#include "replay/branch_run.h"
#include "replay/replay_controller.h"
#include "unit/replay/log_folder.h"

namespace freefloat {
namespace {

using testing::HasSubstr;

class WhatIfOnALog : public ReplayedLogs {
 protected:
  static WhatIfResult compare(const std::string& log, const std::vector<std::string>& changes) {
    ReplayOptions options;
    options.changes = changes;
    ControllerReplay replay(log, options);
    WhatIf what_if(replay.config());
    while (const RunItem* item = replay.next()) {
      if (item->cycle != nullptr) what_if.add(*item->cycle, *replay.step(item->cycle->input));
    }
    return what_if.take_result();
  }
};

TEST_F(WhatIfOnALog, FindsNothingWhenTheChangeChangesNothing) {
  const WhatIfResult result = compare(record("run.mcap"), {"description=the same"});
  EXPECT_EQ(result.different_commands, 0u);
  EXPECT_EQ(result.hand_offset, 0.0);
  EXPECT_EQ(limits_of_knowledge(result).size(), 1u);
}

TEST_F(WhatIfOnALog, ShowsWhatASlowerHandWouldHaveCommanded) {
  const WhatIfResult result = compare(record("run.mcap"), {"guidance.max_hand_speed_m_s=0.05"});
  EXPECT_GT(result.different_commands, 50u);
  ASSERT_TRUE(result.first_difference);
  EXPECT_GT(result.hand_offset, 0.005);
  const std::string page = make_what_if_page(result, "a <run>", {"--set x"});
  EXPECT_THAT(page, HasSubstr("a &lt;run&gt;"));
  EXPECT_THAT(page, HasSubstr("cannot know"));
  EXPECT_THAT(page, HasSubstr("what-if-rates"));
}

TEST_F(WhatIfOnALog, BranchesIntoTheClosedLoop) {
  const std::string log = record("run.mcap");
  const std::atomic<bool> stop{false};
  const BranchResult branch =
      branch_run(log, Time{from_seconds(2.5)}, {"guidance.max_hand_speed_m_s=0.1"}, stop);
  EXPECT_TRUE(branch.passed);
  EXPECT_TRUE(branch.from_truth);
  EXPECT_LT(branch.hand_offset, 0.005);
  EXPECT_GE(branch.at, Time{from_seconds(2.5)});
  EXPECT_THROW(branch_run(log, Time{from_seconds(100.0)}, {}, stop), ReplayError);
}

}  // namespace
}  // namespace freefloat
