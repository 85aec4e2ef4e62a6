#pragma once

#include <string>

#include "studies/study.h"

namespace freefloat {

/// @return The study as one HTML page that needs nothing else.
std::string make_study_page(const StudyReport& report);

/// @return A row's number as people read it: at most 6 significant digits; "–" when there is none.
std::string format_study_number(const std::optional<double>& value);

/// @return Ours minus the paper's; "–" when one is missing.
std::string format_study_difference(const StudyRow& row);

}  // namespace freefloat
