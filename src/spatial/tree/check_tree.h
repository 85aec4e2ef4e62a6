#pragma once

#include <string>
#include <vector>

#include "spatial/tree/tree_parameters.h"

namespace freefloat {

/// One thing that makes a tree impossible.
struct TreeProblem {
  int body = 0;         ///< body it belongs to; -1: an end point
  int end_point = -1;   ///< index in end_points when body is -1
  std::string part;     ///< member it belongs to, such as `inertia` or `joint.axis`
  std::string problem;  ///< what is wrong, in words, with the values

  /// @return `link shoulder: inertia: ...`, with the part's name as the user gave it.
  std::string text(const TreeParameters& tree) const;
};

/// Looks for everything that no single value shows: links that carry each other in a circle, parents that do
/// not exist, bodies without mass (a fixed base may have none), inertias that are not symmetric, not positive
/// or violate the triangle inequality, rotations that are not orthogonal or mirror, joints without axis,
/// empty or equal names, limits out of order, values that are not finite.
/// @return All problems; empty when a TreeModel can be made.
std::vector<TreeProblem> check_tree(const TreeParameters& tree);

/// @return All joints in their order, with commas between, for messages and headings.
std::string joint_names(const TreeParameters& tree);

/// @param tree Without circles.
/// @return All links, 1 .. n, each behind the body that carries it, otherwise in their own order: the way in
/// which motion is handed on from the base to the tips.
std::vector<int> outward_order(const TreeParameters& tree);

/// Puts links in another order; every joint's parent and every end point's body stays the same body.
/// @param order Each of 1 .. n once: link `order[k]` of before becomes link k + 1.
void reorder_links(TreeParameters& tree, const std::vector<int>& order);

}  // namespace freefloat
