#pragma once

#include <string>
#include <vector>

#include "model/tree/tree_parameters.h"

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

/// Puts every link behind the body that carries it, and otherwise keeps the order.
/// @param tree Without circles.
void sort_links(TreeParameters& tree);

}  // namespace freefloat
