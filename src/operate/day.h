#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

#include "console/desk.h"
#include "operate/day_config.h"
#include "operate/day_recording.h"
#include "operate/day_run.h"
#include "operate/day_state.h"
#include "operate/delay_watch.h"
#include "operate/lab_list.h"
#include "operate/payload_watch.h"
#include "operate/request.h"
#include "operate/run_shelf.h"
#include "operate/worker.h"
#include "runtime/live_testbed.h"

namespace freefloat {

struct Asked;

/// A day at the table: one testbed with its loop from the start to the end, disarmed until a person arms it,
/// and runs one after the other, each with a folder, a log and a report of its own.
///
/// Threads: the loop's; one that makes runs and testbeds ready and ends them; one for what takes long, on the
/// logs of runs. People ask from any other (console::Desk). What the loop does is known from its records
/// alone.
class Day final : public console::Desk {
 public:
  /// Opens the first experiment on the testbed.
  /// @throws ConfigError, HalError, std::runtime_error when there is no experiment in the folder.
  explicit Day(DayConfig config);
  ~Day() override;
  Day(const Day&) = delete;
  Day& operator=(const Day&) = delete;

  /// Before `open`: somebody else who wants to know what happens.
  void add(RunListener listener) { feed_.add(std::move(listener)); }
  /// Before `open`: called, between two loops, when a testbed was begun anew.
  void on_testbed(std::function<void(const LiveTestbed&)> told) { on_testbed_ = std::move(told); }

  /// Any thread. @return What is open.
  std::shared_ptr<const RunConfig> config() const {
    const std::lock_guard lock(mutex_);
    return day_.config;
  }

  /// Opens the testbed; `threads` also begins loop and work, else `run_cycles` and `work` do it.
  /// @throws HalError when a device cannot be opened.
  void open(bool threads);

  /// STOP where something moves, end of the run, log and report written, drives off, threads ended.
  void close();

  // console::Desk
  void stop(const console::Caller& caller) noexcept override;
  console::Answer ask(std::string_view what, const nlohmann::json& request,
                      const console::Caller& caller) override;
  void decided(std::string_view what, bool accepted, std::string_view words,
               const console::Caller& caller) noexcept override {
    desk_.ask(decided_wish(what, accepted, words, caller));
  }
  std::pair<std::uint64_t, std::shared_ptr<const std::string>> state() const override;
  void operator_lost() noexcept override { desk_.operator_lost(); }

  // Without threads.

  /// Carries out so many cycles of the loop, and waits until they were told.
  void run_cycles(int count);
  /// Does all work that waits.
  void work();
  const LiveTestbed& testbed() const { return *testbed_; }

 private:
  /// The experiment that is open, and what is changed against its file.
  struct Opened {
    std::string file;
    std::vector<std::string> changes;
  };

  // day_ask.cpp: in the thread of whoever asks.
  console::Answer ask_loop(const Asked& asked, WishKind kind);
  console::Answer ask_day(const Asked& asked);
  console::Answer acknowledge(const Asked& asked);
  console::Answer ask_arming(const Asked& asked);
  std::string why_not_now(std::string_view action) const;
  void make_ready(std::function<void()> job);
  void tell_decided(const Asked& asked, const console::Answer& answer);

  // day_move.cpp, day_vision.cpp: the same.
  console::Answer ask_jog(const Asked& asked);
  console::Answer drag(const Asked& asked);
  console::Answer change_vision(const Asked& asked);
  console::Answer ask_vision_write(const Asked& asked);

  // day_work.cpp: in the thread that makes ready.
  std::shared_ptr<const RunConfig> load(const std::string& file,
                                        const std::vector<std::string>& changes) const;
  std::vector<std::string> overrides() const;
  Opened opened() const;
  void list_experiments();
  void write_vision(const VisionChange& planned);
  void reopen(const std::string& file, const std::vector<std::string>& changes);
  void build(const std::shared_ptr<const RunConfig>& config, bool anew);
  void begin_loop();
  void end_loop();
  void prepare();
  void restart_law();
  void make_preview();
  void look_after();
  void tell_delay(const DelayFinding& found);
  void publish();

  // day_logs.cpp: the same.
  std::string command_of_run() const;
  Time time_of_loop() const;
  void ask_to_write(WishKind kind, std::string_view what, const CommandOrigin& origin, LoopRun& log);
  void begin_run(const CommandOrigin& origin);
  void finish_run();
  void begin_recording(const CommandOrigin& origin);
  void finish_recording();

  RunListener listener();
  void hear(const OperatorCommandRecord& command);

  const DayConfig settings_;
  OperatorDesk desk_;
  std::function<void(const LiveTestbed&)> on_testbed_;
  bool threads_ = false;

  mutable std::mutex mutex_;  // of what follows; held for moments only
  DayState day_;
  Watch watch_;
  std::unique_ptr<DelayWatch> delays_;
  bool delay_told_ = false;  // that it differs
  std::unique_ptr<PayloadWatch> payloads_;

  mutable std::mutex publishing_;
  std::uint64_t version_ = 0;
  std::shared_ptr<const std::string> text_;

  RunArchive archive_;
  // Outlive the testbed, whose log's thread gives them work to its end.
  Worker clerk_;      // makes ready, ends, publishes
  Worker librarian_;  // replays, what-ifs, tracks
  RunShelf shelf_;
  LabList lab_;
  RunFeed feed_;
  // Of the thread that makes ready.
  std::unique_ptr<LiveTestbed> testbed_;
  std::unique_ptr<DayRun> run_;
  std::unique_ptr<DayRecording> recording_;
  std::thread loop_;
};

}  // namespace freefloat
