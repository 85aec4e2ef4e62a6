#pragma once

#include <atomic>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "console/console_server.h"
#include "operate/day.h"

namespace freefloat::load {

/// A day on the virtual clock, as fast as the machine can, behind a console with real sockets.
class LongDay {
 public:
  /// @param settings `key=value` each, over the files, for the whole day.
  explicit LongDay(std::vector<std::string> settings = {});
  ~LongDay();
  LongDay(const LongDay&) = delete;
  LongDay& operator=(const LongDay&) = delete;

  console::ConsoleServer& server() { return *server_; }
  /// @return What is open.
  std::shared_ptr<const RunConfig> config() const { return day_.config(); }
  const std::filesystem::path& runs() const { return runs_; }
  /// @return What the console tells of the day.
  nlohmann::json state() const { return nlohmann::json::parse(*day_.state().second); }
  SupervisorState supervisor() const { return state_; }
  double passed_s() const { return 1e-2 * static_cast<double>(cycles_); }

  void go_on(double seconds);  ///< none where it is not positive
  /// @return Whether it became true within so long, s.
  bool go_on_until(const std::function<bool()>& condition, double most_s = 100.0);

  /// The operator asks, and what waits is done. @return Why not; empty: done.
  std::string ask(std::string_view what, const nlohmann::json& request = nlohmann::json::object());
  /// Robot and target are put where the experiment starts them, the drives go on, the run begins.
  /// @return Why not; empty: it has begun.
  std::string begin_run();
  /// @return Whether the run came to its end.
  bool end_run(double most_s = 100.0);

 private:
  const std::filesystem::path runs_;
  // Outlive the day, whose recorder tells them to its end.
  std::atomic<SupervisorState> state_{SupervisorState::kDisarmed};
  std::optional<console::ConsoleServer> server_;
  Day day_;
  std::uint64_t cycles_ = 0;
};

}  // namespace freefloat::load
