#pragma once

#include <Eigen/Core>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/source_dir.h"

namespace freefloat {

/// @param name File in tests/papers/reference.
inline nlohmann::json read_reference(const std::string& name) {
  const std::string path = source_dir() + "/tests/papers/reference/" + name;
  std::ifstream file(path);
  if (!file) throw std::runtime_error(path + ": cannot be read");
  return nlohmann::json::parse(file);
}

/// @return A JSON array of numbers as a vector.
inline Eigen::VectorXd to_vector(const nlohmann::json& array) {
  const auto numbers = array.get<std::vector<double>>();
  return Eigen::Map<const Eigen::VectorXd>(numbers.data(), static_cast<Eigen::Index>(numbers.size()));
}

/// @return A JSON array of rows as a matrix.
inline Eigen::MatrixXd to_matrix(const nlohmann::json& rows) {
  Eigen::MatrixXd matrix(static_cast<Eigen::Index>(rows.size()),
                         static_cast<Eigen::Index>(rows.at(0).size()));
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    matrix.row(i) = to_vector(rows[i]).transpose();
  }
  return matrix;
}

/// @return Largest difference, relative to the largest expected entry.
template <typename Values>
double relative_error(const Values& values, const Eigen::MatrixXd& expected) {
  return (values - expected).cwiseAbs().maxCoeff() / expected.cwiseAbs().maxCoeff();
}

}  // namespace freefloat
