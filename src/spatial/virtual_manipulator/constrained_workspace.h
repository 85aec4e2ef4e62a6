#pragma once

#include <optional>
#include <vector>

#include "spatial/virtual_manipulator/reach_search.h"

namespace freefloat {

/// What holds the vehicle's attitude in the constrained workspace of Dubowsky & Vafa 1987, Sec. 5 A; its
/// place is always left to the momentum.
enum class VehicleAttitude : std::uint8_t {
  kAny,    ///< turned at will, by wheels or by cyclic manoeuvres
  kFixed,  ///< kept as it is
};

/// Where the end of a virtual manipulator, and with it the real point, can be.
///
/// With any attitude it is a shell about VG (an annulus for a planar chain), at every distance between
/// `inner` and `outer`. With the attitude fixed, distances are those from the first virtual joint; in space
/// not every direction is then reached.
struct ConstrainedWorkspace {
  Vector3 centre = Vector3::Zero();  ///< seen from VG, vehicle's axes, m
  double inner = 0.0;                ///< smallest distance from the centre, m
  double outer = 0.0;                ///< largest, m; infinite with a prismatic joint without limits
  bool every_direction = false;      ///< each distance is reached in every direction (of the plane)
  bool exact = false;                ///< found by enumeration; false: by search
};

/// Distances of the end within the limits of the virtual joints.
///
/// Serial chains of revolute joints with parallel axes: exactly, by enumeration. At an extreme distance every
/// joint is either at a limit or on the line from the centre to the end, so the candidates are finite in
/// number; the inner distance 0, where the chain closes, is no such point and is sought as below. All other
/// chains: one joint after the other is put where the distance is extreme for that joint alone, which has a
/// closed form for both kinds, until nothing changes; from 200 fixed starts.
/// @param vm With at least one joint.
ConstrainedWorkspace compute_constrained_workspace(const VirtualManipulator& vm, VehicleAttitude attitude);

/// Where the end can be whatever the vehicle's attitude about the joints' axes: what the shells about all
/// places of the first virtual joint have in common.
/// @param fixed The workspace with the attitude fixed.
/// @return Distances from VG, m: at most a disc around it and a ring. Nothing where they are not known: for
/// chains that are not planar, do not lie in the plane of VG, or whose first joint does not turn fully.
std::optional<std::vector<ReachRange>> reach_at_every_attitude(const VirtualManipulator& vm,
                                                               const ConstrainedWorkspace& fixed);

}  // namespace freefloat
