#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/planar_model.h"
#include "runlog/run_reader.h"
#include "runtime/run_config.h"
#include "types/cycle.h"

namespace freefloat {

/// What a controller did in one cycle.
struct WhatIfSide {
  JointVector rates;               ///< commanded, rad/s
  Vector2 hand = Vector2::Zero();  ///< estimate of the log, or as predicted: see WhatIf; m, NaN: not known
  bool limited = false;            ///< the joint rates were scaled down
  bool corrected = false;          ///< an edge of the workspace turned the hand's velocity
};

/// One moment of a comparison between the run and what a changed controller would have commanded.
struct WhatIfSample {
  Time time{};
  WhatIfSide logged, replayed;
};

/// Counts over all cycles, the log's and the changed controller's.
struct WhatIfCounts {
  std::uint64_t limited = 0;           ///< cycles whose joint rates were scaled down by the rate limit
  std::uint64_t corrected = 0;         ///< cycles turned by an edge of the workspace
  std::uint64_t active = 0;            ///< cycles in which the arm was led
  std::optional<Time> gripper_closed;  ///< told to close
};

struct WhatIfResult {
  std::uint64_t cycles = 0;
  std::uint64_t different_commands = 0;
  std::optional<Time> first_difference;  ///< of a command
  double largest_rate_difference = 0.0;  ///< of one joint, rad/s
  Time largest_at{};
  double hand_offset = 0.0;  ///< largest distance of the predicted hand from the logged one, m
  WhatIfCounts logged, replayed;
  std::vector<WhatIfSample> samples;  ///< thinned evenly, so that a long log stays small
};

/// Gathers what a changed controller does on a log.
///
/// The hand's predicted path is the logged one plus what the difference of the joint rates moves the hand by,
/// through the generalized Jacobian at the logged posture: right as long as it stays near the logged path.
class WhatIf {
 public:
  explicit WhatIf(const RunConfig& config);

  void add(const LoggedCycle& logged, const CycleOutput& replayed);

  WhatIfResult take_result();

 private:
  static constexpr std::size_t kMostSamples = 4000;

  void move_prediction(const CycleOutput& logged, const CycleOutput& replayed);

  PlanarModel model_;
  double period_;
  WhatIfResult result_;
  Vector2 offset_ = Vector2::Zero();
  std::size_t stride_ = 1;
};

/// @return What the comparison cannot know, in plain words: one sentence an entry.
std::vector<std::string> limits_of_knowledge(const WhatIfResult& result);

/// @return The comparison as one HTML page with its diagrams; needs nothing else.
std::string make_what_if_page(const WhatIfResult& result, const std::string& title,
                              const std::vector<std::string>& changes);

}  // namespace freefloat
