#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace freefloat::testing_support {

/// @return A service call as clients send it.
inline std::string call_bytes(std::uint32_t service, std::uint32_t call, std::string_view request,
                              std::string_view encoding = "json") {
  std::string bytes(1, '\x02');
  const auto put = [&](std::uint32_t number) {
    char raw[sizeof number];
    std::memcpy(raw, &number, sizeof number);
    bytes.append(raw, sizeof number);
  };
  put(service);
  put(call);
  put(static_cast<std::uint32_t>(encoding.size()));
  return bytes.append(encoding).append(request);
}

}  // namespace freefloat::testing_support
