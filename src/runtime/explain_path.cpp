#include "runtime/explain_path.h"

#include <fmt/format.h>

#include "types/angle.h"

namespace freefloat {

std::string explain_refused_path(const PathOutput& path) {
  const std::string at = fmt::format("at [{:.3f}, {:.3f}] m", path.refused_at.x(), path.refused_at.y());
  const std::string place =
      path.refused_after > 0.0 ? fmt::format("{}, {:.1f} s from now,", at, path.refused_after) : at;
  const double mm = 1e3 * path.refused_by;
  switch (path.refusal) {
    case PathRefusal::kNone:
      return {};
    case PathRefusal::kNoSuchPath:
      return "there is no such path for the hand: a circle needs a radius, and a robot with two joints or "
             "more";
    case PathRefusal::kOuterEdge:
      return fmt::format(
          "{} the path is {:.1f} mm beyond the outer edge of the singularity-free annulus about the mass "
          "centre: bring it nearer to the robot, or start before the robot has drifted away",
          place, mm);
    case PathRefusal::kInnerEdge:
      return fmt::format(
          "{} the path is {:.1f} mm inside of the hole of the singularity-free annulus about the mass "
          "centre: "
          "keep it farther from the robot, or start before the robot has drifted there",
          place, mm);
    case PathRefusal::kSingular:
      return fmt::format("{} the arm is next to singular: choose another path or posture", place);
    case PathRefusal::kJointLimit:
      return fmt::format(
          "{} joint {} would be {:.1f} deg past its limit: choose another posture to start with", place,
          path.refused_joint + 1, rad_to_deg(path.refused_by));
    case PathRefusal::kRateLimit:
      return fmt::format(
          "{} joint {} would have to turn {:.2f} times as fast as it may: lower speed_m_s or keep the path "
          "farther from the annulus' edges",
          place, path.refused_joint + 1, path.refused_by);
    case PathRefusal::kTableEdge:
      return fmt::format(
          "{} the satellite would be {:.1f} mm over the table's edge margin: start nearer to its middle, at "
          "rest, or level the table",
          place, mm);
  }
  return {};
}

}  // namespace freefloat
