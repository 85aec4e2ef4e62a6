#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

namespace freefloat::console {

/// How long connections are kept whose other end says nothing more.
struct Patience {
  std::chrono::milliseconds request{10'000};  ///< for a request, a stalled answer, and to agree on a secret
  /// Of a WebSocket; a ping is sent at half of it. Longer than the hub's patience, which ends the connection
  /// in words; this one ends those to whom nothing can be said any more.
  std::chrono::milliseconds silence{15'000};
};

/// How the console is reached, and by whom.
struct ConsoleConfig {
  std::string listen =
      "127.0.0.1";      ///< address or name to listen at; another than this PC's own only if asked
  int port = 8765;      ///< 0: any that is free
  std::string token{};  ///< for commands, at least 16 of [A-Za-z0-9_-]; empty: one is drawn, 32 hex digits
  std::string certificate{};  ///< PEM file; with `key`: everything is encrypted
  std::string key{};          ///< PEM file
  std::string page_folder{};  ///< the page's files; empty: none are served
  std::vector<std::string>
      allowed_hosts{};  ///< names by which browsers reach it, beside those of this PC and `listen`
  std::vector<std::string> viewer_origins{
      "https://app.foxglove.dev", "https://studio.foxglove.dev",
      "https://lichtblick-suite.github.io"};  ///< pages of others that may look on (and stop)
  std::filesystem::path runs_folder{};        ///< where the desk's `runs` are; empty: none are served
  int max_clients = 8;                        ///< WebSockets at a time; the next is told so and closed
  Patience patience{};
};

}  // namespace freefloat::console
