#pragma once

#include <vector>

#include "config/run_config.h"
#include "runlog/mcap_format.h"

namespace freefloat {

/// Reads the configuration of a run from the files that its log holds, with its `--set` settings.
/// @throws ConfigError or std::runtime_error when they are no whole configuration.
RunConfig load_logged_config(const std::vector<McapAttachment>& attachments);

}  // namespace freefloat
