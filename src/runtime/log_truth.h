#pragma once

#include "runlog/run_writer.h"
#include "runtime/run_config.h"

namespace freefloat {

/// @param config With `sim.truth`.
/// @return Metadata with every number of the world as it was drawn, under the keys of the files: robot,
/// camera, table, drives, delays; for whoever judges what was found of it. All digits.
McapMetadata describe_truth(const RunConfig& config);

}  // namespace freefloat
