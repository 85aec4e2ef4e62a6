#pragma once

#include <cstddef>
#include <deque>
#include <utility>
#include <vector>

#include "model/planar_model.h"
#include "runlog/cycle_record.h"

namespace freefloat {

/// Holds every LED that a run's controller was told against where it truly was when the picture was taken.
class LabelErrors {
 public:
  /// @param target_leds How many each target has, where there are several.
  explicit LabelErrors(const RobotParameters& robot, std::vector<std::size_t> target_leds = {})
      : model_(robot), markers_(robot.markers), target_leds_(std::move(target_leds)) {}

  /// In the order of the cycles.
  void add(const CycleRecord& record);

  /// @return LEDs that were more than 10 mm off, over all pictures.
  int wrong() const { return wrong_; }

 private:
  Vector2 true_place(std::size_t marker, const RobotState& robot) const;

  const std::pair<Time, Truth>& truth_before(Time capture) const;

  PlanarModel model_;
  std::vector<MarkerParameters> markers_;
  std::vector<std::size_t> target_leds_;
  std::deque<std::pair<Time, Truth>> truths_;  // of the newest cycles
  int wrong_ = 0;
};

}  // namespace freefloat
