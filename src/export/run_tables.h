#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "runlog/messages/field_walk.h"
#include "runlog/run_log.h"

namespace freefloat {

/// The tables that a run is exported as: a row a cycle, or a phase event, or a report of the link.
enum class RunTable : std::uint8_t { kCycleInput, kLoopTiming, kTruth, kCycleOutput, kPhase, kLinkHealth };

inline constexpr std::array<std::string_view, 6> kRunTableNames{"cycle_input",  "loop_timing", "truth",
                                                                "cycle_output", "phase",       "link_health"};

/// Takes the rows of all tables, field by field.
class TableSink {
 public:
  virtual ~TableSink() = default;
  virtual void begin_row(RunTable table) = 0;
  virtual void add_field(std::string_view path, const FieldValue& value) = 0;
  virtual void end_row() = 0;
};

/// Reads a log once, in the order of the file.
/// @return How far it could be read, or why it cannot be opened.
tl::expected<RunLogResult, std::string> read_tables(const std::string& log_path, TableSink& sink,
                                                    RunLogHandlers more = {});

}  // namespace freefloat
