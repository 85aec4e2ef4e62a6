#include "answers/state_json.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace freefloat {

namespace {

std::string known_keys(std::span<const char* const> keys) {
  std::string list;
  for (const char* key : keys) list += (list.empty() ? "" : ", ") + std::string(key);
  return list;
}

/// @return The value as written, or only its kind where it may be long.
std::string describe(const nlohmann::json& value) {
  return value.is_structured() ? value.type_name() : value.dump();
}

void require_finite(const OrderedJson& value, const std::string& key) {
  if (value.is_number() && !std::isfinite(value.get<double>())) {
    throw StateError(key + ": not finite for this state; are the values of a sensible size?");
  }
  if (value.is_array()) {
    for (const OrderedJson& element : value) require_finite(element, key);
  }
  if (value.is_object()) {
    for (const auto& [name, element] : value.items()) require_finite(element, key + "." + name);
  }
}

}  // namespace

nlohmann::json parse_state_object(const std::string& line, std::span<const char* const> keys) {
  if (line.find_first_not_of(" \t\r") == std::string::npos) {
    throw StateError("empty line: a state is one JSON object a line");
  }
  // The parser itself would let a repeated key pass silently.
  std::set<std::string> seen;
  std::string repeated;
  const auto watch_keys = [&](int depth, nlohmann::json::parse_event_t event, nlohmann::json& parsed) {
    if (event == nlohmann::json::parse_event_t::key && depth == 1 &&
        !seen.insert(parsed.get<std::string>()).second) {
      repeated = parsed.get<std::string>();
    }
    return true;
  };
  nlohmann::json object;
  try {
    object = nlohmann::json::parse(line, watch_keys);
  } catch (const nlohmann::json::exception& error) {
    const std::string what = error.what();  // "[json.exception.x.n] text"
    const std::size_t text = what.find("] ");
    throw StateError("not valid JSON: " + (text == std::string::npos ? what : what.substr(text + 2)));
  }
  if (!object.is_object())
    throw StateError(std::string("a state must be a JSON object, not ") + object.type_name());
  if (!repeated.empty()) throw StateError(repeated + ": given more than once");
  for (const auto& [key, value] : object.items()) {
    const auto is_this = [&key = key](const char* known) { return key == known; };
    if (std::none_of(keys.begin(), keys.end(), is_this)) {
      throw StateError(key + ": unknown key; known are " + known_keys(keys));
    }
  }
  return object;
}

double read_number(const nlohmann::json& value, const std::string& name) {
  if (!value.is_number()) throw StateError(name + ": must be a number, not " + describe(value));
  const double number = value.get<double>();
  if (!std::isfinite(number)) throw StateError(name + ": must be finite");
  return number;
}

std::optional<Eigen::VectorXd> read_array(const nlohmann::json& object, const char* key, int length,
                                          const std::string& names) {
  const auto found = object.find(key);
  if (found == object.end()) return std::nullopt;
  const std::string wanted = std::string(key) + ": must be an array of " + std::to_string(length) +
                             " numbers" + (names.empty() ? "" : " (" + names + ")") + ", not ";
  if (!found->is_array()) throw StateError(wanted + describe(*found));
  if (found->size() != static_cast<std::size_t>(length)) {
    throw StateError(wanted + std::to_string(found->size()));
  }
  Eigen::VectorXd numbers(length);
  for (int i = 0; i < length; ++i) {
    const std::string name = std::string(key) + "[" + std::to_string(i) + "]";
    numbers[i] = read_number((*found)[i], name);
  }
  return numbers;
}

const nlohmann::json& require_key(const nlohmann::json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end()) throw StateError(std::string(key) + ": missing");
  return *found;
}

void require_finite(const OrderedJson& answer) {
  for (const auto& [key, value] : answer.items()) require_finite(value, key);
}

}  // namespace freefloat
