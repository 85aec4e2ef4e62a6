#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "calibration/camera_calibration.h"
#include "calibration/table_calibration.h"
#include "calibration/table_report.h"
#include "calibration/table_uncertainty.h"
#include "drawn_camera.h"
#include "drawn_table.h"
#include "types/angle.h"
#include "vision/camera_model.h"

namespace freefloat {
namespace {

using namespace testing_support;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(TableFromBoards, FindsThePoseOfTheCamera) {
  std::mt19937_64 random(1);
  const DrawnTable table = draw_table(random);
  BoardLayout layout;
  layout.square = 0.04;
  const TableBoard first{{0.1, -0.2}, 0.5, 0.003};
  const auto found = calibrate_from_boards(table.file_camera, layout,
                                           lay_boards(table.camera, layout, 4, first, 0.0, random), first);
  ASSERT_TRUE(found) << found.error();
  EXPECT_LT((found->camera.p_WC - table.camera.p_WC).norm(), 1e-6);
  EXPECT_LT((found->camera.rpy_WC - table.camera.rpy_WC).norm(), 1e-6);
}

/// Boards as people lay them, one of which may stand on something.
struct LaidBoards {
  LaidBoards() { layout.square = 0.04; }
  TableAnswer calibrate() const { return calibrate_from_boards(table.file_camera, layout, views, first); }

  /// Puts something under the far rim of a board, or all of it.
  void raise(std::size_t index, double tilt, double height) {
    BoardView& view = views[index];
    const CameraModel model(table.camera);
    const Vector2 place(-0.5, 0.3);
    for (BoardCorner& corner : view.corners) {
      const Eigen::Vector3d p = layout.corner(corner.id);
      corner.uv = *model.project(Eigen::Vector3d(place.x() + p.x(), place.y() - std::cos(tilt) * p.y(),
                                                 height + std::sin(tilt) * p.y()));
    }
  }

  std::mt19937_64 random{1};
  DrawnTable table = draw_table(random);
  BoardLayout layout;
  TableBoard first{{0.1, -0.2}, 0.5, 0.0};
  std::vector<BoardView> views = lay_boards(table.camera, layout_of(0.04), 5, first, 0.1, random);

