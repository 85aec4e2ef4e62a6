#pragma once

#include "studies/study.h"

namespace freefloat {

/// S. K. Saha, "Modeling and Simulation of Space Robots" (1993): Section 4, the planar robot with three
/// links.
StudyReport run_saha_1993(const StudyInput& input);

}  // namespace freefloat
