#pragma once

#include <string>
#include <vector>

#include "config/yaml/config_error.h"
#include "config/yaml/config_texts.h"
#include "runtime/run_config.h"

namespace freefloat {

/// Reads an experiment with the testbed, robot, table and camera that it names, and sees that they fit
/// together. Paths inside a file start from that file's own folder.
/// @param path configs/experiments/*.yaml.
/// @param overrides `key=value` each, laid over everything else before the checks: keys of the experiment
/// (`seed`,
///     `phases[3].timeout_s`, `testbed`), of the testbed (`guidance.position_gain_per_s`), or of the files
///     that the testbed names (`robot.links[0].mass_kg`, `table.size_m`, `camera.latency_ms`). Paths of files
///     given in this way start from the present folder or, when nothing is there, from the folder of the file
///     whose value they replace.
/// @param texts Where the files come from: the disk, or a run's log.
/// @throws ConfigError with all problems of all these files.
RunConfig load_experiment(const std::string& path, const std::vector<std::string>& overrides = {},
                          const ConfigTexts& texts = read_config_file);

}  // namespace freefloat
