#include "calibration/camera_calibration.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "drawn_camera.h"
#include "types/angle.h"

namespace freefloat {
namespace {

using namespace testing_support;
using testing::HasSubstr;

/// A drawn camera with views of a board.
struct DrawnViews {
  explicit DrawnViews(int count, double tilt = deg_to_rad(40.0), LensModel model = LensModel::kPinhole5) {
    camera = draw_camera(model, random);
    views = draw_views(camera.lens, question.layout, count, 0.1, tilt, random);
  }
  std::mt19937_64 random{7};
  CameraQuestion question;
  DrawnCamera camera;
  std::vector<BoardView> views;
};

bool mentions(const std::vector<RejectedView>& rejected, const std::string& name, const std::string& words) {
  return std::any_of(rejected.begin(), rejected.end(), [&](const RejectedView& view) {
    return view.name == name && view.reason.find(words) != std::string::npos;
  });
}

TEST(CameraCalibration, RefusesOneView) {
  const DrawnViews drawn(1);
  const auto answer = calibrate_camera(drawn.views, {{"b.png", "no chessboard is found"}}, drawn.question);
  ASSERT_FALSE(answer);
  EXPECT_THAT(answer.error(), HasSubstr("1 view of the board can be used"));
  EXPECT_THAT(answer.error(), HasSubstr("b.png: no chessboard is found"));
}

TEST(CameraCalibration, RefusesBoardsParallelToTheSensor) {
  const DrawnViews drawn(15, 0.0);
  const auto answer = calibrate_camera(drawn.views, {}, drawn.question);
  ASSERT_FALSE(answer);
  EXPECT_THAT(answer.error(), HasSubstr("tilted by 20 to 45 deg"));
}

TEST(CameraCalibration, RejectsViewsEachWithItsReason) {
  DrawnViews drawn(16);
  std::vector<BoardView>& views = drawn.views;
  views[3] = views[2];
  views[3].name = "twin";
  for (BoardCorner& corner : views[3].corners) corner.uv.x() += 0.3;
  for (BoardView& view : views) view.edge_width = 2.0;
  views[5].edge_width = 9.0;
  views[7].width += 10;
  views[9].corners.resize(5);
  for (BoardCorner& corner : views[11].corners) corner.uv.y() += corner.id % 9 == 4 ? 6.0 : 0.0;
  const std::vector<BoardView> given = views;
  const auto answer = calibrate_camera(views, {}, drawn.question);
  ASSERT_TRUE(answer) << answer.error();
  EXPECT_TRUE(mentions(answer->rejected, "twin", "duplicate of " + given[2].name));
  EXPECT_TRUE(mentions(answer->rejected, given[5].name, "blurred: edges are 9.0 px wide"));
  EXPECT_TRUE(mentions(answer->rejected, given[7].name, "pixels, most have"));
  EXPECT_TRUE(mentions(answer->rejected, given[9].name, "only 5 corners"));
  EXPECT_TRUE(mentions(answer->rejected, given[11].name, "outlier"));
  EXPECT_EQ(answer->views.size(), 11u);
}

/// Models whose held-out views have these mean squares.
std::size_t choice_of(const std::vector<std::vector<double>>& squares) {
  std::vector<HeldOut> models;
  for (const auto& views : squares) {
    double sum = 0.0;
    for (const double square : views) sum += square;
    models.push_back({LensModel::kPinhole5, views, std::sqrt(sum / static_cast<double>(views.size()))});
  }
  return choose_model(models);
}

TEST(ChooseModel, TakesNoRicherOneForAGainThatIsNone) {
  const std::vector<double> simple{1.0, 1.4, 0.8, 1.1, 0.9, 1.3, 0.7, 1.2, 1.0, 0.95};
  std::vector<double> hardly = simple;  // in every view, but by nothing
  for (double& square : hardly) square *= 0.995;
  EXPECT_EQ(choice_of({simple, hardly}), 0u);
  std::vector<double> by_chance = simple;  // on the whole, but not in every view
  for (std::size_t i = 0; i < simple.size(); ++i) by_chance[i] *= i % 3 == 0 ? 0.8 : 1.05;
  EXPECT_EQ(choice_of({simple, by_chance}), 0u);
  std::vector<double> better = simple;
  for (double& square : better) square *= 0.8;
  EXPECT_EQ(choice_of({simple, better}), 1u);
  EXPECT_EQ(choice_of({simple, better, hardly}), 1u);
  std::vector<double> blind = simple;  // a lens that cannot show one of the boards
  blind[4] = 1e4;
  EXPECT_EQ(choice_of({blind, simple}), 1u);
}

TEST(CameraCalibration, TakesAFisheyeForOne) {
  const DrawnViews drawn(20, deg_to_rad(40.0), LensModel::kFisheye);
  const auto answer = calibrate_camera(drawn.views, {}, drawn.question);
  ASSERT_TRUE(answer) << answer.error();
  EXPECT_EQ(name_of(answer->fit.model), "fisheye");
  EXPECT_NEAR(answer->fit.sigma, 0.1, 0.01);
  EXPECT_LT(compare_lenses(drawn.camera.lens, answer->fit.lens).field.rms(), 0.3);
}

TEST(CameraCalibration, TwoHalvesDifferByWhatNoiseMakes) {
  const DrawnViews drawn(24);
  const auto answer = calibrate_camera(drawn.views, {}, drawn.question);
  ASSERT_TRUE(answer && answer->halves);
  const double ratio = answer->halves->difference.field.rms() / answer->halves->expected;
  EXPECT_GT(ratio, 0.3);
  EXPECT_LT(ratio, 2.5);
}

TEST(CameraCalibration, SaysWhenTheFocusChanged) {
  DrawnViews drawn(24);
  // Every other view with another focal length: hardly a residual, but no noise.
  for (std::size_t v = 0; v < drawn.views.size(); ++v) {
    for (BoardCorner& corner : drawn.views[v].corners) {
      const Vector2 r = corner.uv - 0.5 * Vector2(drawn.camera.lens.width, drawn.camera.lens.height);
      corner.uv += (v % 2 == 0 ? 2e-3 : -2e-3) * r;
    }
  }
  const auto answer = calibrate_camera(drawn.views, {}, drawn.question);
  ASSERT_TRUE(answer) << answer.error();
  EXPECT_THAT(answer->warnings, testing::Contains(HasSubstr("two halves of the views differ")));
}

}  // namespace
}  // namespace freefloat
