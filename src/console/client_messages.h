#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <variant>
#include <vector>

// What clients say, in the words of the Foxglove WebSocket protocol.

namespace freefloat::console {

/// The longest message that a client may send, bytes.
inline constexpr std::size_t kLongestMessage = 64 * 1024;

struct Subscribe {
  struct One {
    std::uint32_t id = 0;  ///< the client's own number
    std::uint32_t channel = 0;
  };
  std::vector<One> subscriptions;
};
struct Unsubscribe {
  std::vector<std::uint32_t> ids;
};
struct GetParameters {
  std::vector<std::string> names;  ///< empty: all
  std::optional<std::string> id;
};
struct SetParameters {
  std::vector<std::pair<std::string, nlohmann::json>> values;
  std::optional<std::string> id;
};
struct WatchParameters {
  bool on = true;
  std::vector<std::string> names;  ///< empty: all
};
struct ServiceCall {
  std::uint32_t service = 0;
  std::uint32_t call = 0;  ///< the client's own number
  std::string_view encoding;
  std::string_view request;
};
using ClientMessage =
    std::variant<Subscribe, Unsubscribe, GetParameters, SetParameters, WatchParameters, ServiceCall>;

/// @return The message, with views of `bytes`, or what is wrong with it, one sentence.
tl::expected<ClientMessage, std::string> read_client_message(bool binary, std::string_view bytes);

/// Looks at nothing but the first bytes. @return The call of the service STOP that this is, whatever its
/// request says.
std::optional<std::uint32_t> stop_call(bool binary, std::string_view bytes);

}  // namespace freefloat::console
