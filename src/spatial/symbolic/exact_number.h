#pragma once

#include <ginac/ginac.h>

namespace freefloat {

/// @param value Finite.
/// @return The shortest decimal that reads back as `value`, as an exact fraction: 0.1 becomes 1/10, so that
/// what cancels on paper cancels here.
GiNaC::numeric exact_number(double value);

/// @param value Entry of a rotation matrix or of a unit vector.
/// @return The same; 0, 1 or -1 when it differs from them by rounding only, as the cosine of 90 deg does.
GiNaC::numeric exact_direction(double value);

}  // namespace freefloat
