#pragma once

#include <string>
#include <vector>

#include "calibration/table_calibration.h"

namespace freefloat {

/// @param path Of a CSV file, a line a point: name, x_m, y_m, z_m, u_px, v_px.
/// @throws std::runtime_error with file and line where it is not so.
std::vector<SurveyedPoint> read_points(const std::string& path);

/// @param path Of a run's log. @param led_count LEDs of the robot. @param most So many pictures, spread over
/// the run; those in which nothing has moved do not count.
/// @throws std::runtime_error where it is no log, or of a robot with fewer LEDs.
std::vector<LedPicture> read_led_pictures(const std::string& path, std::size_t led_count, int most);

}  // namespace freefloat
