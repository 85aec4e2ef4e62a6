#include "console/channels.h"

#include <algorithm>

#include "console/scene_messages.h"
#include "mcap/schema_text.h"

namespace freefloat::console {
namespace {

/// Pixels, the controller's memory and what is said once go to the log alone.
bool is_live(std::string_view topic) {
  return topic != kControllerStateTopic.name && topic != kTargetSourceStateTopic.name &&
         topic != kPictureWindowsTopic.name && topic != kSpotMemoryTopic.name &&
         topic != kWholePictureTopic.name && topic != kFixedFramesTopic.name &&
         topic != kRobotDescriptionTopic.name;
}

template <Message T>
Channel cdr_channel(std::uint32_t id, std::string_view topic) {
  return {.id = id,
          .topic = std::string(topic),
          .encoding = "cdr",
          .schema_name = schema_name<T>(),
          .schema = schema_text<T>(),
          .schema_encoding = "ros2msg"};
}

Channel json_channel(std::uint32_t id, std::string_view topic, std::string_view schema, std::string fields,
                     Keep keep) {
  return {.id = id,
          .topic = std::string(topic),
          .encoding = "json",
          .schema_name = std::string(schema),
          .schema = R"({"type":"object","properties":{)" + std::move(fields) + "}}",
          .schema_encoding = "jsonschema",
          .keep = keep};
}

}  // namespace

std::vector<Channel> make_channels() {
  std::vector<Channel> channels;
  for_each_topic([&]<Message T>(const RunTopic<T>& topic, std::size_t place) {
    if (!is_live(topic.name)) return;
    channels.push_back(cdr_channel<T>(static_cast<std::uint32_t>(place) + 1, topic.name));
    if (topic.name == kPhaseTopic.name || topic.name == kOperatorCommandTopic.name)
      channels.back().keep = Keep::kAll;
  });
  channels.push_back(cdr_channel<foxglove_msgs::SceneUpdate>(kSceneChannel, "/scene"));
  channels.push_back(cdr_channel<sensor_msgs::CompressedImage>(kCameraChannel, "/camera/image/live"));
  channels.back().keep = Keep::kNewest;
  channels.push_back(
      json_channel(kDeskChannel, "/freefloat/desk", "freefloat.Desk",
                   R"("version":{"type":"integer"},"now_s":{"type":"number"},"supervisor":{"type":"string"},)"
                   R"("mode":{"type":"string"},"simulated":{"type":"boolean"})",
                   Keep::kNewest));
  channels.push_back(json_channel(
      kPictureChannel, "/freefloat/picture", "freefloat.Picture",
      R"("sequence":{"type":"integer"},"time_s":{"type":"number"},"threshold":{"type":"number"},)"
      R"("blobs":{"type":"array","items":{"type":"array","items":{"type":"number"}}},)"
      R"("histogram":{"type":"array","items":{"type":"integer"}})",
      Keep::kNewest));
  channels.push_back(json_channel(
      kNoteChannel, "/freefloat/note", "freefloat.Note",
      R"("time_s":{"type":"number"},"kind":{"type":"string"},"text":{"type":"string"})", Keep::kAll));
  return channels;
}

const Channel* find_channel(const std::vector<Channel>& channels, std::uint32_t id) {
  const auto found = std::find_if(channels.begin(), channels.end(),
                                  [id](const Channel& channel) { return channel.id == id; });
  return found == channels.end() ? nullptr : &*found;
}

}  // namespace freefloat::console
