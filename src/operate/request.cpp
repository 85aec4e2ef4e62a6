#include "operate/request.h"

#include <cmath>

namespace freefloat {

console::Answer refused(std::string words) {
  return {false, std::move(words), nullptr};
}

console::Answer granted(std::string words, nlohmann::json result) {
  return {true, std::move(words), std::move(result)};
}

CommandOrigin origin_of(const console::Caller& caller) {
  return {std::string_view(caller.name), std::string_view(caller.address)};
}

Wish decided_wish(std::string_view what, bool accepted, std::string_view words,
                  const console::Caller& caller) noexcept {
  return {.kind = WishKind::kTell,
          .what = what,
          .origin = origin_of(caller),
          .accepted = accepted,
          .words = words};
}

std::optional<double> number_in(const nlohmann::json& request, const char* key) {
  const auto field = request.find(key);
  if (field == request.end() || !field->is_number()) return std::nullopt;
  const double value = field->get<double>();
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

std::string text_of(const nlohmann::json& request, const char* key) {
  const auto field = request.find(key);
  return field != request.end() && field->is_string() ? field->get<std::string>() : std::string();
}

std::optional<std::vector<double>> numbers_in(const nlohmann::json& request, const char* key) {
  const auto field = request.find(key);
  if (field == request.end() || !field->is_array()) return std::nullopt;
  std::vector<double> numbers;
  for (const nlohmann::json& entry : *field) {
    if (!entry.is_number() || !std::isfinite(entry.get<double>())) return std::nullopt;
    numbers.push_back(entry.get<double>());
  }
  return numbers;
}

std::optional<Vector2> point_in(const nlohmann::json& request, const char* key) {
  const auto numbers = numbers_in(request, key);
  if (!numbers || numbers->size() != 2) return std::nullopt;
  return Vector2{numbers->front(), numbers->back()};
}

}  // namespace freefloat
