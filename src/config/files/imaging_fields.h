#pragma once

#include "config/fields/field.h"
#include "hal/sim/imaging_parameters.h"

namespace freefloat {

/// What the simulated camera adds to an ideal picture.
Fields<ImagingParameters> imaging_fields();

}  // namespace freefloat
