#pragma once

#include <string>
#include <string_view>

#include "runtime/run_record.h"

namespace freefloat {

/// How a verdict is shown to people.
struct VerdictWords {
  std::string_view phase;     ///< of a phase: "passed", "FAILED", ...; the same in terminal and page
  std::string_view run;       ///< of the whole run, in the terminal, before the count of phases
  std::string_view headline;  ///< of the whole run, in the page
  std::string_view symbol;
  std::string_view colour;     ///< ANSI
  std::string_view css_class;  ///< of the page's style
};

const VerdictWords& words_of(Verdict verdict);

/// @return The key numbers of a phase in one line, with units; empty when there are none.
std::string describe_numbers(const PhaseResult& phase);

/// @return What the quantity of a condition came to.
std::string describe_value(const ConditionResult& condition);

/// @param colours Use ANSI colours; only when a terminal reads it.
/// @return The pass/fail table of a run and its verdict, for a terminal; ends with a line feed. Control
/// characters in names and reasons are left out, so that a configuration file cannot drive the terminal.
std::string format_phase_table(const RunRecord& record, bool colours);

}  // namespace freefloat
