#pragma once

#include <optional>
#include <string>
#include <vector>

#include "console/desk.h"
#include "runtime/operator_desk.h"
#include "types/joint_vector.h"

namespace freefloat {

/// What somebody asks.
struct Asked {
  std::string what;  ///< the action's name
  const nlohmann::json& request;
  const console::Caller& caller;
  CommandOrigin origin;
};

/// @param words Why not, for people. @return An answer that says no.
console::Answer refused(std::string words);

/// @param words What becomes of it, for people. @param result What was asked for; none where null.
/// @return An answer that says yes.
console::Answer granted(std::string words, nlohmann::json result = nullptr);

/// @return Who asks and from where, as it stands in the log.
CommandOrigin origin_of(const console::Caller& caller);

/// @return What puts into the log, by way of the loop, that something was decided already.
/// @param what Name of the service. @param accepted It was done. @param words Why not, or what was done.
/// @param caller Who asked.
Wish decided_wish(std::string_view what, bool accepted, std::string_view words,
                  const console::Caller& caller) noexcept;

/// @return A finite number; none where the request has no such field.
std::optional<double> number_in(const nlohmann::json& request, const char* key);

/// @return Finite numbers; none where the request has no such list of them.
std::optional<std::vector<double>> numbers_in(const nlohmann::json& request, const char* key);

/// @return A text; empty where the request has no such field.
std::string text_of(const nlohmann::json& request, const char* key);

/// @return Two finite numbers; none where the request has no such field.
std::optional<Vector2> point_in(const nlohmann::json& request, const char* key);

}  // namespace freefloat
