#pragma once

#include <functional>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "types/config_source.h"

namespace freefloat {

/// Gives the text of a configuration file, or why it cannot: "does not exist".
using ConfigTexts = std::function<tl::expected<std::string, std::string>(const std::string& path)>;

/// @return Why the path is no file that can be read to its end: it is not there, a folder, or a pipe or
/// device, which may never end or never begin; empty: it is one.
std::string why_no_file(const std::string& path);

/// Files on disk. Never more than one byte above what a configuration may hold is read.
tl::expected<std::string, std::string> read_config_file(const std::string& path);

/// Files that were kept, for example in a run's log, under the paths that they had.
ConfigTexts kept_config_files(std::vector<ConfigSource> files);

}  // namespace freefloat
