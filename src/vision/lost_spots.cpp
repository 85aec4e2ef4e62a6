#include "vision/lost_spots.h"

#include <algorithm>

namespace freefloat {
namespace {

constexpr double kKept = 30.0;  // s

}  // namespace

void LostSpots::note(const LostSpot& spot) {
  if (count == kMost) {
    std::copy(spots.begin() + 1, spots.end(), spots.begin());
    --count;
  }
  spots[count++] = spot;
}

bool LostSpots::was_at(const Vector2& place, double reach, Time at) const {
  return std::any_of(spots.begin(), spots.begin() + count, [&](const LostSpot& spot) {
    return (spot.place - place).norm() <= reach && to_seconds(at - spot.time) <= kKept;
  });
}

}  // namespace freefloat
