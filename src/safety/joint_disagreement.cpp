#include "safety/joint_disagreement.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <vector>

#include "types/angle.h"

namespace freefloat {

namespace {

// False for angles that are not finite: other monitors see those.
bool apart(double led, double pot, double tolerance) {
  return std::abs(wrap_angle(led - pot)) > tolerance;
}

}  // namespace

bool joints_disagree(const JointComparison& compared, double tolerance) noexcept {
  for (Eigen::Index j = 0; j < compared.by_leds.size(); ++j) {
    if (apart(compared.by_leds[j], compared.by_pots[j], tolerance)) return true;
  }
  return false;
}

std::string explain_joint_disagreement(const JointComparison& compared, double tolerance) {
  const JointVector& leds = compared.by_leds;
  const JointVector& pots = compared.by_pots;
  std::vector<Eigen::Index> wrong;
  for (Eigen::Index j = 0; j < leds.size(); ++j) {
    if (apart(leds[j], pots[j], tolerance)) wrong.push_back(j);
  }
  std::string text;
  std::array<char, 96> part;
  for (const Eigen::Index j : wrong) {
    std::snprintf(part.data(), part.size(), "%sjoint %d: potentiometer %.1f deg, LEDs %.1f deg",
                  text.empty() ? "" : ", ", static_cast<int>(j) + 1, rad_to_deg(wrap_angle(pots[j])),
                  rad_to_deg(wrap_angle(leds[j])));
    text += part.data();
  }
  if (wrong.size() == 2 && !apart(leds[wrong[0]], pots[wrong[1]], tolerance) &&
      !apart(leds[wrong[1]], pots[wrong[0]], tolerance)) {
    text += "; are these two swapped?";
  } else if (wrong.size() == 1 && !apart(leds[wrong[0]], -pots[wrong[0]], tolerance)) {
    text += "; does it count the wrong way?";
  } else if (!wrong.empty()) {
    text += "; has it slipped, or lost its calibration?";
  }
  return text;
}

}  // namespace freefloat
