#pragma once

#include <string>
#include <string_view>

#include "runlog/run_writer.h"
#include "runtime/run_config.h"

namespace freefloat {

/// Of the attachments that hold a run's configuration files.
inline constexpr std::string_view kConfigurationMediaType = "application/yaml";

/// @return Key of the setting given beside the files, in the log's metadata. @param index From 0.
std::string setting_key(std::size_t index);

/// Puts everything that `LoggedConfiguration` needs into a log: the files as attachments under the paths that
/// they have, and the settings given beside them as metadata.
void log_configuration(const RunConfig& config, RunWriterOptions& options);

}  // namespace freefloat
