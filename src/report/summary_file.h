#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <tl/expected.hpp>

#include "runtime/run_record.h"

namespace freefloat {

/// @return One sentence of how a run went, `captured after 8.4 s`, or which phase failed and why, which
/// condition does not hold, and whether its log lacks something.
std::string describe_outcome(const RunRecord& record);

/// @return What a list of runs shows: started, experiment, seed, passed, text, seconds, numbers with their
/// units in the keys.
nlohmann::json summary_json(const RunRecord& record);

/// Writes it beside the report. @return Nothing, or why it could not be written, with the file's name.
tl::expected<void, std::string> write_summary(const RunRecord& record, const std::filesystem::path& path);

}  // namespace freefloat
