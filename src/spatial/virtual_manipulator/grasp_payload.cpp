#include "spatial/virtual_manipulator/grasp_payload.h"

namespace freefloat {

namespace {

/// What a point mass at `offset` adds to an inertia, for 1 kg.
Matrix3 spread(const Vector3& offset) {
  return offset.squaredNorm() * Matrix3::Identity() - offset * offset.transpose();
}

}  // namespace

TreeParameters grasp_payload(const TreeParameters& tree, int end_point, const GraspedPayload& payload) {
  TreeParameters loaded = tree;
  const EndPoint& point = tree.end_points[static_cast<std::size_t>(end_point)];
  TreeBody& body =
      point.body == 0 ? loaded.base : loaded.links[static_cast<std::size_t>(point.body - 1)].body;
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
