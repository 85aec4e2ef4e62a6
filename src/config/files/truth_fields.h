#pragma once

#include "config/fields/field.h"
#include "hal/sim/truth_config.h"

namespace freefloat {

/// How the world that differs from the files is written: section `truth` of `simulation`. Robot, table,
/// camera and drives are only looked at here, since they are read over what the files say: `load/read_truth`.
Fields<TruthConfig> truth_fields();

}  // namespace freefloat
