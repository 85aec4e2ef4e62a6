#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "console/desk.h"
#include "operate/run_playback.h"
#include "operate/run_shelf.h"

namespace freefloat {

/// What people may ask of the log of one run (`freefloat replay --console`): play, pause, from another moment
/// on, faster; verify it, what if, notes. Nothing of it moves a robot, and what would is refused in words.
class ReplayDesk final : public console::Desk {
 public:
  /// Reads the run's configuration. @param log File. @param program Version, for people.
  /// @param alarm Told what cannot be written or read later, one sentence; from any thread.
  /// @throws ReplayError, ConfigError when the log holds none that can be used.
  ReplayDesk(const std::string& log, std::string program, std::function<void(std::string)> alarm);
  ~ReplayDesk() override;

  /// Before anybody asks. @param listeners Told what the log holds, as if it happened now.
  void start(std::vector<RunListener> listeners);

  /// Any thread: plays from the beginning, or goes on.
  void play() { playback_->play(); }

  const RunConfig& config() const { return *day_.config; }
  const HandWorkspace& workspace() const { return day_.workspace; }
  /// @return Wall time of the run's time zero, ns since 1970.
  std::int64_t epoch_ns() const { return epoch_ns_; }
  /// @return Where the server finds the run's files by its name.
  const std::filesystem::path& runs_folder() const { return archive_.folder(); }

  // console::Desk

  /// There is no robot: the playback is paused.
  void stop(const console::Caller& caller) noexcept override;
  console::Answer ask(std::string_view what, const nlohmann::json& request,
                      const console::Caller& caller) override;
  /// A log that was written already takes nothing more.
  void decided(std::string_view, bool, std::string_view, const console::Caller&) noexcept override {}
  std::pair<std::uint64_t, std::shared_ptr<const std::string>> state() const override;
  void operator_lost() noexcept override {}

 private:
  RunListener listener();
  console::Answer ask_setting(const Asked& asked);
  std::string why_not_replay(std::string_view action) const;
  std::string make_state() const;

  std::int64_t epoch_ns_ = 0;
  Time end_{};
  RunArchive archive_;
  Worker librarian_;
  RunShelf shelf_;
  mutable std::mutex mutex_;  // of what follows
  DayState day_;
  Watch watch_;
  mutable std::chrono::steady_clock::time_point published_{};
  mutable bool changed_ = true;
  mutable std::uint64_t version_ = 0;
  mutable std::shared_ptr<const std::string> text_;
  std::unique_ptr<RunPlayback> playback_;  // its thread tells all the others
};

}  // namespace freefloat
