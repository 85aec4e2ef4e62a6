#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "console/channels.h"
#include "console/frame.h"

// What the server says, in the words of the Foxglove WebSocket protocol.

namespace freefloat::console {

/// @param json With texts from anywhere. @return As JSON, every character that is no UTF-8 replaced.
std::string json_text(const nlohmann::json& json);

Frame text_frame(std::string text);

/// First of all. @param session Differs from start to start of the program. @param version Of the program.
Frame server_info(const std::string& session, const std::string& version);
Frame advertise_channels(const std::vector<Channel>& channels);
Frame advertise_services();

/// @param settings The desk's, `[{"key": ..., "value": ...}]`. @param names Wanted ones; empty: all.
/// @param id Of the question; none: the values have changed.
Frame parameter_values(const nlohmann::json& settings, const std::vector<std::string>& names,
                       const std::optional<std::string>& id);

/// A message on a channel. @param subscription The client's own number for it.
Frame message_data(std::uint32_t subscription, std::uint64_t log_time_ns, SharedBytes message);

Frame time_frame(std::uint64_t log_time_ns);

/// @param call The client's number of its question.
Frame service_response(std::uint32_t service, std::uint32_t call, const std::string& json);
Frame service_failure(std::uint32_t service, std::uint32_t call, const std::string& words);

enum class StatusLevel : std::uint8_t { kInfo, kWarning, kError };
Frame status(StatusLevel level, const std::string& words);

}  // namespace freefloat::console
