#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <variant>
#include <vector>

#include "runlog/run_reader.h"

namespace freefloat {

/// What of an item nobody wants.
struct LeaveOut {
  void operator()(const auto&) const {}
};
template <class... Handlers>
struct ItemHandlers : Handlers... {
  using Handlers::operator()...;
};

/// Hands every item of a file to the one of `handlers` that takes it.
template <class... Handlers>
tl::expected<McapReadResult, std::string> read_mcap(const std::string& path, Handlers... handlers) {
  auto reader = McapReader::open(path);
  if (!reader) return tl::make_unexpected(reader.error());
  const ItemHandlers<Handlers..., LeaveOut> any{std::move(handlers)..., LeaveOut{}};
  while (const McapItem* item = reader->next()) std::visit(any, *item);
  return reader->result();
}

/// A whole run in memory: about 5 kB a cycle.
struct LogContents {
  std::vector<CycleRecord> cycles;
  std::vector<PhaseEvent> phases;
  std::vector<LinkRecord> links;
  std::vector<MarkerPathRecord> marker_paths;
  std::vector<McapAttachment> attachments;
  std::vector<McapMetadata> metadata;
  RunLogResult result;

  /// @return The value of a key in the metadata of that name; empty when there is none.
  std::string metadata_value(std::string_view name, const std::string& key) const {
    for (const McapMetadata& entry : metadata) {
      if (entry.name == name && entry.values.contains(key)) return entry.values.at(key);
    }
    return {};
  }
};

inline tl::expected<LogContents, std::string> read_run_log(const std::string& path) {
  auto reader = RunReader::open(path);
  if (!reader) return tl::make_unexpected(reader.error());
  LogContents log;
  while (const RunItem* item = reader->next()) {
    if (item->attachment != nullptr) log.attachments.push_back(*item->attachment);
    if (item->metadata != nullptr) log.metadata.push_back(*item->metadata);
    if (const auto phase = reader->take(kPhaseTopic)) log.phases.push_back(*phase);
    if (const auto link = reader->take(kLinkHealthTopic)) log.links.push_back(*link);
    if (const auto way = reader->take(kMarkerPathTopic)) log.marker_paths.push_back(*way);
    if (const CycleRecord* cycle = reader->record()) log.cycles.push_back(*cycle);
  }
  log.result = reader->result();
  return log;
}

}  // namespace freefloat
