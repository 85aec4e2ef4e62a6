#pragma once

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "console/channels.h"
#include "console/desk.h"
#include "console/instant.h"
#include "console/outbox.h"
#include "console/rate_limit.h"

namespace freefloat::console {

/// What the hub knows of one WebSocket client.
struct Client {
  static constexpr double kMessagesPerSecond = 200.0;

  ClientId id = 0;
  Caller caller;
  bool may_command = false;    ///< came with the token
  std::function<void()> wake;  ///< tells the connection that there is something to send, or to close

  RateLimit rate{kMessagesPerSecond};
  Outbox outbox;
  std::map<std::uint32_t, std::uint32_t> channels;                      ///< by the client's own numbers
  std::array<std::optional<std::uint32_t>, kChannelEnd> subscriptions;  ///< those numbers by channel
  bool watches_parameters = false;
  std::vector<std::string> watched;  ///< names of parameters; empty: all

  std::optional<Instant> heard;          ///< newest sign of life
  bool counts = true;                    ///< among the clients at a time
  std::optional<Instant> limited_since;  ///< sent too much: of it only STOP is still heard
  std::optional<CloseReason> closing;    ///< once everything kept is sent
  bool cut = false;                      ///< at once: it does not read
};

}  // namespace freefloat::console
