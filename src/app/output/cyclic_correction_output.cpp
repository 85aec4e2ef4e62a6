#include "app/output/cyclic_correction_output.h"

#include <fmt/format.h>

#include "answers/state_json.h"
#include "spatial/tree/check_tree.h"
#include "types/angle.h"

namespace freefloat {

namespace {

const char* name_of(EulerSequence sequence) {
  return sequence == EulerSequence::kZyx ? "zyx" : "xyz";
}

/// @return The turn from the start to the goal, rad.
double whole_turn(const CyclicCorrection& c) {
  const Matrix3 start = rotation_from_euler(c.config.sequence, c.start);
  return vector_from_rotation(start.transpose() * rotation_from_euler(c.config.sequence, c.goal)).norm();
}

/// Angles in degrees, shifts in metres, in the order of the joints.
std::string joints_text(const TreeParameters& tree, const Eigen::VectorXd& values) {
  std::string text;
  for (int i = 0; i < tree.joint_count(); ++i) {
    const bool turns = tree.links[static_cast<std::size_t>(i)].joint.kind == JointKind::kRevolute;
    text += fmt::format("{}{:.5g} {}", i > 0 ? ", " : "", turns ? rad_to_deg(values[i]) : values[i],
                        turns ? "deg" : "m");
  }
  return text;
}

std::string euler_text(const Vector3& angles) {
  // A zero of either sign is printed without one.
  const Vector3 degrees = rad_to_deg(1.0) * angles + Vector3::Zero();
  return fmt::format("{:.6g}, {:.6g}, {:.6g} deg", degrees[0], degrees[1], degrees[2]);
}

/// @return Names of the joints that a cycle leads beyond their limits.
std::vector<std::string> beyond_limits(const CyclicCorrection& c) {
  std::vector<std::string> names;
  for (int i = 0; i < c.tree.joint_count(); ++i) {
    const TreeJoint& joint = c.tree.links[static_cast<std::size_t>(i)].joint;
    bool beyond = false;
    for (const CycleSet& set : c.sets) {
      for (const JointRectangle& sides : set.cycle) {
        for (const double way : {0.0, sides.dV[i], sides.dW[i], sides.dV[i] + sides.dW[i]}) {
          const double place = c.joints[i] + way;
          beyond = beyond || place < joint.min || place > joint.max;
        }
      }
    }
    if (beyond) names.push_back(joint.name);
  }
  return names;
}

}  // namespace

bool CyclicCorrection::reached() const {
  return (sets.empty() ? whole_turn(*this) : sets.back().missing) <= config.tolerance;
}

std::string format_correction(const CyclicCorrection& c) {
  std::string text = fmt::format("{}: from {} to {} ({})\n", c.tree.name, euler_text(c.start),
                                 euler_text(c.goal), name_of(c.config.sequence));
  text += fmt::format("joints {} at {}\n", joint_names(c.tree), joints_text(c.tree, c.joints));
  for (std::size_t i = 0; i < c.sets.size(); ++i) {
    const CycleSet& set = c.sets[i];
    text += fmt::format("set {}: {} cycles, each +dV, +dW, -dV, -dW\n", i + 1, set.times);
    for (const JointRectangle& sides : set.cycle) {
      text +=
          fmt::format("  dV  {}\n  dW  {}\n", joints_text(c.tree, sides.dV), joints_text(c.tree, sides.dW));
    }
    text += fmt::format("  leads to {}; {:.3g} deg are missing\n", euler_text(set.angles),
                        rad_to_deg(set.missing));
  }
  for (const std::string& name : beyond_limits(c)) text += fmt::format("beyond its limit: {}\n", name);
  return text + (c.reached() ? fmt::format("reached in {} sets\n", c.sets.size())
                             : fmt::format("not reached in {} sets: take more sets, or more cycles a set\n",
                                           c.sets.size()));
}

nlohmann::ordered_json correction_to_json(const CyclicCorrection& c) {
  nlohmann::ordered_json json{{"model", c.tree.name},
                              {"joints", nlohmann::ordered_json::array()},
                              {"joints_rad", to_array(c.joints)},
                              {"sequence", name_of(c.config.sequence)},
                              {"start_rad", to_array(c.start)},
                              {"goal_rad", to_array(c.goal)},
                              {"sets", nlohmann::ordered_json::array()}};
  for (const TreeLink& link : c.tree.links) json["joints"].push_back(link.joint.name);
  for (const CycleSet& set : c.sets) {
    nlohmann::ordered_json cycle = nlohmann::ordered_json::array();
    for (const JointRectangle& sides : set.cycle)
      cycle.push_back({{"dV_rad", to_array(sides.dV)}, {"dW_rad", to_array(sides.dW)}});
    json["sets"].push_back({{"times", set.times},
                            {"cycle", std::move(cycle)},
                            {"turn", to_rows(set.turn)},
                            {"angles_rad", to_array(set.angles)},
                            {"missing_rad", set.missing}});
  }
  json["beyond_limits"] = beyond_limits(c);
  json["reached"] = c.reached();
  return json;
}

}  // namespace freefloat
