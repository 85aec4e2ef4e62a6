#include "operate/lab_list.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace freefloat {
namespace {

using nlohmann::json;

TEST(LabList, IsReadInAWorkersThreadAndAnewEachTimeThatSomebodyAsks) {
  Worker worker{{}};
  int looks = 0;
  LabList list([&] { return json{{"looks", ++looks}}; }, worker);
  EXPECT_FALSE(list.ask().done);
  EXPECT_FALSE(list.ask().done);
  EXPECT_EQ(looks, 0);  // nothing is read in the thread of who asks
  worker.work();
  EXPECT_EQ(looks, 1);  // once for two who asked
  EXPECT_EQ(list.ask().result.at("looks"), 1);
  worker.work();
  EXPECT_EQ(list.ask().result.at("looks"), 2);
}

TEST(LabList, SaysWhyAFolderCannotBeRead) {
  Worker worker{{}};
  LabList list([]() -> json { throw std::runtime_error("lab: is a file"); }, worker);
  list.ask();
  worker.work();
  EXPECT_EQ(list.ask().result.at("problem"), "lab: is a file");
}

TEST(LabList, IsRefusedWhereThereIsNoLab) {
  Worker worker{{}};
  EXPECT_FALSE(LabList({}, worker).ask().done);
}

}  // namespace
}  // namespace freefloat
