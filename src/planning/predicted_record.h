#pragma once

#include "planning/experiment_plan.h"
#include "runtime/run_record.h"

namespace freefloat {

/// @return The predicted capture as the record of a run, for the pictures of a report: its estimates are what
/// is predicted. Of a refused capture only the start.
RunRecord predicted_record(const ExperimentPlan& plan);

}  // namespace freefloat
