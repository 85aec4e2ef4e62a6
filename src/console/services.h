#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace freefloat::console {

/// What a client must have to be heard.
enum class Needs : std::uint8_t { kNothing, kToken, kTokenAndLease };

/// One thing that can be asked, the service `/freefloat/NAME`.
struct Service {
  std::string_view name;
  Needs needs = Needs::kTokenAndLease;
  std::string_view fields;  ///< of the request, as properties of a JSON Schema; empty: none
};

/// All of them; the number of a service is its place, from 1. STOP is the first.
std::span<const Service> services();

inline constexpr std::uint32_t kStopService = 1;

/// @return Null when there is none of that number.
const Service* find_service(std::uint32_t number);

}  // namespace freefloat::console
