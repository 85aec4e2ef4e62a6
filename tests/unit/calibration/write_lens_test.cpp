#include "calibration/write_lens.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "config/load/load_parts.h"
#include "drawn_camera.h"
#include "support/config_files.h"

namespace freefloat {
namespace {

using namespace testing_support;

class WriteLens : public ConfigFiles {};

TEST_F(WriteLens, IsReadBackToTheLastBitFromBothFormats) {
  std::mt19937_64 random(3);
  for (const LensModel model : kLensModels) {
    CameraParameters lens = draw_camera(model, random).lens;
    lens.name = "ceiling";
    for (const std::string& text :
         {write_camera_info(lens, "two\nlines"), write_opencv_calibration(lens, "")}) {
      const CameraParameters read = load_camera(write("lens.yaml", text));
      EXPECT_EQ(read.width, lens.width);
      EXPECT_EQ(read.height, lens.height);
      EXPECT_EQ(read.distortion_model, lens.distortion_model) << text;
      EXPECT_EQ(intrinsics_of(read, model), intrinsics_of(lens, model)) << text;
      EXPECT_EQ(read.distortion, lens.distortion) << text;
    }
  }
}

TEST_F(WriteLens, KeepsHowWellTheLensIsKnown) {
  std::mt19937_64 random(3);
  const CameraParameters lens = draw_camera(LensModel::kPinhole8, random).lens;
  const Eigen::MatrixXd root = Eigen::MatrixXd::Random(12, 12);
  const Eigen::MatrixXd covariance = root * root.transpose();
  for (const std::string& text :
       {write_camera_info(lens, "", covariance), write_opencv_calibration(lens, "", covariance)}) {
    EXPECT_EQ(load_lens_covariance(write("lens.yaml", text)), covariance) << text;
    const std::string camera =
        "name: a\ncalibration: lens.yaml\nrate_hz: 100\nexposure_ms: 2\nlatency_ms: 8\n"
        "position_m: [0, 0, 2.6]\nrotation_deg: [0, 0, 0]\n";
    EXPECT_EQ(load_lens_covariance(write("camera.yaml", camera)), covariance);
    EXPECT_THAT([&] { load_lens_covariance(write("camera.yaml", camera + "lens_covariance: [1]\n")); },
                testing::ThrowsMessage<ConfigError>(testing::HasSubstr("given here and by the calibration")));
  }
  EXPECT_EQ(load_lens_covariance(write("lens.yaml", write_camera_info(lens, ""))).size(), 0);
  const std::string own =
      "name: a\nwidth_px: 640\nheight_px: 480\nfocal_length_px: [500, 500]\nprincipal_point_px: [320, 240]\n"
      "distortion_model: equidistant\ndistortion: [0, 0, 0, 0]\nrate_hz: 100\nexposure_ms: 2\n"
      "latency_ms: 8\nposition_m: [0, 0, 2.6]\nrotation_deg: [0, 0, 0]\nlens_covariance: ";
  const Eigen::MatrixXd eight = covariance.topLeftCorner(8, 8);
  EXPECT_EQ(load_lens_covariance(write("own.yaml", own + lens_covariance_text(eight) + "\n")), eight);
  EXPECT_THAT([&] { load_lens_covariance(write("own.yaml", own + lens_covariance_text(covariance) + "\n")); },
              testing::ThrowsMessage<ConfigError>(testing::HasSubstr("36 of them for 4 + 4 intrinsics")));
}

}  // namespace
}  // namespace freefloat
