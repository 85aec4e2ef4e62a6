#include "console/foxglove_messages.h"

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>

#include "console/services.h"

namespace freefloat::console {
namespace {

using nlohmann::json;

// Kinds of binary messages from the server.
constexpr char kMessageData = 1;
constexpr char kTime = 2;
constexpr char kServiceResponse = 3;

template <class T>
void put(Frame& frame, T value) {
  std::memcpy(frame.head.data() + frame.head_size, &value, sizeof value);
  frame.head_size = static_cast<std::uint8_t>(frame.head_size + sizeof value);
}

Frame binary_frame(char kind) {
  Frame frame;
  frame.binary = true;
  put(frame, kind);
  return frame;
}

json schema_of(const std::string& name, const std::string& fields) {
  return {{"encoding", "json"},
          {"schemaName", name},
          {"schemaEncoding", "jsonschema"},
          {"schema", R"({"type":"object","properties":{)" + fields + "}}"}};
}

}  // namespace

std::string json_text(const json& json) {
  return json.dump(-1, ' ', false, json::error_handler_t::replace);
}

Frame text_frame(std::string text) {
  Frame frame;
  frame.body = std::make_shared<const std::string>(std::move(text));
  return frame;
}

Frame server_info(const std::string& session, const std::string& version) {
  return text_frame(json_text({{"op", "serverInfo"},
                               {"name", "Freefloat"},
                               {"capabilities", {"time", "services", "parameters", "parametersSubscribe"}},
                               {"supportedEncodings", {"json"}},
                               {"metadata", {{"version", version}}},
                               {"sessionId", session}}));
}

Frame advertise_channels(const std::vector<Channel>& channels) {
  json list = json::array();
  for (const Channel& channel : channels) {
    list.push_back({{"id", channel.id},
                    {"topic", channel.topic},
                    {"encoding", channel.encoding},
                    {"schemaName", channel.schema_name},
                    {"schema", channel.schema},
                    {"schemaEncoding", channel.schema_encoding}});
  }
  return text_frame(json_text({{"op", "advertise"}, {"channels", std::move(list)}}));
}

Frame advertise_services() {
  json list = json::array();
  std::uint32_t number = 0;
  for (const Service& service : services()) {
    const std::string name(service.name);
    list.push_back(
        {{"id", ++number},
         {"name", "/freefloat/" + name},
         {"type", "freefloat/" + name},
         {"request", schema_of("freefloat." + name + "_request", std::string(service.fields))},
         {"response", schema_of("freefloat.Answer", R"("done":{"type":"boolean"},"words":{"type":"string"},)"
                                                    R"("result":{"type":"object"})")}});
  }
  return text_frame(json_text({{"op", "advertiseServices"}, {"services", std::move(list)}}));
}

Frame parameter_values(const json& settings, const std::vector<std::string>& names,
                       const std::optional<std::string>& id) {
  json list = json::array();
  if (settings.is_array()) {
    for (const json& setting : settings) {
      if (!setting.is_object() || !setting.contains("key") || !setting["key"].is_string()) continue;
      const auto& key = setting["key"].get_ref<const std::string&>();
      if (!names.empty() && std::find(names.begin(), names.end(), key) == names.end()) continue;
      list.push_back({{"name", key}, {"value", setting.value("value", json())}});
    }
  }
  json message{{"op", "parameterValues"}, {"parameters", std::move(list)}};
  if (id) message["id"] = *id;
  return text_frame(json_text(message));
}

Frame message_data(std::uint32_t subscription, std::uint64_t log_time_ns, SharedBytes message) {
  Frame frame = binary_frame(kMessageData);
  put(frame, subscription);
  put(frame, log_time_ns);
  frame.body = std::move(message);
  return frame;
}

Frame time_frame(std::uint64_t log_time_ns) {
  Frame frame = binary_frame(kTime);
  put(frame, log_time_ns);
  return frame;
}

Frame service_response(std::uint32_t service, std::uint32_t call, const std::string& json) {
  Frame frame = binary_frame(kServiceResponse);
  put(frame, service);
  put(frame, call);
  constexpr std::string_view kEncoding = "json";
  std::string body(sizeof(std::uint32_t), '\0');
  body[0] = static_cast<char>(kEncoding.size());
  body.append(kEncoding).append(json);
  frame.body = std::make_shared<const std::string>(std::move(body));
  return frame;
}

Frame service_failure(std::uint32_t service, std::uint32_t call, const std::string& words) {
  return text_frame(json_text(
      {{"op", "serviceCallFailure"}, {"serviceId", service}, {"callId", call}, {"message", words}}));
}

Frame status(StatusLevel level, const std::string& words) {
  return text_frame(json_text({{"op", "status"}, {"level", static_cast<int>(level)}, {"message", words}}));
}

}  // namespace freefloat::console
