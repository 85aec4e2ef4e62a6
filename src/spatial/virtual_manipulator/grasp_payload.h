#pragma once

#include "spatial/tree/tree_parameters.h"

namespace freefloat {

/// A body that an end point takes hold of.
struct GraspedPayload {
  double mass = 0.0;                      ///< kg
  Vector3 mass_centre = Vector3::Zero();  ///< end point's axes, from the end point, m
  Matrix3 inertia = Matrix3::Zero();      ///< about the mass centre, end point's axes, kg m^2
};

/// A payload held by an end point becomes part of its body: from then on the system is another one, and so
/// are its virtual manipulator and its virtual ground, which have to be constructed anew; Dubowsky & Vafa
/// 1987, Sec. 4.
/// @return The tree with the payload; the frames of its bodies and its end points stay where they are.
TreeParameters grasp_payload(const TreeParameters& tree, int end_point, const GraspedPayload& payload);

}  // namespace freefloat
