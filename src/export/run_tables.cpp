#include "export/run_tables.h"

#include <utility>

#include "runlog/messages/cycle_messages.h"
#include "runlog/messages/link_messages.h"
#include "runlog/messages/run_messages.h"

namespace freefloat {
namespace {

template <Message T>
void add_row(TableSink& sink, RunTable table, const std::uint64_t* cycle, const T& message) {
  sink.begin_row(table);
  if (cycle != nullptr) sink.add_field("cycle", FieldValue{*cycle});
  walk_fields(message, [&](std::string_view path, const FieldValue& value) { sink.add_field(path, value); });
  sink.end_row();
}

}  // namespace

tl::expected<RunLogResult, std::string> read_tables(const std::string& log_path, TableSink& sink,
                                                    RunLogHandlers more) {
  std::uint64_t cycle = 0;
  more.on_cycle = [&](const CycleRecord& record) {
    add_row(sink, RunTable::kCycleInput, &cycle, record.input);
    add_row(sink, RunTable::kLoopTiming, &cycle, record.timing);
    if (record.truth) add_row(sink, RunTable::kTruth, &cycle, *record.truth);
    add_row(sink, RunTable::kCycleOutput, &cycle, record.output);
    ++cycle;
  };
  more.on_phase = [&](const PhaseEvent& event) { add_row(sink, RunTable::kPhase, nullptr, event); };
  more.on_link = [&](const LinkRecord& record) { add_row(sink, RunTable::kLinkHealth, nullptr, record); };
  return stream_run_log(log_path, more);
}

}  // namespace freefloat
