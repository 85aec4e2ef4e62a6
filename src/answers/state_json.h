#pragma once

#include <Eigen/Core>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>

namespace freefloat {

/// Why a state cannot be evaluated, in words for the user.
class StateError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// @param line One JSON object.
/// @param keys Those that are known.
/// @throws StateError for what is no object, and for unknown and repeated keys.
nlohmann::json parse_state_object(const std::string& line, std::span<const char* const> keys);

/// @throws StateError, naming `name`, for what is not a finite number.
double read_number(const nlohmann::json& value, const std::string& name);

/// @param names Of the numbers, for messages; empty: they have none.
/// @return The object's array of finite numbers under `key`; nothing when there is none.
/// @throws StateError for another length.
std::optional<Eigen::VectorXd> read_array(const nlohmann::json& object, const char* key, int length,
                                          const std::string& names = {});

/// @throws StateError when the key is missing.
const nlohmann::json& require_key(const nlohmann::json& object, const char* key);

/// Keys keep the order in which they are added.
using OrderedJson = nlohmann::ordered_json;

/// @return The vector as an array.
template <typename Vector>
OrderedJson to_array(const Vector& values) {
  OrderedJson array = OrderedJson::array();
  for (Eigen::Index i = 0; i < values.size(); ++i) array.push_back(static_cast<double>(values[i]));
  return array;
}

/// @return The matrix as an array of its rows.
template <typename Matrix>
OrderedJson to_rows(const Matrix& matrix) {
  OrderedJson array = OrderedJson::array();
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) array.push_back(to_array(matrix.row(i)));
  return array;
}

/// @throws StateError naming the key when any number of the answer is not finite.
void require_finite(const OrderedJson& answer);

}  // namespace freefloat
