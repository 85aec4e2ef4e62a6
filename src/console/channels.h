#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runlog/run_topics.h"

namespace freefloat::console {

/// What may be done with a channel's messages for a client that reads slowly.
enum class Keep : std::uint8_t {
  kDrop,    ///< the oldest go, the newest come
  kNewest,  ///< one waits at most
  kAll,     ///< none is ever lost
};

/// A channel as clients are told of it.
struct Channel {
  std::uint32_t id = 0;
  std::string topic;
  std::string encoding;
  std::string schema_name;
  std::string schema;
  std::string schema_encoding;
  Keep keep = Keep::kDrop;
};

/// Channels of the run's topics have the numbers of their places, from 1; these follow.
inline constexpr std::uint32_t kSceneChannel = kRunTopicCount + 1;
inline constexpr std::uint32_t kCameraChannel = kRunTopicCount + 2;
inline constexpr std::uint32_t kDeskChannel = kRunTopicCount + 3;
inline constexpr std::uint32_t kPictureChannel = kRunTopicCount + 4;
inline constexpr std::uint32_t kNoteChannel = kRunTopicCount + 5;
inline constexpr std::uint32_t kChannelEnd = kRunTopicCount + 6;

/// @return The channel of a topic of the run.
constexpr std::uint32_t channel_of_topic(std::string_view name) {
  return static_cast<std::uint32_t>(find_topic(name)) + 1;
}

/// @return All channels, in the order of their numbers. Topics that are only in logs have none.
std::vector<Channel> make_channels();

/// @return The channel of that number; null: none.
const Channel* find_channel(const std::vector<Channel>& channels, std::uint32_t id);

}  // namespace freefloat::console
