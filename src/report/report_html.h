#pragma once

#include <filesystem>
#include <string>
#include <tl/expected.hpp>

#include "runtime/run_record.h"

namespace freefloat {

/// @return The whole report as one HTML page that needs nothing else: no network, no fonts, no other files.
/// Complete without its script.
std::string make_report(const RunRecord& record);

/// Writes the report; the file appears complete or not at all.
/// @return Nothing, or why it could not be written, with the file's name.
tl::expected<void, std::string> write_report(const RunRecord& record, const std::filesystem::path& path);

/// Writes the top view alone as an SVG file, in the same way.
tl::expected<void, std::string> write_top_view(const RunRecord& record, const std::filesystem::path& path);

}  // namespace freefloat
