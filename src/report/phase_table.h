#pragma once

#include <string>
#include <string_view>

#include "report/run_record.h"

namespace freefloat {

/// @return "passed", "FAILED", ...: words for people, the same in terminal and page.
std::string_view describe(PhaseVerdict verdict);

/// @return What a phase is, for people: "capture, moving target".
std::string_view describe(PhaseKind kind);

/// @return The key numbers of a phase in one line, with units; empty when there are none.
std::string describe_numbers(const PhaseResult& phase);

/// @param colours Use ANSI colours; only when a terminal reads it.
/// @return The pass/fail table of a run and its verdict, for a terminal; ends with a line feed. Control
/// characters in names and reasons are left out, so that a configuration file cannot drive the terminal.
std::string format_phase_table(const RunRecord& record, bool colours);

/// @return The style's class of a phase: "passed", "failed", "stopped" or "skipped".
std::string css_class_of(PhaseVerdict verdict);

}  // namespace freefloat
