#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "hal/sim/sim_config.h"
#include "model/planar_model.h"
#include "model/robot_outline.h"

namespace freefloat {

/// Where all bodies are.
struct OutlinePoses {
  std::array<Vector2, kMaxBodies> p{};          ///< mass centres of satellite and links, in W, m
  std::array<double, kMaxBodies> theta{};       ///< rad
  std::array<Vector2, kMostTargets> p_WT{};     ///< grapple point of each target, m
  std::array<double, kMostTargets> theta_WT{};  ///< rad
};

/// What a part belongs to.
enum class ContactOwner : std::uint8_t { kRobot, kTarget, kTable };

/// Two parts near each other.
struct Touch {
  static constexpr std::size_t kEdge = std::numeric_limits<std::size_t>::max();

  std::size_t candidate = 0;  ///< the same number for the same two places, always
  std::size_t first = 0;      ///< part
  std::size_t second = 0;     ///< part; `kEdge`: the table's edge
  Separation separation;      ///< in W
};

/// The outlines of robot and targets on a table with a wall around it, and which of them can meet.
class ContactScene {
 public:
  ContactScene(const RobotParameters& robot, const std::vector<TargetParameters>& targets,
               const Vector2& table_size);

  /// Puts all outlines where the bodies are.
  void place(const OutlinePoses& poses);

  /// @param held Target that is the last link's; none: the hand is empty.
  /// @param within m. @param touches Receives all that are nearer to each other than that.
  void look(std::optional<std::size_t> held, double within, std::vector<Touch>& touches) const;

  std::size_t last_of_robot() const { return robot_count_ - 1; }
  std::size_t candidate_count() const { return candidate_count_; }
  const OutlinePart& part(std::size_t index) const { return parts_[index]; }
  /// @return What the part belongs to; `kEdge`: the table.
  ContactOwner owner(std::size_t index) const {
    if (index >= parts_.size()) return ContactOwner::kTable;
    return index < robot_count_ ? ContactOwner::kRobot : ContactOwner::kTarget;
  }
  /// @return To which target a part belongs that is no robot's.
  std::size_t target_of(std::size_t part) const { return targets_[part - robot_count_]; }
  /// @return None where nothing can touch it.
  std::optional<std::size_t> first_of_target(std::size_t target) const;
  /// @return For people.
  std::string name(std::size_t index) const {
    return index == Touch::kEdge ? "table's edge" : parts_[index].name;
  }

 private:
  bool apart(std::size_t part, std::size_t other, std::optional<std::size_t> held) const;
  void look_at_edges(std::size_t part, std::size_t candidate, double within,
                     std::vector<Touch>& touches) const;

  std::vector<OutlinePart> parts_;    // the robot's, then the targets'
  std::vector<std::size_t> targets_;  // whose they are, of the parts behind the robot's
  std::vector<bool> stands_;          // a target each: it is fixed to the table
  std::vector<PlanarShape> placed_;
  std::size_t robot_count_ = 0;
  int last_link_ = 0;
  Vector2 half_table_;
  std::vector<std::array<std::size_t, 2>> pairs_;
  std::size_t candidate_count_ = 0;
};

}  // namespace freefloat
