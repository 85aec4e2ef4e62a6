#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace freefloat {

using Vector3 = Eigen::Vector3d;
using Matrix3 = Eigen::Matrix3d;

/// How the base may move.
enum class BaseKind : std::uint8_t {
  kFree,       ///< all six ways: a satellite in space
  kPlanar,     ///< x, y and about z of W: a satellite on an air-bearing table
  kSpherical,  ///< about the origin of its own frame: a platform on a spherical air bearing
  kFixed,      ///< not at all
};

enum class JointKind : std::uint8_t { kRevolute, kPrismatic };

/// A rigid body. Its frame is fixed to it: the base's origin may lie anywhere on the body (for kSpherical it
/// is the bearing's centre), a link's origin lies on the axis of the joint that carries it.
struct TreeBody {
  std::string name;
  double mass = 0.0;                      ///< kg
  Vector3 mass_centre = Vector3::Zero();  ///< own frame, m
  Matrix3 inertia = Matrix3::Zero();      ///< about the mass centre, axes of the own frame, kg m^2
};

/// The joint between a link and the body that carries it. At joint coordinate 0 the link's frame lies in the
/// parent's frame as `position` and `rotation` say; the coordinate turns (rad) or shifts (m) it about or
/// along `axis`.
struct TreeJoint {
  std::string name;
  JointKind kind = JointKind::kRevolute;
  int parent = 0;                          ///< body index: 0 is the base, i the link links[i - 1]
  Vector3 position = Vector3::Zero();      ///< of the link's origin, parent's frame, m
  Matrix3 rotation = Matrix3::Identity();  ///< from the link's to the parent's axes
  Vector3 axis = Vector3::UnitZ();         ///< unit vector, the same in link and turned parent
  double min = -std::numeric_limits<double>::infinity();  ///< rad or m
  double max = std::numeric_limits<double>::infinity();   ///< rad or m
};

/// A link and the joint that carries it.
struct TreeLink {
  TreeBody body;
  TreeJoint joint;
};

/// A named frame on a body: a hand, a tool, a sensor.
struct EndPoint {
  std::string name;
  int body = 0;                            ///< 0 is the base, i the link links[i - 1]
  Vector3 position = Vector3::Zero();      ///< body's frame, m
  Matrix3 rotation = Matrix3::Identity();  ///< from the end point's to the body's axes
};

/// A space robot as a tree of rigid bodies: a base with any number of serial arms and appendages, which may
/// branch. Joint i carries link i; both are counted from 1, the base is body 0.
struct TreeParameters {
  std::string name;
  BaseKind base_kind = BaseKind::kFree;
  TreeBody base;
  std::vector<TreeLink> links;
  std::vector<EndPoint> end_points;
  Vector3 gravity = Vector3::Zero();  ///< acceleration of free fall in W, m/s^2

  int joint_count() const { return static_cast<int>(links.size()); }
  int body_count() const { return joint_count() + 1; }

  /// @return Body 0 .. joint_count().
  const TreeBody& body(int index) const { return index == 0 ? base : links[index - 1].body; }
};

}  // namespace freefloat
