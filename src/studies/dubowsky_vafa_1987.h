#pragma once

#include "studies/study.h"

namespace freefloat {

/// S. Dubowsky, Z. Vafa: A Virtual Manipulator Model for Space Robotic Systems, 1987: Table 1, the workspace
/// of Fig. 5, and the cyclic correction of the attitude (Table 3, Figs. 9 to 13) of a robot of our own, the
/// paper's being illegible.
StudyReport run_dubowsky_vafa_1987(const StudyInput& input);

}  // namespace freefloat
