#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

namespace freefloat {

/// @param directions Columns: combinations of unknowns that cannot be told.
/// @param names Of the unknowns, as many as there are rows.
/// @return Each combination by the names of its largest parts, "fx with fy; k3"; empty: there is none.
std::string name_combinations(const Eigen::MatrixXd& directions, const std::vector<std::string>& names);

}  // namespace freefloat
