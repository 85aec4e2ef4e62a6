#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "console/console_server.h"
#include "load/watched_robot.h"
#include "operate/day.h"

namespace freefloat::load {

/// How punctual the cycles of a stretch of time were.
struct Punctuality {
  std::vector<double> wake_late_us;
  std::uint64_t overruns = 0;
};

/// A day at the table as people start it, on a robot that is reached by the network alone, with its console
/// and a camera's pictures of 1280x1024, ten a second. In real time, with all its threads.
class ServedDay {
 public:
  ServedDay();
  ~ServedDay();
  ServedDay(const ServedDay&) = delete;
  ServedDay& operator=(const ServedDay&) = delete;

  console::ConsoleServer& server() { return *server_; }
  WatchedRobot& robot() { return robot_; }
  int port() const { return server_->port(); }

  /// The operator asks. @return Why not; empty: done.
  std::string ask(const std::string& what, const nlohmann::json& request = nlohmann::json::object());

  SupervisorState state() const { return state_; }
  /// Waits until it is so, at most `most`. @return Whether it is.
  bool await(const std::function<bool()>& condition,
             std::chrono::milliseconds most = std::chrono::seconds(10)) const;

  /// From an armed or resting robot to one that jogs. @return Why not; empty: it jogs.
  std::string jog_for(std::chrono::milliseconds time, double rate_deg_s);
  /// After a STOP. @return Why not; empty: the robot rests, and may be armed again.
  std::string acknowledge();

  /// From any state. @return Why not; empty: the robot rests.
  std::string come_to_rest();

  /// @return Of the cycles since the last call.
  Punctuality take_punctuality();

 private:
  void show_pictures();

  const RunConfig robot_config_;
  const std::string markers_at_;
  WatchedRobot robot_;
  const std::filesystem::path runs_;
  // Outlive the day, whose recorder tells them to its end.
  std::atomic<SupervisorState> state_{SupervisorState::kDisarmed};
  std::mutex mutex_;
  Punctuality punctuality_;
  std::uint64_t overruns_ = 0;
  std::optional<console::ConsoleServer> server_;
  Day day_;
  std::atomic<bool> closing_{false};
  std::thread camera_;
};

/// @return A folder of this process alone, removed by who asked for it.
std::filesystem::path make_folder();

}  // namespace freefloat::load
