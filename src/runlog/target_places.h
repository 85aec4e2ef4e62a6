#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "runlog/cycle_record.h"
#include "runlog/target_attitude.h"

namespace freefloat {

/// A target as it is known before the run.
struct TargetFacts {
  std::string name;           ///< by which phases choose it; may be empty where it is the only one
  std::vector<Vector2> leds;  ///< from its grapple point, target's frame, m; the first marks it
};

/// Where one of several targets is, as far as it is known.
struct TargetPlace {
  std::string name;
  bool known = false;                ///< it has been seen
  Vector2 p_WT = Vector2::Zero();    ///< grapple point, m: estimated of the followed one, else as last seen
  bool turned = false;               ///< `theta_WT` is known
  double theta_WT = 0.0;             ///< as its LEDs showed it last, rad
  Time seen{};                       ///< when it was there
  std::optional<BodyState> truth{};  ///< simulated testbeds only
};

/// All targets of a run that has several.
struct TargetPlaces {
  std::uint32_t followed = 0;        ///< number of the one that the controller follows, from 0
  std::vector<TargetPlace> targets;  ///< in the experiment's order
};

/// Keeps where all targets are while a run's records pass: the controller follows one of them at a time, and
/// of the others the pictures tell where they were seen last.
class TargetWatch {
 public:
  /// @param robot_leds How many LEDs the robot has; those of the targets follow, in their order.
  TargetWatch(std::size_t robot_leds, std::vector<TargetFacts> targets);

  /// In the order of the cycles.
  void add(const CycleRecord& record);

  bool has_several() const { return places_.targets.size() > 1; }
  const TargetPlaces& places() const { return places_; }

  /// @return How the followed target was turned in the newest picture that told it.
  const std::optional<TargetAttitude>& attitude() const { return attitudes_[places_.followed]; }

 private:
  void look(const MarkerFrame& frame);
  void take_estimate(const StateEstimate& estimate);

  std::size_t robot_leds_;
  std::vector<TargetFacts> facts_;
  TargetPlaces places_;
  std::vector<std::optional<TargetAttitude>> attitudes_;  // a target each, at least one
  bool holding_ = false;
};

}  // namespace freefloat
