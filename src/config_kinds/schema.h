#pragma once

#include <string>

namespace freefloat {

/// Writes the JSON Schema of each kind of file, so that editors complete keys and mark mistakes:
/// robot, model, simulation, table, camera, testbed, experiment and campaign, each as NAME.schema.json.
/// @param folder Existing folder, normally configs/schema.
/// @throws std::runtime_error naming the file when one cannot be written.
void write_schemas(const std::string& folder);

}  // namespace freefloat
