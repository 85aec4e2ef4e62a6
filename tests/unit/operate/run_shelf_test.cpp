// What people ask of runs that were recorded.
#include "operate/run_shelf.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "support/source_dir.h"

namespace freefloat {
namespace {

/// A folder with one run; what takes long is done when the test says so.
class RunShelfTest : public ::testing::Test {
 protected:
  RunShelfTest() { std::filesystem::create_directories(run_); }
  ~RunShelfTest() override { std::filesystem::remove_all(folder_); }

  void take_in() {
    std::ofstream(run_ / "report.html") << "<!DOCTYPE html>";
    archive_.refresh();
  }

  console::Answer ask_track() {
    const nlohmann::json request{{"name", "a_run"}};
    return shelf_.ask({.what = "run_track", .request = request, .caller = caller_, .origin = {}});
  }

  const std::filesystem::path folder_ =
      std::filesystem::path(::testing::TempDir()) / ("run_shelf_test" + std::to_string(getpid()));
  const std::filesystem::path run_ = folder_ / "a_run";
  const console::Caller caller_{};
  RunArchive archive_{folder_};
  Worker librarian_{std::function<void()>()};
  std::vector<std::string> alarms_;
  int changes_ = 0;
  RunShelf shelf_{archive_, librarian_, [this](const std::string& words) { alarms_.push_back(words); },
                  [this] { ++changes_; }};
};

TEST_F(RunShelfTest, ReadsALogOnceHoweverOftenItsTrackIsAskedFor) {
  std::filesystem::copy_file(source_dir() + "/tests/data/standing.mcap", run_ / "run.mcap");
  take_in();
  for (int i = 0; i < 5; ++i) {
    const console::Answer answer = ask_track();
    EXPECT_FALSE(answer.done);
    EXPECT_EQ(answer.result.at("status"), "reading");
  }
  librarian_.work();
  EXPECT_EQ(changes_, 1);
  const console::Answer answer = ask_track();
  EXPECT_TRUE(answer.done);
  EXPECT_GT(answer.result.at("time_s").size(), 20u);
}

TEST_F(RunShelfTest, SaysWhyALogHasNoTrackAndLooksAgain) {
  std::ofstream(run_ / "run.mcap") << "no log";
  take_in();
  EXPECT_EQ(ask_track().result.at("status"), "reading");
  librarian_.work();
  const console::Answer answer = ask_track();
  EXPECT_FALSE(answer.done);
  EXPECT_TRUE(answer.result.is_null());
  ASSERT_EQ(alarms_.size(), 1u);
  EXPECT_EQ(answer.words, alarms_.front());
  // Whoever asks again after that has put another log there.
  EXPECT_EQ(ask_track().result.at("status"), "reading");
}

}  // namespace
}  // namespace freefloat
