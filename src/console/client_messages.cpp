#include "console/client_messages.h"

#include <cstring>
#include <limits>

#include "console/services.h"

namespace freefloat::console {
namespace {

using nlohmann::json;
using Read = tl::expected<ClientMessage, std::string>;

// Kinds of binary messages from clients.
constexpr char kClientData = 1;
constexpr char kServiceCall = 2;
constexpr std::size_t kCallHead = 1 + 3 * sizeof(std::uint32_t);
// A message is short, but may be nothing but names.
constexpr std::size_t kMostItems = 1024;

std::uint32_t number_at(std::string_view bytes, std::size_t place) {
  std::uint32_t number = 0;
  std::memcpy(&number, bytes.data() + place, sizeof number);
  return number;
}

Read refuse(std::string words) {
  return tl::make_unexpected(std::move(words));
}

/// @return The list of that name; null: it is none, or too long.
const json* list_in(const json& message, const char* name) {
  const auto found = message.find(name);
  if (found == message.end() || !found->is_array() || found->size() > kMostItems) return nullptr;
  return &*found;
}

std::optional<std::uint32_t> whole_number(const json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end() || !found->is_number_unsigned()) return std::nullopt;
  const auto value = found->get<std::uint64_t>();
  if (value > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
  return static_cast<std::uint32_t>(value);
}

Read read_subscribe(const json& message) {
  const json* list = list_in(message, "subscriptions");
  if (list == nullptr) return refuse("subscribe: 'subscriptions' must be a list");
  Subscribe subscribe;
  for (const json& one : *list) {
    if (!one.is_object()) return refuse("subscribe: a subscription must be {\"id\", \"channelId\"}");
    const auto id = whole_number(one, "id");
    const auto channel = whole_number(one, "channelId");
    if (!id || !channel) return refuse("subscribe: 'id' and 'channelId' must be whole numbers");
    subscribe.subscriptions.push_back({*id, *channel});
  }
  return subscribe;
}

Read read_unsubscribe(const json& message) {
  const json* list = list_in(message, "subscriptionIds");
  if (list == nullptr) return refuse("unsubscribe: 'subscriptionIds' must be a list");
  Unsubscribe unsubscribe;
  for (const json& id : *list) {
    if (!id.is_number_unsigned() || id.get<std::uint64_t>() > std::numeric_limits<std::uint32_t>::max())
      return refuse("unsubscribe: 'subscriptionIds' must be whole numbers");
    unsubscribe.ids.push_back(id.get<std::uint32_t>());
  }
  return unsubscribe;
}

tl::expected<std::vector<std::string>, std::string> read_names(const json& message) {
  const json* list = list_in(message, "parameterNames");
  if (list == nullptr) return tl::make_unexpected(std::string("'parameterNames' must be a list"));
  std::vector<std::string> names;
  for (const json& name : *list) {
    if (!name.is_string()) return tl::make_unexpected(std::string("'parameterNames' must be texts"));
    names.push_back(name.get<std::string>());
  }
  return names;
}

std::optional<std::string> id_of(const json& message) {
  const auto found = message.find("id");
  if (found == message.end() || !found->is_string()) return std::nullopt;
  return found->get<std::string>();
}

Read read_set(const json& message) {
  const json* list = list_in(message, "parameters");
  if (list == nullptr) return refuse("setParameters: 'parameters' must be a list");
  SetParameters set{{}, id_of(message)};
  for (const json& one : *list) {
    if (!one.is_object() || !one.contains("name") || !one["name"].is_string())
      return refuse("setParameters: a parameter must be {\"name\", \"value\"}");
    set.values.emplace_back(one["name"].get<std::string>(), one.value("value", json()));
  }
  return set;
}

Read read_text(std::string_view text) {
  const json message = json::parse(text, nullptr, false);
  if (!message.is_object()) return refuse("a text message must be a JSON object");
  const auto found = message.find("op");
  if (found == message.end() || !found->is_string()) return refuse("'op' must be a text");
  const auto& op = found->get_ref<const std::string&>();
  if (op == "subscribe") return read_subscribe(message);
  if (op == "unsubscribe") return read_unsubscribe(message);
  if (op == "setParameters") return read_set(message);
  const bool watch = op == "subscribeParameterUpdates";
  if (watch || op == "unsubscribeParameterUpdates" || op == "getParameters") {
    auto names = read_names(message);
    if (!names) return refuse(op + ": " + names.error());
    if (op == "getParameters") return GetParameters{std::move(*names), id_of(message)};
    return WatchParameters{watch, std::move(*names)};
  }
  // What viewers say although nobody offered it.
  for (const char* known :
       {"advertise", "unadvertise", "subscribeConnectionGraph", "unsubscribeConnectionGraph", "fetchAsset"}) {
    if (op == known) return refuse("'" + op + "' is not offered here; see the capabilities of serverInfo");
  }
  return refuse("unknown op '" + op.substr(0, 40) + "'");
}

Read read_binary(std::string_view bytes) {
  if (bytes.empty()) return refuse("an empty message");
  if (bytes[0] == kClientData) return refuse("messages from clients are not offered here; call a service");
  if (bytes[0] != kServiceCall) return refuse("unknown binary message");
  if (bytes.size() < kCallHead) return refuse("a service call that ends too early");
  ServiceCall call;
  call.service = number_at(bytes, 1);
  call.call = number_at(bytes, 1 + sizeof(std::uint32_t));
  const std::size_t encoding_size = number_at(bytes, 1 + 2 * sizeof(std::uint32_t));
  const std::string_view rest = bytes.substr(kCallHead);
  if (encoding_size > rest.size()) return refuse("a service call that ends too early");
  call.encoding = rest.substr(0, encoding_size);
  call.request = rest.substr(encoding_size);
  return call;
}

}  // namespace

tl::expected<ClientMessage, std::string> read_client_message(bool binary, std::string_view bytes) {
  return binary ? read_binary(bytes) : read_text(bytes);
}

std::optional<std::uint32_t> stop_call(bool binary, std::string_view bytes) {
  if (!binary || bytes.size() < 1 + 2 * sizeof(std::uint32_t) || bytes[0] != kServiceCall ||
      number_at(bytes, 1) != kStopService)
    return std::nullopt;
  return number_at(bytes, 1 + sizeof(std::uint32_t));
}

}  // namespace freefloat::console
