#pragma once

#include <array>
#include <optional>

#include "config/fields/field.h"
#include "spatial/tree/tree_parameters.h"

namespace freefloat {

/// A spatial model as it is written: configs/models/*.yaml. Links name the body that carries them.
struct TreeFile {
  /// Six numbers for the symmetric inertia: xx, yy, zz, xy, xz, yz.
  using Inertia = std::array<double, 6>;

  /// The axes of a frame: written as a matrix, as three turns, or not at all.
  struct Rotation {
    std::optional<Eigen::Matrix3d> matrix;
    std::optional<Eigen::Vector3d> zyx;  ///< rad
  };
  struct Body {
    std::string name;
    double mass = 0.0;
    Eigen::Vector3d mass_centre = Eigen::Vector3d::Zero();
    Inertia inertia{};
  };
  struct Base {
    BaseKind kind = BaseKind::kFree;
    Body body{.name = "base"};
  };
  struct Joint {
    std::string name;
    JointKind kind = JointKind::kRevolute;
    Eigen::Vector3d position = Eigen::Vector3d::Zero();
    Eigen::Vector3d axis = Eigen::Vector3d::Zero();
    Rotation rotation;
    std::optional<double> min_angle, max_angle;  ///< rad
    std::optional<double> min_shift, max_shift;  ///< m
  };
  struct Link {
    Body body;
    std::string parent;
    Joint joint;
  };
  struct End {
    std::string name;
    std::string body;
    Eigen::Vector3d position = Eigen::Vector3d::Zero();
    Rotation rotation;
  };

  std::string name;
  Base base;
  std::vector<Link> links;
  std::vector<End> end_points;
  Eigen::Vector3d gravity = Eigen::Vector3d::Zero();
};

/// How a spatial model is written.
Fields<TreeFile> tree_fields();

/// Turns what was written into a tree whose links are in the file's order. What is impossible becomes a
/// problem at its place: unknown parents, loops, massless bodies, inertias that no matter can have, frames
/// that are not orthogonal, joints without axis.
/// @param node The file that `file` was read from.
TreeParameters make_tree(const TreeFile& file, const ConfigNode& node, Problems& problems);

}  // namespace freefloat
