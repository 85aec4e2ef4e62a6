#pragma once

#include "studies/study.h"

namespace freefloat {

/// J. J. Korczyk, D. Posada, A. Malik, T. Henderson: Modeling of an On-Orbit Maintenance Robotic Arm
/// Test-Bed, 2021.
StudyReport run_korczyk_2021(const StudyInput& input);

}  // namespace freefloat
