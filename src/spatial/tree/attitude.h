#pragma once

#include "spatial/tree/tree_parameters.h"

namespace freefloat {

/// Order of the three turns of an attitude by Euler angles d = (d1, d2, d3).
enum class EulerSequence : std::uint8_t {
  kZyx,  ///< T0 = Rz(d1) Ry(d2) Rx(d3)
  kXyz,  ///< T0 = Rx(d1) Ry(d2) Rz(d3)
};

/// @param angles d, rad.
/// @return T0, from the body's to the inertial axes.
Matrix3 rotation_from_euler(EulerSequence sequence, const Vector3& angles);

/// @return d, rad, with d2 in [-pi/2, pi/2]; at its ends d3 = 0.
Vector3 euler_from_rotation(EulerSequence sequence, const Matrix3& rotation);

/// @return S0: angular velocity in the body's axes = S0 d', Moosavian & Papadopoulos 2004, Eq. (20c).
Matrix3 euler_rate_matrix(EulerSequence sequence, const Vector3& angles);

/// @param rates d', rad/s.
/// @return dS0/dt.
Matrix3 euler_rate_matrix_rate(EulerSequence sequence, const Vector3& angles, const Vector3& rates);

/// @return The rotation by |vector| rad about `vector`.
Matrix3 rotation_from_vector(const Vector3& vector);

/// @return The vector of at most pi rad length.
Vector3 vector_from_rotation(const Matrix3& rotation);

}  // namespace freefloat
