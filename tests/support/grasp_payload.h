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
inline TreeParameters grasp_payload(const TreeParameters& tree, int end_point,
                                    const GraspedPayload& payload) {
  // What a point mass adds to an inertia, for 1 kg.
  const auto spread = [](const Vector3& offset) -> Matrix3 {
    return offset.squaredNorm() * Matrix3::Identity() - offset * offset.transpose();
  };
  TreeParameters loaded = tree;
  const EndPoint& point = tree.end_points[end_point];
  TreeBody& body = point.body == 0 ? loaded.base : loaded.links[point.body - 1].body;
  const Vector3 payload_centre = point.position + point.rotation * payload.mass_centre;
  const double mass = body.mass + payload.mass;
  const Vector3 centre = (body.mass * body.mass_centre + payload.mass * payload_centre) / mass;
  body.inertia += point.rotation * payload.inertia * point.rotation.transpose() +
                  body.mass * spread(body.mass_centre - centre) +
                  payload.mass * spread(payload_centre - centre);
  body.mass = mass;
  body.mass_centre = centre;
  return loaded;
}

}  // namespace freefloat
