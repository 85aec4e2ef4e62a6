#pragma once

#include <optional>

#include "bound/reach.h"

namespace freefloat {

/// The shortest time in which a hand can be at its target with the target's velocity, by anybody who knows
/// everything: joint rates and accelerations within their limits, momentum of the free robot kept, mass
/// centre and target falling as the table is tilted. Singular postures on the way, the arm's own shape,
/// delays and noise are no obstacle. The best of a search from many beginnings, refined until two times
/// differ by less than 2 ms: a path that does it is found, a quicker one is not.
/// @param setup Robot and what its joints can do.
/// @param scene Begin.
/// @param latest Where the search ends, s.
/// @return None: it was reached at no time up to then, impossible for anybody.
std::optional<double> quickest_capture(const MeetingSetup& setup, const MeetingScene& scene, double latest);

}  // namespace freefloat
