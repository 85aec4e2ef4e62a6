#include "calibration/find_board.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "calibration/check_views.h"
#include "calibration/fit_lens.h"
#include "rendered_board.h"

namespace freefloat {
namespace {

using namespace testing_support;
using testing::HasSubstr;

double worst_distance(const BoardView& view, const BoardLayout& layout, const BoardPose& pose) {
  double worst = 0.0;
  for (const BoardCorner& corner : view.corners) {
    // A chessboard looks the same upside down.
    double nearest = 1e9;
    for (const int id : {corner.id, layout.corner_count() - 1 - corner.id})
      nearest = std::min(nearest, (*project_corner(test_lens(), pose, layout.corner(id)) - corner.uv).norm());
    worst = std::max(worst, nearest);
  }
  return worst;
}

TEST(FindBoard, FindsChessboardCornersWithinATenthOfAPixel) {
  const BoardLayout layout;
  for (const Eigen::Vector3d& turn : {Eigen::Vector3d(0.1, 0.4, 0.2), Eigen::Vector3d(-0.5, 0.1, 1.2)}) {
    const BoardPose pose = hold_board(layout, turn, {0.01, -0.02, 0.4});
    const auto view = find_board(render_board(test_lens(), pose, chess_pattern(layout)).grey(), layout, "a");
    ASSERT_TRUE(view) << view.error();
    ASSERT_EQ(view->corners.size(), 54u);
    EXPECT_LT(worst_distance(*view, layout, pose), 0.1);
    EXPECT_GT(view->edge_width, 0.4);
    EXPECT_LT(view->edge_width, 2.5);
  }
}

TEST(FindBoard, FindsCharucoCornersOfACutBoard) {
  const BoardLayout layout = charuco_board(0.04);
  const BoardPose pose = hold_board(layout, {0.2, -0.3, 0.1}, {-0.22, 0.0, 0.45});
  const auto view = find_board(render_board(test_lens(), pose, charuco_pattern(layout)).grey(), layout, "a");
  ASSERT_TRUE(view) << view.error();
  EXPECT_GE(view->corners.size(), 12u);
  EXPECT_LT(view->corners.size(), 24u);
  EXPECT_LT(worst_distance(*view, layout, pose), 0.3);
}

TEST(FindBoard, SaysWhichCountFits) {
  BoardLayout layout;
  const BoardPose pose = hold_board(layout, {0.1, 0.2, 0.1}, {0.0, 0.0, 0.4});
  const RenderedBoard picture = render_board(test_lens(), pose, chess_pattern(layout));
  layout.columns = 8;
  const auto smaller = find_board(picture.grey(), layout, "a");
  ASSERT_FALSE(smaller);
  EXPECT_THAT(smaller.error(), HasSubstr("9x6 inner corners, not 8x6"));
  layout.columns = 10;
  const auto larger = find_board(picture.grey(), layout, "a");
  ASSERT_FALSE(larger);
  EXPECT_THAT(larger.error(), HasSubstr("only 9x6 of 10x6"));
}

TEST(FindBoard, SaysWhichCountOfCharucoSquaresFits) {
  const BoardLayout printed = charuco_board(0.04);
  for (const Eigen::Vector3d& turn : {Eigen::Vector3d(0.1, 0.2, 0.1), Eigen::Vector3d(-0.5, 0.4, 2.0)}) {
    const BoardPose pose = hold_board(printed, turn, {0.0, 0.0, 0.5});
    const RenderedBoard picture = render_board(test_lens(), pose, charuco_pattern(printed));
    // Inner corners for squares, the other way round, one too many or too few.
    for (const auto& [columns, rows] : {std::pair(6, 4), {5, 7}, {8, 5}, {6, 5}, {7, 4}}) {
      BoardLayout asked = printed;
      asked.columns = columns - 1;
      asked.rows = rows - 1;
      const auto view = find_board(picture.grey(), asked, "a");
      ASSERT_FALSE(view) << columns << "x" << rows;
      EXPECT_THAT(view.error(),
                  HasSubstr("has a ChArUco board of 7x5 squares, not " + std::to_string(columns) + "x" +
                            std::to_string(rows) + ": give --charuco 7x5"));
    }
    EXPECT_TRUE(find_board(picture.grey(), printed, "a"));
  }
}

TEST(FindBoard, SaysThatMarkersAreOfAnotherSizeBesideTheSquares) {
  const BoardLayout printed = charuco_board(0.04);
  const BoardPose pose = hold_board(printed, {0.1, 0.2, 0.1}, {0.0, 0.0, 0.5});
  const RenderedBoard picture = render_board(test_lens(), pose, charuco_pattern(printed));
  BoardLayout asked = printed;
  asked.square = 0.05;
  const auto view = find_board(picture.grey(), asked, "a");
  ASSERT_FALSE(view);
  EXPECT_THAT(view.error(), HasSubstr("of a square's, not 0.60"));
  EXPECT_THAT(view.error(), HasSubstr("with --square-mm 50 it is --marker-mm 3"));
}

TEST(FindBoard, TellsAChessboardFromACharucoBoard) {
  const BoardLayout printed;
  const BoardPose pose = hold_board(printed, {0.1, 0.2, 0.1}, {0.0, 0.0, 0.4});
  const auto view =
      find_board(render_board(test_lens(), pose, chess_pattern(printed)).grey(), charuco_board(0.04), "a");
  ASSERT_FALSE(view);
  EXPECT_THAT(view.error(), HasSubstr("a chessboard of 9x6 inner corners is: give --board 9x6"));
}

TEST(FindBoard, SaysThatAPictureIsMirrored) {
  const BoardLayout layout = charuco_board(0.04);
  const BoardPose pose = hold_board(layout, {0.1, 0.2, 0.1}, {0.0, 0.0, 0.5});
  const auto view =
      find_board(mirrored(render_board(test_lens(), pose, charuco_pattern(layout))).grey(), layout, "a");
  ASSERT_FALSE(view);
  EXPECT_THAT(view.error(), HasSubstr("mirrored"));
}

TEST(FindBoard, SaysThatThereIsNoBoard) {
  const RenderedBoard grey{std::vector<std::uint8_t>(640 * 480, 90), 640, 480};
  const auto view = find_board(grey.grey(), {}, "a");
  ASSERT_FALSE(view);
  EXPECT_THAT(view.error(), HasSubstr("no chessboard"));
}

TEST(FindBoard, MeasuresBlurByTheEdges) {
  const BoardLayout layout;
  const BoardPose pose = hold_board(layout, {0.1, 0.2, 0.1}, {0.0, 0.0, 0.35});
  const RenderedBoard sharp = render_board(test_lens(), pose, chess_pattern(layout));
  const auto view = find_board(blurred(sharp, 3.0).grey(), layout, "a");
  ASSERT_TRUE(view) << view.error();
  // From 10 to 90 % a Gaussian edge of sigma 3 is 2.56 * 3 pixels wide.
  EXPECT_NEAR(view->edge_width, 7.9, 0.8);
}

}  // namespace
}  // namespace freefloat
