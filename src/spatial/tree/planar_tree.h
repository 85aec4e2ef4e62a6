#pragma once

#include "model/robot_parameters.h"
#include "spatial/tree/tree_parameters.h"

namespace freefloat {

/// The controller's planar robot as a spatial tree: all axes along z, base on the table, end point `hand`.
///
/// What the plane does not show is filled in: every body is a flat plate of the given inertia about z.
/// @param robot A validated robot.
TreeParameters tree_from_planar(const RobotParameters& robot, BaseKind base_kind = BaseKind::kPlanar);

}  // namespace freefloat
