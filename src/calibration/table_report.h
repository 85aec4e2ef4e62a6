#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "calibration/table_calibration.h"

namespace freefloat {

/// @return The calibration for the terminal: each number with its uncertainty and how far it moved.
std::string describe_table_calibration(const TableCalibration& calibration);

/// @return The same for programs; units in the keys.
nlohmann::ordered_json table_calibration_json(const TableCalibration& calibration);

/// @param name Of the table or robot.
/// @return The same as a page, which needs nothing else.
std::string make_table_report(const TableCalibration& calibration, const std::string& name);

}  // namespace freefloat
