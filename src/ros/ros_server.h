#pragma once

#include <functional>
#include <memory>
#include <string>

#include "console/desk.h"
#include "runlog/run_listener.h"
#include "runtime/run_config.h"

namespace freefloat::ros {

/// The program's part in a network of ROS 2. Has a thread of its own; what happens comes to it by a bounded
/// queue, and what does not fit is dropped, so that no network holds up a loop.
class RosServer {
 public:
  /// @param desk Must outlive `stop`. @param commander Any thread: who commands by the page; empty: nobody.
  /// @throws std::runtime_error in words when there is no network to take part in.
  RosServer(const RosConfig& config, console::Desk& desk, std::function<std::string()> commander = {});
  ~RosServer();
  RosServer(const RosServer&) = delete;
  RosServer& operator=(const RosServer&) = delete;

  /// Leaves the network and ends the thread. Also done by the destructor; listeners may still tell it
  /// something.
  void stop();

  /// Whom to tell what happens; may be added to several sessions, one after the other. Never waits; of cycles
  /// and pictures no heap memory is taken.
  RunListener listener();

  /// From now on records are of this run. Any thread; before the first of the run's records.
  /// @param epoch_ns Wall time of the run's time zero.
  void set_run(const RunConfig& config, std::int64_t epoch_ns);

  /// @return For people: domain and namespace, and what is allowed.
  std::string describe() const;

  /// @return Cycles that did not fit into the queue.
  std::uint64_t dropped() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace freefloat::ros
