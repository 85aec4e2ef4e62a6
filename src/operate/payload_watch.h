#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "identification/payload_fit.h"
#include "operate/worker.h"
#include "runlog/run_listener.h"
#include "runtime/run_config.h"

namespace freefloat {

/// @return What was found beside what the experiment assumes, one line for people.
std::string describe_payload(const PayloadFit& found, const PayloadParameters& assumed);

/// The live estimate of what the hand holds, beside the loop: gathers the motion since a capture and has a
/// worker identify the payload once the joints have moved for 5 s.
class PayloadWatch {
 public:
  using Told = std::function<void(const PayloadFit&)>;

  /// @param worker Identifies, and outlives this object. @param told Called by the worker, once a grasp.
  PayloadWatch(std::shared_ptr<const RunConfig> config, Worker& worker, Told told)
      : config_(std::move(config)), worker_(worker), told_(std::move(told)) {}

  /// Of one thread, not the loop's.
  void add(const CycleRecord& cycle);

  /// @return The same as a listener; `this` must outlive it.
  RunListener listener();

 private:
  void hand_over();

  const std::shared_ptr<const RunConfig> config_;
  Worker& worker_;
  const Told told_;
  std::optional<MotionCollector> motion_;
  std::size_t moving_ = 0;  // cycles in which joints were commanded to move
  std::size_t cycles_ = 0;
  bool done_ = false;  // with what is held now
};

}  // namespace freefloat
