#pragma once

#include <memory>
#include <string>

#include "console/console_config.h"
#include "console/desk.h"
#include "console/run_facts.h"
#include "runlog/run_listener.h"

namespace freefloat::console {

/// Serves the page, and everything live, to browsers, Foxglove and PlotJuggler on one port; asks the desk for
/// what people want. Has a thread of its own, which sleeps while nobody is connected, and one that makes
/// JPEG pictures while somebody looks at them.
class ConsoleServer {
 public:
  /// @param desk Must outlive the server.
  ConsoleServer(ConsoleConfig config, Desk& desk);
  ~ConsoleServer();
  ConsoleServer(const ConsoleServer&) = delete;
  ConsoleServer& operator=(const ConsoleServer&) = delete;

  /// Listens from now on.
  /// @throws std::runtime_error in words: port taken, no such address, certificate unreadable, token too
  /// short.
  void start();

  /// Ends all connections with a reason, then the threads. Also done by the destructor.
  void stop();

  /// Whom to tell what happens; may be added to several sessions, one after the other. Never waits for a
  /// client. `on_cycle` to `on_note` take memory while somebody is subscribed, so they belong into the
  /// recorder's thread or one like it, never into the loop's; with no client they cost one atomic load.
  /// `on_picture` copies at most ten pictures a second, only while somebody looks at them.
  RunListener listener();

  /// From now on records are of this run: another epoch, or another robot. Any thread; before the first of
  /// the run's records.
  void set_run(RunFacts facts);

  /// After `start`. @return The start-up link for the person who may command,
  /// `http://127.0.0.1:8765/?token=...`; where it listens at all addresses, with one that other PCs reach.
  std::string address() const;
  /// After `start`.
  int port() const;
  const std::string& token() const;
  /// @return What the people who started it should know, one sentence; empty: nothing. Not encrypted on a
  /// network, for example.
  std::string risk() const;

  /// Any thread. @return Who commands, by name; empty: nobody does.
  std::string commander() const;

  /// WebSocket clients at present. Any thread.
  int client_count() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace freefloat::console