  static BoardLayout layout_of(double square) {
    BoardLayout layout;
    layout.square = square;
    return layout;
  }
};

TEST(TableFromBoards, HasNoDoubtWhereTheyLieFlat) {
  const LaidBoards boards;
  const auto found = boards.calibrate();
  ASSERT_TRUE(found) << found.error();
  EXPECT_THAT(found->doubt, IsEmpty());
  EXPECT_THAT(find_wrong_square(*found, 0.04, boards.table.file_camera.p_WC.z(), false), IsEmpty());
}

TEST(TableFromBoards, NamesTheBoardThatIsTiltedOrRaised) {
  for (const std::size_t index : {0u, 2u}) {
    LaidBoards boards;
    boards.raise(index, deg_to_rad(5.0), 0.0);
    const auto tilted = boards.calibrate();
    ASSERT_TRUE(tilted) << tilted.error();
    EXPECT_THAT(tilted->doubt, HasSubstr("board " + std::to_string(index + 1) + " is tilted by "));
    EXPECT_THAT(tilted->doubt, HasSubstr("lay the board flat"));
  }
  LaidBoards boards;
  boards.raise(3, 0.0, 0.03);
  const auto raised = boards.calibrate();
  ASSERT_TRUE(raised) << raised.error();
  EXPECT_THAT(raised->doubt, HasSubstr("board 4 is tilted by "));
  EXPECT_THAT(raised->doubt, testing::ContainsRegex("its middle (2[5-9]|3[0-5]) mm above"));
}

TEST(TableFromBoards, SaysWhatTooFewOfThemDoNotTell) {
  LaidBoards boards;
  boards.raise(1, deg_to_rad(8.0), 0.0);
  boards.views.resize(2);
  const auto two = boards.calibrate();
  ASSERT_TRUE(two) << two.error();
  EXPECT_THAT(two->doubt, HasSubstr("which of them is tilted or raised 2 do not tell"));
  boards.views.resize(1);
  const auto one = boards.calibrate();
  ASSERT_TRUE(one) << one.error();
  EXPECT_THAT(one->warnings, testing::Contains(HasSubstr("one board tells the table's plane alone")));
}

TEST(TableFromBoards, SeesWrongSquaresByTheHeightOfTheCamera) {
  LaidBoards boards;
  boards.layout.square = 0.025;
  const auto found = boards.calibrate();
  ASSERT_TRUE(found) << found.error();
  EXPECT_THAT(found->doubt, IsEmpty());  // boards do not tell it
  const double height = boards.table.camera.p_WC.z();
  EXPECT_THAT(find_wrong_square(*found, 0.025, 2.6, false), HasSubstr("is a square 4"));
  EXPECT_THAT(find_wrong_square(*found, 0.025, 2.6, false), HasSubstr("give --height-m"));
  EXPECT_THAT(find_wrong_square(*found, 0.025, height, true), HasSubstr("is a square 40 mm long"));
  EXPECT_THAT(find_wrong_square(*found, 0.025, 0.625 * height, true), IsEmpty());
}

TEST(TableFromPoints, FindsThePoseOfATurnedCamera) {
  std::mt19937_64 random(1);
  DrawnTable table = draw_table(random);
  table.camera.rpy_WC.z() = deg_to_rad(93.0);
  table.camera.p_WC.x() = 0.1;
  std::vector<SurveyedPoint> points;
  for (const Eigen::Vector3d& p :
       {Eigen::Vector3d(0.5, 0.5, 0.0), Eigen::Vector3d(-0.5, 0.5, 0.1), Eigen::Vector3d(-0.5, -0.5, 0.0),
        Eigen::Vector3d(0.5, -0.5, 0.0), Eigen::Vector3d(0.0, 0.2, 0.2)})
    points.push_back({"p", p, *CameraModel(table.camera).project(p)});
  const auto found = calibrate_from_points(table.file_camera, points);
  ASSERT_TRUE(found) << found.error();
  EXPECT_LT((found->camera.p_WC - table.camera.p_WC).norm(), 1e-6);
  EXPECT_NEAR(found->camera.rpy_WC.z(), deg_to_rad(93.0), 1e-6);
  points.resize(3);
  const auto few = calibrate_from_points(table.file_camera, points);
  ASSERT_FALSE(few);
  EXPECT_THAT(few.error(), HasSubstr("3 points are too few"));
}

/// Points all over the table, read to half a pixel.
struct SurveyedTable {
  explicit SurveyedTable(int count) {
    std::normal_distribution<double> gauss(0.0, 0.3);
    for (int i = 0; i < count; ++i) {
      const Eigen::Vector3d p(0.6 * std::cos(1.3 * i), 0.5 * std::sin(1.3 * i + 0.2), i % 3 == 0 ? 0.1 : 0.0);
      const Vector2 uv = *CameraModel(table.camera).project(p) + Vector2(gauss(random), gauss(random));
      points.push_back({"P" + std::to_string(i + 1), p, uv, "points.csv:" + std::to_string(i + 2)});
    }
  }
  std::mt19937_64 random{4};
  DrawnTable table = draw_table(random);
  std::vector<SurveyedPoint> points;
};

TEST(TableFromPoints, NamesThePointThatIsWrong) {
  for (const int count : {5, 8, 12}) {
    SurveyedTable sound(count);
    const auto good = calibrate_from_points(sound.table.file_camera, sound.points);
    ASSERT_TRUE(good) << good.error();
    EXPECT_THAT(good->doubt, IsEmpty());
    SurveyedTable survey(count);
    survey.points[2].p_W.x() += 0.03;
    const auto found = calibrate_from_points(survey.table.file_camera, survey.points);
    ASSERT_TRUE(found) << found.error();
    EXPECT_THAT(found->doubt, HasSubstr("points.csv:4: point P3 lies")) << count;
    EXPECT_THAT(found->doubt, testing::ContainsRegex("(2[5-9]|3[0-5])\\.[0-9] mm off")) << count;
    ASSERT_EQ(found->points.size(), static_cast<std::size_t>(count));
    const std::string text = describe_table_calibration(*found);
    EXPECT_THAT(text, HasSubstr(std::to_string(count) + " points, residual"));
    EXPECT_THAT(text, HasSubstr("P3 "));
  }
}

TEST(TableFromPoints, SaysThatFourDoNotTellWhichIsWrong) {
  SurveyedTable survey(4);
  survey.points[1].uv.y() += 25.0;
  const auto found = calibrate_from_points(survey.table.file_camera, survey.points);
  ASSERT_TRUE(found) << found.error();
  EXPECT_THAT(found->doubt, HasSubstr("4 points do not tell: survey more"));
}

TEST(TableUncertainty, CountsHowWellTheLensIsKnown) {
  BoardLayout layout;
  layout.square = 0.04;
  double taken_as_exact = 0.0;
  double counted = 0.0;
  double over_picture = 0.0;
  constexpr int kCameras = 12;
  for (int seed = 1; seed <= kCameras; ++seed) {
    std::mt19937_64 random(static_cast<std::uint64_t>(seed));
    const DrawnTable table = draw_table(random);
    CameraQuestion question;
    question.layout = layout;
    question.model = LensModel::kPinhole5;
    const auto lens =
        calibrate_camera(draw_views(table.camera, layout, 12, 0.3, deg_to_rad(35.0), random), {}, question);
    ASSERT_TRUE(lens) << lens.error();
    CameraParameters camera = lens->fit.lens;
    camera.p_WC = table.file_camera.p_WC;
    camera.rpy_WC = table.file_camera.rpy_WC;
    const TableBoard first{{0.1, -0.2}, 0.5, 0.0};
    const std::vector<BoardView> views = lay_boards(table.camera, layout, 6, first, 0.1, random);
    const auto solve = [&](const CameraParameters& c) {
      return calibrate_from_boards(c, layout, views, first);
    };
    TableAnswer found = solve(camera);
    ASSERT_TRUE(found) << found.error();
    double square = 0.0;
    std::size_t i = 0;
    for (const BoardView& view : views) {
      for (const BoardCorner& corner : view.corners)
        square +=
            (*CameraModel(table.camera).back_project(corner.uv, 0.0) - found->places[i++]).squaredNorm();
    }
    const double real = std::sqrt(square / (2.0 * static_cast<double>(i)));
    taken_as_exact += std::pow(real / found->table_sigma, 2) / kCameras;
    EXPECT_THAT(found->doubt, IsEmpty()) << seed;
    ASSERT_EQ(add_lens_uncertainty(*found, lens->fit.covariance, solve), "");
    counted += std::pow(real / found->table_sigma, 2) / kCameras;
    square = 0.0;
    constexpr int kCells = 10;
    for (int cell = 0; cell < kCells * kCells; ++cell) {
      const Vector2 uv((cell % kCells + 0.5) * camera.width / kCells,
                       (cell / kCells + 0.5) * camera.height / kCells);
      square += (*CameraModel(table.camera).back_project(uv, 0.0) -
                 *CameraModel(found->camera).back_project(uv, 0.0))
                    .squaredNorm();
    }
    over_picture += square / (2.0 * kCells * kCells) / std::pow(found->picture_sigma, 2) / kCameras;
    EXPECT_THAT(describe_table_calibration(*found), HasSubstr("the lens's own uncertainty is counted"));
  }
  EXPECT_GT(taken_as_exact, 2.0);
  EXPECT_GT(counted, 0.4);
  EXPECT_LT(counted, 1.8);
  EXPECT_GT(over_picture, 0.4);
  EXPECT_LT(over_picture, 1.8);
}

TEST(TableUncertainty, SaysThatACovarianceIsOfAnotherLens) {
  const LaidBoards boards;
  auto found = boards.calibrate();
  ASSERT_TRUE(found) << found.error();
  const std::string why = add_lens_uncertainty(*found, Eigen::MatrixXd::Identity(8, 8), {});
  EXPECT_THAT(why, HasSubstr("8 intrinsics is not of this lens"));
  EXPECT_THAT(describe_table_calibration(*found), HasSubstr("the lens was taken as exact"));
}

}  // namespace
}  // namespace freefloat
