#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "config/fields/field.h"
#include "vision/camera_parameters.h"

namespace freefloat {

/// A camera as it is written: configs/cameras/*.yaml. The lens is given here, or in a calibration file of
/// OpenCV or ROS that `calibration` names.
struct CameraFile {
  CameraParameters camera;
  std::vector<double> distortion;       ///< as many as were written
  std::vector<double> lens_covariance;  ///< of the intrinsics, its lower triangle by rows; empty: not known
  std::string calibration;
};

// The same for a camera's own file and for a calibration.
inline constexpr Range kPictureSize = between(16, 16384);
inline constexpr Range kFocalLength = above(0, 1e6);
inline constexpr Range kPrincipalPoint = between(-16384, 32768);
inline constexpr Range kDistortionTerm = between(-1e4, 1e4);

Fields<CameraFile> camera_fields();

/// @return Whether the document is a calibration of OpenCV or a ROS camera_info, recognised by its keys.
bool is_calibration(const ConfigNode& node);

/// Distortion models by their names in ROS; the last, another name of the one before, is found in
/// calibrations of newer versions.
inline constexpr std::array<std::pair<const char*, DistortionModel>, 4> kDistortionModels{{
    {"plumb_bob", DistortionModel::kPlumbBob},
    {"rational_polynomial", DistortionModel::kRationalPolynomial},
    {"equidistant", DistortionModel::kEquidistant},
    {"fisheye", DistortionModel::kEquidistant},
}};

/// @return What is wrong with the number of terms; empty when the model has so many.
std::string check_term_count(DistortionModel model, std::size_t count);

/// @return Whether the principal point lies in the picture; if not, a problem was added.
bool check_principal_point(const CameraParameters& camera, const ConfigNode& at, Problems& problems);

/// @param terms At most as many as there is room for; the others become zero.
void set_distortion(CameraParameters& camera, const std::vector<double>& terms);

/// Reads the lens: picture size, focal lengths, principal point, distortion; of ROS also the name.
/// @param camera Keeps everything that such a file does not tell: pose, rate, exposure, latency.
void read_calibration(const ConfigNode& node, CameraParameters& camera, Problems& problems);

/// @param node Of a calibration.
/// @return The covariance of the intrinsics that `freefloat calibrate camera` wrote, by rows of the whole
/// matrix; empty: the file states none, as other programs' do not.
std::vector<double> read_lens_covariance(const ConfigNode& node, Problems& problems);

/// Whether the lens is complete and can be right.
void check_camera(const CameraFile& file, const ConfigNode& node, Problems& problems);

/// Of a camera whose picture's size is known, by its own file or by its calibration: whether rows, exposure
/// and latency agree.
void check_readout(const CameraParameters& camera, const ConfigNode& node, Problems& problems);

}  // namespace freefloat
