#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "calibration/camera_calibration.h"

namespace freefloat {

/// Another calibration of the same camera, beside the new one.
struct LensComparison {
  std::string name;  ///< of its file
  LensDifference difference;
  bool scaled = false;  ///< it was made for pictures of another size
};

/// @param name Of the camera.
/// @param table_distance From the optical centre to the table, m.
/// @return The page, which needs nothing else.
std::string make_camera_report(const CameraCalibration& calibration, const std::string& name,
                               double table_distance, const std::optional<LensComparison>& comparison);

/// @return The same for the terminal.
std::string describe_camera_calibration(const CameraCalibration& calibration, double table_distance,
                                        const std::optional<LensComparison>& comparison);

/// @return The same for programs; units in the keys.
nlohmann::ordered_json camera_calibration_json(const CameraCalibration& calibration, double table_distance,
                                               const std::optional<LensComparison>& comparison);

}  // namespace freefloat
