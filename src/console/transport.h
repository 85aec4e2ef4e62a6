#pragma once

#include <functional>
#include <memory>
#include <string>

#include "console/console_config.h"
#include "console/http_answer.h"
#include "console/hub.h"

namespace freefloat::console {

/// Sockets, TLS and WebSocket frames: what is between the network and the hub. All calls of hub and handlers
/// come from the thread that runs it.
class Transport {
 public:
  /// @param hub Outlives the transport.
  Transport(ConsoleConfig config, Hub& hub);
  ~Transport();
  Transport(const Transport&) = delete;
  Transport& operator=(const Transport&) = delete;

  /// Listens from now on. @throws std::runtime_error in words.
  void open();
  /// After `open`.
  int port() const;

  /// Serves until `stop`. @param http Answers requests. @param on_wake What `wake` asks for.
  void run(const HttpDesk& http, std::function<void()> on_wake);

  /// Any thread, any time: `on_wake` is called soon.
  void wake();
  /// Any thread: connections are told, then `run` returns.
  void stop();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace freefloat::console
