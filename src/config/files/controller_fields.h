#pragma once

#include "config/fields/field.h"
#include "control/controller_config.h"
#include "vision/vision_config.h"

namespace freefloat {

// How the settings of the controller are written, one list a section of a testbed file.

Fields<TableParameters> table_fields();
Fields<ControllerConfig> control_fields();
Fields<GuidanceConfig> guidance_fields();
Fields<EstimatorConfig> estimator_fields();
Fields<SafetyConfig> safety_fields();
Fields<VisionConfig> vision_fields();

}  // namespace freefloat
