#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "control/arm_state.h"
#include "guidance/task_space.h"
#include "model/robot_outline.h"

namespace freefloat {

/// Whether a predicted motion keeps the robot's outline clear of the target's, of itself and of the table's
/// edge.
///
/// Between two instants the target moves along a straight line as seen from each body, so nothing thin is
/// stepped over. What is too near already is refused only where it comes nearer.
class PathClearance {
 public:
  /// @param robot With the shapes of its bodies. @param target As it can be touched.
  /// @param half_table Largest |x| and |y| on the table, m.
  /// @param margin Distance to be kept, m; 0: nothing is looked at.
  PathClearance(const RobotParameters& robot, const TargetShape& target, const Vector2& half_table,
                double margin);

  /// Another target, which is not looked at yet. Before the run.
  void add_target(const TargetShape& target) { targets_.push_back(make_target_outline(target)); }

  /// The target that the hand is led to, from 0, is the one looked at; the others are not.
  void look_at(std::size_t target) { watched_ = target < targets_.size() ? target : watched_; }

  bool active() const { return margin_ > 0.0; }

  /// Where robot and target are at one instant.
  struct Instant {
    const ArmState& arm;
    const TaskSpaceState& task;
  };

  /// @param robot The robot alone. @param before, after A short time apart.
  /// @param share Of the margin that is to be kept.
  /// @return Whether two parts that share a height come nearer to each other than that, or one to the edge.
  bool is_lost(const PlanarModel& robot, const Instant& before, const Instant& after,
               double share = 1.0) const;

 private:
  static bool meets_target(const OutlinePart& part, const PlanarShape& target, const Vector2& from,
                           const Vector2& to, double margin);

  double overhang(const PlanarShape& shape) const;

  double margin_;
  Vector2 half_table_;
  std::vector<OutlinePart> robot_;
  std::vector<std::vector<OutlinePart>> targets_;
  std::size_t watched_ = 0;
  std::vector<std::array<std::size_t, 2>> own_pairs_;  // of the robot's parts
};

}  // namespace freefloat
