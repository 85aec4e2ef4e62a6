#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "injection/matrix.h"

namespace freefloat {

/// @return The fault table, and what can be injected with what is promised of it, for people.
std::string list_faults(const std::vector<const Injection*>& chosen);
nlohmann::json faults_json(const std::vector<const Injection*>& chosen);

/// @return What was measured beside what is promised; then all that was not as promised.
std::string list_matrix(const std::vector<MatrixRow>& rows);
nlohmann::json matrix_json(const std::vector<MatrixRow>& rows);

}  // namespace freefloat
