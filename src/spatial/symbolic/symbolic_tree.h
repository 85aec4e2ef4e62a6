#pragma once

#include <vector>

#include "spatial/symbolic/parameter_list.h"
#include "spatial/symbolic/symbolic_vector.h"
#include "spatial/tree/attitude.h"

namespace freefloat {

/// A tree of bodies whose parameters are exact numbers or symbols, with its coordinates q and q' as symbols.
///
/// Coordinates, Moosavian & Papadopoulos 2004, Eq. (7): q = (R_C0, delta_0, theta), position of the base's
/// mass centre, Euler angles, joints. A planar base has (x, y, angle about z) instead of the first six.
struct SymbolicTree {
  struct Body {
    GiNaC::ex mass;
    SymbolicVector mass_centre;  ///< own frame
    SymbolicMatrix inertia;      ///< about the mass centre, own axes
  };
  struct Joint {
    JointKind kind = JointKind::kRevolute;
    int parent = 0;
    SymbolicVector position;  ///< of the link's origin, parent's frame
    SymbolicMatrix rotation;  ///< from the link's to the parent's axes at coordinate 0
    SymbolicVector axis;      ///< in the link
  };
  struct End {
    int body = 0;
    SymbolicVector position;  ///< body's frame
  };

  BaseKind base_kind = BaseKind::kFree;
  EulerSequence sequence = EulerSequence::kZyx;
  std::vector<Body> bodies;
  std::vector<Joint> joints;  ///< [i - 1] carries body i
  std::vector<int> outward;   ///< all bodies but the base, each behind its parent
  std::vector<End> end_points;
  std::vector<GiNaC::symbol> q;           ///< N
  std::vector<GiNaC::symbol> q_rate;      ///< N
  std::vector<GiNaC::symbol> parameters;  ///< in the order of the chosen ones

  int base_freedoms() const { return base_kind == BaseKind::kPlanar ? 3 : 6; }
  /// @return How many of them are positions; angles follow.
  int base_shifts() const { return base_kind == BaseKind::kPlanar ? 2 : 3; }
  int joint_count() const { return static_cast<int>(joints.size()); }
  int size() const { return static_cast<int>(q.size()); }

  const Joint& joint(int body) const { return joints[body - 1]; }
  /// @return Index in q of the joint that carries the body.
  int coordinate(int body) const { return base_freedoms() + body - 1; }
  const GiNaC::symbol& at(int i) const { return q[i]; }
  const GiNaC::symbol& rate_at(int i) const { return q_rate[i]; }
};

/// @param tree Without problems, base free or planar.
/// @param sequence Meaning of the Euler angles of a free base.
/// @param chosen What stays symbols; all else becomes numbers.
SymbolicTree make_symbolic_tree(const TreeParameters& tree, EulerSequence sequence,
                                const std::vector<TreeParameter>& chosen);

}  // namespace freefloat
