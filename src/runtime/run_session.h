#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <utility>

#include "control/controller.h"
#include "hal/make/make_hal.h"
#include "hal/readonly_link.h"
#include "law/law_process.h"
#include "runtime/collect_run.h"
#include "runtime/marker_input.h"
#include "runtime/operator_desk.h"
#include "runtime/phase_runner.h"
#include "runtime/run_config.h"
#include "runtime/run_feed.h"
#include "vision/length_check.h"

namespace freefloat {

/// @return The hardware of a run, or what stands in for it.
/// @throws HalError when a device cannot be opened.
Hal open_testbed(const RunConfig& config);

/// One run of an experiment, the same for every testbed: `examine`, `record`, `run`, `finish`, of which only
/// `run` must be. Owns all that a run is made of; whoever wants to know what happens in it listens.
class RunSession {
 public:
  /// @throws HalError when a device cannot be opened.
  explicit RunSession(const RunConfig& config) : RunSession(config, open_testbed(config)) {}

  /// On a testbed of the caller's.
  RunSession(const RunConfig& config, Hal hal);

  /// Before all else. With a log, listeners hear from a thread of its own, see RunFeed; what they refer to
  /// must outlive the session.
  void add(RunListener listener) { feed_.add(std::move(listener)); }

  /// Not in the loop: tells all who listen to notes.
  void tell(RunNote::Kind kind, std::string text) { feed_.tell(kind, std::move(text)); }

  /// Asks a real board who it is, and tells what should be known before the run.
  /// @throws HalError with everything that speaks against arming it.
  void examine();

  /// Logs the run. The robot is armed only while the log can be written.
  /// @param log Path, epoch, whether it replaces a file, and further facts for `identity.more`; what the
  /// configuration tells is filled in.
  /// @throws std::runtime_error when the log cannot be begun.
  void record(RunWriterOptions log);

  /// Real-time scheduling of this thread, which is to call `run`; nothing in lockstep.
  void enter_real_time();

  /// Continues another run. @param state Of its controller. @param tasks Number of its newest finished task.
  /// @return False: the state is that of another robot's controller.
  bool resume(const ControllerState& state, std::uint32_t tasks);

  /// Runs all phases; once.
  /// @param stop Set by a signal handler or another thread: the robot is stopped and the run ends.
  /// @param first_cycle When the first cycle starts; left out: one period from now.
  void run(const std::atomic<bool>& stop, std::optional<Time> first_cycle = {});
  void run() { run(std::atomic<bool>(false)); }

  /// After `run`, once: ends the log. @return What the report shows.
  RunRecord finish();

  /// Before `run` parts of it may be replaced, for example by a camera that keeps its pictures.
  Hal& hal() { return hal_; }
  /// @return Null where markers come without pictures.
  VisionPipeline* vision() { return vision_.get(); }
  const Controller& controller() const { return controller_; }
  /// @return For people who watch the run: STOP, pause, resume, skip, abort.
  OperatorDesk& desk() { return desk_; }
  const PhaseRunner& phases() const { return phases_; }
  /// @return What the pictures say of the known lengths; while they disagree the robot is not armed.
  const LengthCheck& lengths() const { return lengths_; }
  /// @return Null without a log.
  Recorder* recorder() { return feed_.recorder(); }

 private:
  const RunConfig config_;
  Hal hal_;
  std::unique_ptr<ReadonlyLink> readonly_link_;
  std::unique_ptr<VisionPipeline> vision_;
  LengthCheck lengths_;
  std::unique_ptr<LawProcess> law_;
  Controller controller_;
  OperatorDesk desk_;
  PhaseRunner phases_;
  RunCollector collector_;
  std::uint64_t overruns_ = 0;
  bool interrupted_ = false;
  RunFeed feed_;
};

}  // namespace freefloat
