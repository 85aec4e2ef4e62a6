#pragma once

// Included by the files that use Boost.Beast, and by no other.

#include <functional>

#include "console/console_config.h"
#include "console/http_answer.h"
#include "console/hub.h"
#include "console/peer_stream.h"

namespace freefloat::console {

/// What all connections share; outlives them.
struct Connections {
  Hub& hub;
  Patience patience{};
  const HttpDesk* http = nullptr;
  std::function<void()> on_client{};  ///< there is a client now
  std::function<void()> on_end{};     ///< one connection fewer
  int count = 0;
};

/// A connection: HTTP requests one after the other, or a WebSocket. It lives as long as something is under
/// way in it, or what is returned.
/// @return To be called once: begins to serve.
std::function<void()> make_connection(PeerStream stream, Connections& all);

}  // namespace freefloat::console
