#pragma once

#include "studies/study.h"

namespace freefloat {

/// S. A. A. Moosavian, E. Papadopoulos: Explicit dynamics of space free-flyers with multiple manipulators via
/// SPACEMAPLE, 2004.
StudyReport run_moosavian_papadopoulos_2004(const StudyInput& input);

}  // namespace freefloat
