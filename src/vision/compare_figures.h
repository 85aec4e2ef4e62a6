#pragma once

#include <vector>

#include "types/joint_vector.h"

namespace freefloat {

/// Among several targets a picture tells each by three of its LEDs or more. This says whether spots of one
/// target could be taken for another.
/// @param a LEDs of one, in its frame, m. @param b Of the other.
/// @param tolerance By which lengths may differ in the search, m.
/// @return Whether three LEDs of `a` lie as three of `b` do, turned and moved but not mirrored.
bool are_alike(const std::vector<Vector2>& a, const std::vector<Vector2>& b, double tolerance);

}  // namespace freefloat
