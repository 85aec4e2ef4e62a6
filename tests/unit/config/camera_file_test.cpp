#include <gmock/gmock.h>

#include "config/load/load_parts.h"
#include "support/config_files.h"
#include "types/angle.h"

namespace freefloat {
namespace {

using testing::HasSubstr;
using namespace testing_support;

const std::string kOpenCv =
    "%YAML:1.0\n"
    "---\n"
    "calibration_time: \"Fri 20 Nov 2026\"\n"
    "image_width: 640\n"
    "image_height: 480\n"
    "camera_matrix: !!opencv-matrix\n"
    "   rows: 3\n"
    "   cols: 3\n"
    "   dt: d\n"
    "   data: [ 5.3e+02, 0., 3.2e+02, 0., 5.4e+02, 2.4e+02, 0., 0., 1. ]\n"
    "distortion_coefficients: !!opencv-matrix\n"
    "   rows: 5\n"
    "   cols: 1\n"
    "   dt: d\n"
    "   data: [ -2.8e-01, 7.4e-02, 1.2e-03, 1.8e-04, 0. ]\n"
    "avg_reprojection_error: 0.39\n";

const std::string kRos =
    "image_width: 640\n"
    "image_height: 480\n"
    "camera_name: ceiling\n"
    "camera_matrix:\n"
    "  rows: 3\n"
    "  cols: 3\n"
    "  data: [530, 0, 320, 0, 540, 240, 0, 0, 1]\n"
    "distortion_model: plumb_bob\n"
    "distortion_coefficients:\n"
    "  rows: 1\n"
    "  cols: 5\n"
    "  data: [-0.28, 0.074, 0.0012, 0.00018, 0]\n"
    "rectification_matrix:\n"
    "  rows: 3\n"
    "  cols: 3\n"
    "  data: [1, 0, 0, 0, 1, 0, 0, 0, 1]\n"
    "projection_matrix:\n"
    "  rows: 3\n"
    "  cols: 4\n"
    "  data: [530, 0, 320, 0, 0, 540, 240, 0, 0, 0, 1, 0]\n";

const std::string kCamera =
    "name: c\n"
    "calibration: lens/lens.yaml\n"
    "rate_hz: 50\n"
    "exposure_ms: 4\n"
    "latency_ms: 6\n"
    "position_m: [0.1, -0.2, 2.6]\n"
    "rotation_deg: [1, 2, 3]\n";

class CameraFileTest : public ConfigFiles {};

void expect_lens(const CameraParameters& camera) {
  EXPECT_EQ(camera.width, 640);
  EXPECT_EQ(camera.height, 480);
  EXPECT_EQ(camera.fx, 530.0);
  EXPECT_EQ(camera.fy, 540.0);
  EXPECT_EQ(camera.cx, 320.0);
  EXPECT_EQ(camera.cy, 240.0);
  EXPECT_EQ(camera.distortion, (LensTerms{-0.28, 0.074, 0.0012, 0.00018}));
}

TEST_F(CameraFileTest, ReadsCalibrationsOfOpenCvAndRos) {
  expect_lens(load_camera(write("opencv.yaml", kOpenCv)));
  const CameraParameters ros = load_camera(write("ros.yaml", kRos));
  expect_lens(ros);
  EXPECT_EQ(ros.name, "ceiling");
}

TEST_F(CameraFileTest, TakesTheLensFromTheCalibrationThatItNames) {
  write("lens/lens.yaml", kOpenCv);
  const CameraParameters camera = load_camera(write("camera.yaml", kCamera));
  expect_lens(camera);
  EXPECT_EQ(camera.name, "c");
  EXPECT_EQ(camera.rate, 50.0);
  EXPECT_EQ(camera.exposure, from_seconds(0.004));
  EXPECT_EQ(camera.latency, from_seconds(0.006));
  EXPECT_EQ(camera.p_WC, Eigen::Vector3d(0.1, -0.2, 2.6));
  EXPECT_EQ(camera.rpy_WC, Eigen::Vector3d(deg_to_rad(1.0), deg_to_rad(2.0), deg_to_rad(3.0)));
}

TEST_F(CameraFileTest, NamesAMissingCalibrationAndTheKeyThatRefersToIt) {
  const std::string file = write("camera.yaml", kCamera);
  const ConfigProblem problem = problem_of([&] { load_camera(file); });
  EXPECT_EQ(problem.file, file);
  EXPECT_EQ(problem.line, 2);
  EXPECT_EQ(problem.key, "calibration");
  EXPECT_THAT(problem.problem, HasSubstr(path("lens/lens.yaml") + " does not exist"));
}

TEST_F(CameraFileTest, RefusesCalibrationsThatItCannotUse) {
  const auto breaking = [&](const std::string& from, const std::string& to) {
    return problem_of([&] { load_camera(write("c.yaml", replaced(kRos, from, to))); });
  };
  EXPECT_THAT(breaking("plumb_bob", "thin_prism").problem, HasSubstr("not one of the allowed words"));
  EXPECT_THAT(breaking("plumb_bob", "equidistant").allowed, HasSubstr("equidistant has k1, k2, k3, k4"));
  EXPECT_THAT(breaking("cols: 5\n  data: [-0.28, 0.074, 0.0012, 0.00018, 0]",
                       "cols: 6\n  data: [-0.28, 0.074, 0.0012, 0.00018, 0, 1]")
                  .problem,
              HasSubstr("6 terms"));
  EXPECT_EQ(breaking("[530, 0, 320", "[.nan, 0, 320").key, "camera_matrix.data[0]");
  EXPECT_EQ(breaking("image_width: 640\n", "").key, "image_width");
}

TEST_F(CameraFileTest, KeepsCalibrationsWithinTheRangesOfCameraFiles) {
  const auto breaking = [&](const std::string& from, const std::string& to) {
    return problem_of([&] { load_camera(write("c.yaml", replaced(kRos, from, to))); });
  };
  EXPECT_EQ(breaking("[530, 0, 320", "[1e308, 0, 320").key, "camera_matrix.data[0]");
  EXPECT_EQ(breaking("[530, 0, 320", "[0, 0, 320").key, "camera_matrix.data[0]");
  EXPECT_EQ(breaking("-0.28", "1e9").key, "distortion_coefficients.data[0]");
  EXPECT_THAT(breaking("0, 540, 240", "0, 540, 500").problem, HasSubstr("outside of the picture"));
}

TEST_F(CameraFileTest, ComparesTheSizesOfACalibrationsMatrices) {
  const auto breaking = [&](const std::string& from, const std::string& to) {
    return problem_of([&] { load_camera(write("c.yaml", replaced(kRos, from, to))); });
  };
  EXPECT_EQ(breaking("  rows: 3\n  cols: 3", "  rows: 3\n  cols: 2").key, "camera_matrix.data");
  EXPECT_THAT(breaking("cols: 5", "cols: 4").allowed, HasSubstr("rows * cols = 4 numbers"));
  EXPECT_EQ(breaking("530, 0, 320", "530, 7, 320").key, "camera_matrix");
}

TEST_F(CameraFileTest, ReadsLensesOfEightTermsAndFisheyes) {
  const std::string eight = "-0.28, 0.074, 0.0012, 0.00018, 0.01, 0.1, 0.02, 0.003]";
  const std::string rational =
      replaced(replaced(replaced(kRos, "plumb_bob", "rational_polynomial"), "cols: 5", "cols: 8"),
               "-0.28, 0.074, 0.0012, 0.00018, 0]", eight);
  const LensTerms terms{-0.28, 0.074, 0.0012, 0.00018, 0.01, 0.1, 0.02, 0.003};
  CameraParameters camera = load_camera(write("ros.yaml", rational));
  EXPECT_EQ(camera.distortion_model, DistortionModel::kRationalPolynomial);
  EXPECT_EQ(camera.distortion, terms);

  // OpenCV names no model, and adds zeros for the terms that were not asked for.
  const std::string long_opencv =
      replaced(replaced(kOpenCv, "rows: 5", "rows: 14"), "[ -2.8e-01, 7.4e-02, 1.2e-03, 1.8e-04, 0. ]",
               "[ -0.28, 0.074, 0.0012, 0.00018, 0.01, 0.1, 0.02, 0.003, 0., 0., 0., 0., 0., 0. ]");
  camera = load_camera(write("opencv.yaml", long_opencv));
  EXPECT_EQ(camera.distortion_model, DistortionModel::kRationalPolynomial);
  EXPECT_EQ(camera.distortion, terms);

  const std::string four = replaced(replaced(kRos, "cols: 5", "cols: 4"), "0.00018, 0]", "0.00018]");
  for (const char* name : {"equidistant", "fisheye"}) {
    camera = load_camera(write("fisheye.yaml", replaced(four, "plumb_bob", name)));
    EXPECT_EQ(camera.distortion_model, DistortionModel::kEquidistant) << name;
    EXPECT_EQ(camera.distortion, (LensTerms{-0.28, 0.074, 0.0012, 0.00018}));
  }
  const std::string opencv_fisheye =
      replaced(replaced(replaced(kOpenCv, "rows: 5", "rows: 4"), "1.8e-04, 0. ]", "1.8e-04 ]"), "image_width",
               "fisheye_model: 1\nimage_width");
  EXPECT_EQ(load_camera(write("c.yaml", opencv_fisheye)).distortion_model, DistortionModel::kEquidistant);
}

const std::string kOwnLens =
    "width_px: 640\n"
    "height_px: 480\n"
    "focal_length_px: [530, 540]\n"
    "principal_point_px: [320, 240]\n";

TEST_F(CameraFileTest, TakesEveryLensModelInItsOwnFile) {
  const std::string own = replaced(kCamera, "calibration: lens/lens.yaml\n", kOwnLens);
  const auto reading = [&](const std::string& lens) { return load_camera(write("c.yaml", own + lens)); };
  EXPECT_EQ(reading("distortion: [0.1, 0, 0, 0]\n").distortion_model, DistortionModel::kPlumbBob);
  EXPECT_EQ(
      reading("distortion_model: rational_polynomial\ndistortion: [1, 2, 3, 4, 5, 6, 7, 8]\n").distortion,
      (LensTerms{1, 2, 3, 4, 5, 6, 7, 8}));
  EXPECT_EQ(reading("distortion_model: equidistant\ndistortion: [1, 2, 3, 4]\n").distortion,
            (LensTerms{1, 2, 3, 4}));
  const auto refused = [&](const std::string& lens) { return problem_of([&] { reading(lens); }); };
  EXPECT_EQ(refused("distortion: [1, 2, 3, 4, 5, 6, 7, 8]\n").key, "distortion");
  EXPECT_EQ(refused("distortion_model: equidistant\n").key, "distortion_model");
}

TEST_F(CameraFileTest, RefusesAPrincipalPointOutsideOfThePicture) {
  const std::string own = replaced(kCamera, "calibration: lens/lens.yaml\n", kOwnLens);
  for (const char* point : {"[641, 240]", "[320, -1]"}) {
    const auto reading = [&] { load_camera(write("c.yaml", replaced(own, "[320, 240]", point))); };
    EXPECT_THAT(problem_of(reading).problem, HasSubstr("outside of the picture"));
  }
}

TEST_F(CameraFileTest, HangsAtAnyTurnAboutTheVertical) {
  write("lens/lens.yaml", kRos);
  const auto turned = [&](const std::string& by) {
    return [&, by] { load_camera(write("c.yaml", replaced(kCamera, "[1, 2, 3]", by))); };
  };
  for (const char* good : {"[0, 0, 90]", "[0, 0, 180]", "[1, 0, -90]", "[0, 0, 270]", "[70, 0, 0]"}) {
    EXPECT_TRUE(problems_of(turned(good)).empty()) << good;
  }
  for (const char* bad : {"[90, 0, 0]", "[0, 180, 0]", "[60, 75, 0]"}) {
    EXPECT_THAT(problem_of(turned(bad)).problem, HasSubstr("away from straight down")) << bad;
  }
}

TEST_F(CameraFileTest, RefusesAnIncompleteOrDoubleLens) {
  write("lens/lens.yaml", kRos);
  const auto doubled = [&] { load_camera(write("c.yaml", kCamera + "width_px: 640\n")); };
  EXPECT_EQ(problem_of(doubled).key, "width_px");
  const auto without = [&] {
    load_camera(write("c.yaml", replaced(kCamera, "calibration: lens/lens.yaml\n", "")));
  };
  EXPECT_EQ(problems_of(without).size(), 4u);
}

TEST_F(CameraFileTest, RefusesImpossibleTimes) {
  write("lens/lens.yaml", kRos);
  const auto breaking = [&](const std::string& from, const std::string& to) {
    return problem_of([&] { load_camera(write("c.yaml", replaced(kCamera, from, to))); });
  };
  EXPECT_EQ(breaking("exposure_ms: 4", "exposure_ms: 13").key, "latency_ms");
  EXPECT_EQ(breaking("rate_hz: 50", "rate_hz: 500").key, "exposure_ms");
  EXPECT_EQ(breaking("2.6]", "-2.6]").key, "position_m");
}

TEST_F(CameraFileTest, ReadsHowTheRowsAreExposed) {
  write("lens/lens.yaml", kRos);
  EXPECT_EQ(load_camera(write("c.yaml", kCamera)).readout, Readout::kGlobal);
  const CameraParameters rolling =
      load_camera(write("c.yaml", kCamera + "readout: rolling\nrow_time_us: 8.5\n"));
  EXPECT_EQ(rolling.readout, Readout::kRolling);
  EXPECT_EQ(rolling.row_time, from_seconds(8.5e-6));
}

TEST_F(CameraFileTest, RefusesAReadoutThatCannotBe) {
  write("lens/lens.yaml", kRos);
  const auto adding = [&](const std::string& lines) {
    return problem_of([&] { load_camera(write("c.yaml", kCamera + lines)); });
  };
  EXPECT_EQ(adding("readout: rolling\n").key, "readout");
  EXPECT_EQ(adding("row_time_us: 8\n").key, "row_time_us");
  EXPECT_EQ(adding("readout: rolling\nrow_time_us: 20\n").key,
            "latency_ms");  // (20 us x 479 + 4 ms) / 2 = 6.8 ms
}

}  // namespace
}  // namespace freefloat
