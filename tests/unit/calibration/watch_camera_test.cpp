#include "calibration/watch_camera.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "shown_boards.h"

namespace freefloat {
namespace {

using namespace testing_support;
using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;

/// What came of watching a camera.
struct Watching {
  PictureSearch search;
  std::vector<std::string> news;
};

Watching watch(Camera& camera, VirtualClock& clock, const std::string& complaints = {}) {
  Watching result;
  const std::atomic<bool> stop = false;
  watch_camera({"lab", camera, clock, [&] { return complaints; }}, {}, stop, result.search,
               [&](const std::string& line) { result.news.push_back(line); });
  return result;
}

TEST(WatchCamera, TakesHeldBoardsUntilPosesAndPartsOfThePictureAreComplete) {
  VirtualClock clock;
  std::vector<RenderedBoard> pictures = boards_all_over({}, small_lens());
  const std::size_t shown = pictures.size();
  ShownBoards camera(std::move(pictures), 4, clock);
  const Watching result = watch(camera, clock);
  EXPECT_GE(result.search.views.size(), 20u);
  EXPECT_LE(result.search.views.size(), shown);
  EXPECT_TRUE(result.search.live);
  EXPECT_THAT(result.news, Contains(HasSubstr("hold the board nearer")));
  EXPECT_THAT(result.news.back(), HasSubstr("corners in 16 of 16 parts of the picture"));
}

TEST(WatchCamera, AsksForThePartOfThePictureThatNoBoardReached) {
  VirtualClock clock;
  std::vector<RenderedBoard> pictures = boards_all_over({}, small_lens());
  pictures.erase(pictures.begin() + 16, pictures.begin() + 18);  // lower right corner
  ShownBoards camera(std::move(pictures), 4, clock);
  const Watching result = watch(camera, clock);
  EXPECT_THAT(result.news, Contains(HasSubstr("reaches into the lower right corner of the picture")));
}

TEST(WatchCamera, TakesNoViewOfABoardThatMoves) {
  VirtualClock clock;
  std::vector<RenderedBoard> pictures;
  for (int i = 0; i < 23; ++i) {
    const BoardLayout layout;
    pictures.push_back(render_board(small_lens(),
                                    hold_board(layout, {0.3, 0.1, 0.0}, {-0.1 + 0.009 * i, 0.0, 0.5}),
                                    chess_pattern(layout), layout));
  }
  ShownBoards camera(std::move(pictures), 1, clock);
  camera.period = std::chrono::milliseconds(500);
  const Watching result = watch(camera, clock);
  EXPECT_TRUE(result.search.views.empty());
  EXPECT_THAT(result.news, Contains(HasSubstr("hold it still")));
}

TEST(WatchCamera, SaysWhyACameraGivesNoPicture) {
  VirtualClock clock;
  ShownBoards camera({}, 1, clock);
  camera.at_end = ReadStatus::kNone;
  try {
    watch(camera, clock, "every picture is refused: 640x480, the file has 1280x1024");
    ADD_FAILURE() << "watched a camera without pictures to the end";
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr("camera 'lab' has given no picture for five seconds"),
                                    HasSubstr("640x480, the file has 1280x1024"), HasSubstr("doctor")));
  }
}

TEST(WatchCamera, GoesOnWithWhatItTookFromACameraThatFailed) {
  VirtualClock clock;
  std::vector<RenderedBoard> pictures = boards_all_over({}, small_lens());
  pictures.resize(3);
  ShownBoards camera(std::move(pictures), 4, clock);
  camera.at_end = ReadStatus::kFailed;
  const Watching result = watch(camera, clock);
  EXPECT_EQ(result.search.views.size(), 3u);
  EXPECT_THAT(result.news.back(), HasSubstr("has failed; going on with 3 views"));
}

TEST(WatchCamera, GivesUpACameraThatFailedBeforeTheFirstView) {
  VirtualClock clock;
  ShownBoards camera({}, 1, clock);
  camera.at_end = ReadStatus::kFailed;
  EXPECT_THROW(watch(camera, clock), std::runtime_error);
}

}  // namespace
}  // namespace freefloat
