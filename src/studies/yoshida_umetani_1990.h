#pragma once

#include "studies/study.h"

namespace freefloat {

/// K. Yoshida, Y. Umetani: Control of Space Free-Flying Robot, 1990.
StudyReport run_yoshida_umetani_1990(const StudyInput& input);

}  // namespace freefloat
