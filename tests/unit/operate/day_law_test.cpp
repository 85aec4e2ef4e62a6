// A law of the user's own that fails in a day at the table.
#include <filesystem>
#include <fstream>

#include "unit/operate/operated_day.h"

namespace freefloat {
namespace {

TEST_F(OperatedDay, StartsALostLawAnewByAcknowledgement) {
  const std::string file = TemporaryFile().path() + "_law.py";
  std::ofstream(file) << "import os\ndef law(q): os._exit(3)\n";
  open("standing_target.yaml", {"control.law=" + file});
  go_on(0.2);
  EXPECT_TRUE(is_well(state(), "law"));
  prepare_and_arm();
  begin_run();
  finish_run();
  go_on(0.5);
  EXPECT_EQ(state().at("last_run").at("passed"), false);
  EXPECT_FALSE(is_well(state(), "law"));
  EXPECT_NE(ask("run").words.find("ended with exit code 3"), std::string::npos) << ask("run").words;
  std::filesystem::copy_file(source_dir() + "/configs/laws/straight.py", file,
                             std::filesystem::copy_options::overwrite_existing);
  go_on(0.2);
  EXPECT_FALSE(is_well(state(), "law")) << "nobody has acknowledged";
  EXPECT_TRUE(ask("acknowledge").done);
  go_on(0.2);
  EXPECT_TRUE(is_well(state(), "law"));
  EXPECT_FALSE(ask("acknowledge").done) << "there is nothing to acknowledge";
  prepare_and_arm();
  begin_run();
  finish_run();
  EXPECT_EQ(state().at("last_run").at("passed"), true) << state().at("last_run");
  expect_replays(2);
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace freefloat
