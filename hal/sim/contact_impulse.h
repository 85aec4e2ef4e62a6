#pragma once

#include "types/joint_vector.h"

namespace freefloat {

/// How two surfaces meet.
struct ContactLaw {
  double restitution = 0.0;  ///< e: of the work that compression takes, e^2 comes back
  double friction = 0.0;     ///< Coulomb's mu
};

/// One impact at one point: the impulse that ends it.
///
/// The relative velocity follows the impulse, u(p) = u + K p. While normal impulse accumulates the surfaces
/// slide against friction until they stick, and stick or slide back from then on (Routh's method: each of
/// these is a straight line in p). Compression ends when they no longer approach; the rest lasts until it has
/// given back e^2 of the work that compression took (the energetic coefficient of restitution). So no impact
/// can add energy, whatever friction and K are, which does not hold of Newton's ratio of velocities.
/// @param mobility K: change of relative velocity by impulse, along normal and tangent, 1/kg; positive
/// definite.
/// @param velocity u: of the second from the first, along normal and tangent, m/s; u[0] < 0.
/// @return Impulse on the second, along normal and tangent, N s; zero when they do not approach.
Vector2 resolve_impact(const Eigen::Matrix2d& mobility, const Vector2& velocity, const ContactLaw& law);

}  // namespace freefloat
