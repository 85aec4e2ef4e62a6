#pragma once

#include "config/fields/field.h"
#include "runtime/experiment.h"

namespace freefloat {

/// How a phase of an experiment is written.
Fields<Phase> phase_fields();

/// Reads a condition on logged quantities; what is wrong with it is told with its column.
/// @param of_moment See parse_condition.
std::optional<RunCondition> read_condition(const ConfigNode& node, bool of_moment, Problems& problems);

/// Phases that can work, each with what it needs and nothing that means nothing in it.
/// @param list The phases' places in the file.
void check_phases(const Experiment& experiment, const ConfigNode& list, Problems& problems);

/// Fills in what a file may leave out: names of phases, and time-outs of those that last a fixed time.
void complete_phases(Experiment& experiment);

}  // namespace freefloat
