#include "runlog/run_writer.h"

#include <concepts>
#include <cstring>
#include <utility>

#include "mcap/schema_text.h"
#include "runlog/png.h"
#include "runlog/robot_description.h"
#include "runlog/robot_frames.h"
#include "runlog/run_topics.h"
#include "runlog/wall_time.h"

namespace freefloat {
namespace {

// How ROS 2 would have offered the topic: keep last 10, reliable, volatile; what is said once: the last for
// whoever comes later. Players use it to publish again.
constexpr std::string_view kKept = "- history: 1\n  depth: 10\n  reliability: 1\n  durability: 2\n";
constexpr std::string_view kKeptForLater = "- history: 1\n  depth: 1\n  reliability: 1\n  durability: 1\n";
constexpr std::string_view kOfAll =
    "  deadline:\n    sec: 9223372036\n    nsec: 854775807\n"
    "  lifespan:\n    sec: 9223372036\n    nsec: 854775807\n"
    "  liveliness: 1\n"
    "  liveliness_lease_duration:\n    sec: 9223372036\n    nsec: 854775807\n"
    "  avoid_ros_namespace_conventions: false";

std::string qos_profile(std::string_view topic) {
  const bool once = topic == kFixedFramesTopic.name || topic == kRobotDescriptionTopic.name;
  return std::string(once ? kKeptForLater : kKept).append(kOfAll);
}

}  // namespace

tl::expected<RunWriter, std::string> RunWriter::create(const RunWriterOptions& options) {
  McapWriterOptions file_options;
  file_options.library = "freefloat";
  file_options.replace_existing = options.replace_existing;
  file_options.waiting_bytes = static_cast<std::size_t>(options.waiting_bytes);
  auto mcap = McapWriter::create(options.path, file_options);
  if (!mcap) return tl::make_unexpected(mcap.error());

  McapMetadata identity{std::string(kIdentityMetadata), options.identity.more};
  identity.values["run_id"] = options.identity.run_id;
  identity.values["git_id"] = options.identity.git_id;
  identity.values["build_hash"] = options.identity.build_hash;
  identity.values["seed"] = std::to_string(options.identity.seed);
  if (options.epoch_ns != 0) {
    identity.values[std::string(kStartedKey)] =
        iso_time(options.epoch_ns + options.begin.time_since_epoch().count());
    identity.values[std::string(kClockOffsetKey)] = std::to_string(options.epoch_ns);
  }
  mcap->write_metadata(identity);
  for (const McapMetadata& metadata : options.metadata) mcap->write_metadata(metadata);
  for (const McapAttachment& attachment : options.attachments) mcap->write_attachment(attachment);
  return RunWriter(std::move(*mcap), options);
}

RunWriter::RunWriter(McapWriter mcap, const RunWriterOptions& options)
    : mcap_(std::move(mcap)),
      cycles_(options.joint_names, options.epoch_ns, options.robot, options.targets),
      epoch_ns_(options.epoch_ns) {
  if (!options.robot.links.empty()) description_ = make_robot_description(options.robot);
  if (options.camera) fixed_frames_.transforms = {camera_frame(*options.camera, options.epoch_ns)};
  // Channels are numbered by the topics' places in the list.
  for_each_topic([this]<Message T>(const RunTopic<T>& topic, std::size_t) {
    const std::uint16_t schema = mcap_.add_schema(schema_name<T>(), schema_text<T>());
    mcap_.add_channel(schema, topic.name, {{"offered_qos_profiles", qos_profile(topic.name)}});
  });
  picture_bytes_per_s_ = options.picture_bytes_per_s;
}

template <const auto& topic, Message T>
void RunWriter::put(const T& message, std::uint32_t number) {
  static_assert(std::same_as<T, typename std::remove_cvref_t<decltype(topic)>::Content>);
  constexpr auto kChannel = static_cast<std::uint16_t>(find_topic(topic));
  encode(cdr_, message);
  mcap_.write_message(kChannel, number, log_time_ns_, cdr_.bytes());
}

void RunWriter::set_log_time(Time at) {
  log_time_ns_ = static_cast<std::uint64_t>(since_epoch_ns(at, epoch_ns_));
}

void RunWriter::write(const CycleRecord& record) {
  note_losses();
  set_log_time(record.input.now);
  if (sequence_ == 0) write_fixed();
  cycles_.encode(record, TopicSet().set(), [this](std::size_t place, std::span<const std::uint8_t> message) {
    mcap_.write_message(static_cast<std::uint16_t>(place), sequence_, log_time_ns_, message);
  });
  ++sequence_;
}

/// What was said at the begin stays true.
void RunWriter::write_fixed() {
  if (!fixed_frames_.transforms.empty()) put<kFixedFramesTopic>(fixed_frames_, 0);
  if (!description_.empty()) put<kRobotDescriptionTopic>(std_msgs::String{description_}, 0);
}

void RunWriter::write(const ControllerState& state) {
  set_log_time(state.last_cycle.value_or(Time{}));
  if (state.target_source.any()) put<kTargetSourceStateTopic>(state.target_source, sequence_);
  put<kControllerStateTopic>(state, sequence_);
}

void RunWriter::write(const PictureWindows& windows) {
  set_log_time(windows.capture_time);
  if (windows.spots.count > 0 || windows.spots.target_known) {
    pack_spots(windows.spots, windows.sequence, packed_spots_);
    put<kSpotMemoryTopic>(packed_spots_, static_cast<std::uint32_t>(windows.sequence));
  }
  pack_windows(windows, packed_windows_);
  put<kPictureWindowsTopic>(packed_windows_, static_cast<std::uint32_t>(windows.sequence));
}

bool RunWriter::write(const WholePicture& picture) {
  if (!first_picture_) first_picture_ = picture.capture_time;
  // A second's worth may be used in advance.
  const double since_first = to_seconds(picture.capture_time - *first_picture_);
  if (picture_bytes_ > picture_bytes_per_s_ * (1.0 + since_first)) return false;
  set_log_time(picture.capture_time);
  image_.header.stamp = ros_time(picture.capture_time, epoch_ns_);
  image_.header.frame_id = "camera";
  image_.format = "png";
  encode_png({picture.pixels.data(), picture.width, picture.height, picture.width}, image_.data);
  picture_bytes_ += static_cast<double>(image_.data.size());
  put<kWholePictureTopic>(image_, static_cast<std::uint32_t>(picture.sequence));
  return true;
}

void RunWriter::note_losses() {
  const auto loss = mcap_.take_loss();
  if (!loss) return;
  const auto run_time = [this](std::uint64_t log_time_ns) {
    return Time{Duration{static_cast<std::int64_t>(log_time_ns) - epoch_ns_}};
  };
  note_gap({run_time(loss->first_ns), run_time(loss->last_ns), LogGap::Cause::kNotWritten,
            std::strerror(loss->error), loss->messages});
}

void RunWriter::note_dropped(const DroppedSpan& span) {
  LogGap gap{span.begin, span.end, LogGap::Cause::kDropped, {}, {}};
  // What else a cycle would have given depended on its content, which nobody has seen.
  for_each_topic([&](const auto& topic, std::size_t) {
    const std::uint64_t count = topic.in_each ? span.counts[static_cast<std::size_t>(*topic.in_each)] : 0;
    if (count > 0) gap.messages[std::string(topic.name)] += count;
  });
  note_gap(std::move(gap));
}

void RunWriter::note_gap(LogGap gap) {
  mcap_.write_metadata(to_metadata(gap));
  ++gap_count_;
  constexpr std::size_t kMostGaps = 1000;
  if (gaps_.size() < kMostGaps) gaps_.push_back(std::move(gap));
}

bool RunWriter::close(std::uint64_t dropped, std::uint64_t dropped_pictures,
                      std::uint64_t dropped_whole_pictures) {
  mcap_.settle();
  note_losses();
  mcap_.write_metadata({std::string(kRecorderMetadata),
                        {{"cycles", std::to_string(sequence_)},
                         {"gaps", std::to_string(gap_count_)},
                         {"lost_messages", std::to_string(mcap_.messages_lost())},
                         {"failed_syncs", std::to_string(mcap_.file().failed_syncs())},
                         {"dropped_records", std::to_string(dropped)},
                         {"dropped_pictures", std::to_string(dropped_pictures)},
                         {"dropped_whole_pictures", std::to_string(dropped_whole_pictures)}}});
  return mcap_.close() && gap_count_ == 0;
}

}  // namespace freefloat
