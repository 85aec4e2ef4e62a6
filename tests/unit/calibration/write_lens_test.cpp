#include "calibration/write_lens.h"

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

}  // namespace
}  // namespace freefloat
