#pragma once

#include <span>

#include "vision/assignment_search.h"
#include "vision/check_joints.h"

namespace freefloat {

/// @return How many LEDs are labelled.
int count_labelled(const Labels& labels);

/// What the potentiometers leave of assignments about equally good: none that contradicts them; where they
/// confirm some, none that conflicts with all of these; and none that lies far off the figure which they make
/// where another one lies on it. Contradicted alike, all stay.
/// @param all Reordered; what is left stands first.
std::span<const Assignment> keep_confirmed(const MarkerScene& scene, const MappedBlobs& blobs,
                                           const JointCheck& check, std::span<Assignment> all);

}  // namespace freefloat
