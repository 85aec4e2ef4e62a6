#include "runlog/run_writer.h"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstring>
#include <limits>
#include <utility>

#include "mcap/crc32.h"
#include "mcap/encode.h"
#include "mcap/schema_text.h"
#include "runlog/png.h"
#include "runlog/run_topics.h"
#include "runlog/wall_time.h"

namespace freefloat {
namespace {

constexpr std::string_view kTableFrame = "table";

// How ROS 2 would have offered the topic: keep last 10, reliable, volatile. Players use it to publish again.
constexpr std::string_view kQosProfile =
    "- history: 1\n  depth: 10\n  reliability: 1\n  durability: 2\n"
    "  deadline:\n    sec: 9223372036\n    nsec: 854775807\n"
    "  lifespan:\n    sec: 9223372036\n    nsec: 854775807\n"
    "  liveliness: 1\n"
    "  liveliness_lease_duration:\n    sec: 9223372036\n    nsec: 854775807\n"
    "  avoid_ros_namespace_conventions: false";

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
    : mcap_(std::move(mcap)), joint_names_(options.joint_names), epoch_ns_(options.epoch_ns) {
  for (std::size_t i = joint_names_.size(); i < kMaxJoints; ++i)
    joint_names_.push_back("joint_" + std::to_string(i + 1));
  // Channels are numbered by the topics' places in the list.
  for_each_topic([this]<Message T>(const RunTopic<T>& topic, std::size_t) {
    const std::uint16_t schema = mcap_.add_schema(schema_name<T>(), schema_text<T>());
    mcap_.add_channel(schema, topic.name, {{"offered_qos_profiles", std::string(kQosProfile)}});
  });
  picture_bytes_per_s_ = options.picture_bytes_per_s;
  pose_.header.frame_id = kTableFrame;
  twist_.header.frame_id = kTableFrame;
}

template <const auto& topic, Message T>
void RunWriter::put(const T& message, std::uint32_t number) {
  static_assert(std::same_as<T, typename std::remove_cvref_t<decltype(topic)>::Content>);
  constexpr auto kChannel = static_cast<std::uint16_t>(find_topic(topic));
  encode(cdr_, message);
  mcap_.write_message(kChannel, number, log_time_ns_, cdr_.bytes());
}

std::int64_t RunWriter::since_epoch_ns(Time at) const {
  std::int64_t ns = 0;
  const bool overflow = __builtin_add_overflow(at.time_since_epoch().count(), epoch_ns_, &ns);
  return overflow ? std::numeric_limits<std::int64_t>::max() : std::max<std::int64_t>(0, ns);
}

void RunWriter::set_log_time(Time at) {
  log_time_ns_ = static_cast<std::uint64_t>(since_epoch_ns(at));
}

builtin_interfaces::Time RunWriter::stamp(Time at) const {
  constexpr std::int64_t kSecond = 1'000'000'000;
  const std::int64_t ns = since_epoch_ns(at);
  return {static_cast<std::int32_t>(ns / kSecond), static_cast<std::uint32_t>(ns % kSecond)};
}

void RunWriter::write(const CycleRecord& record) {
  note_losses();
  set_log_time(record.input.now);
  put<kCycleInputTopic>(record.input, sequence_);
  put<kInputCheckTopic>(InputCheck{crc32_of(cdr_.bytes())}, sequence_);
  put<kLoopTimingTopic>(record.timing, sequence_);
  if (record.truth) put<kTruthTopic>(*record.truth, sequence_);
  if (record.input.joints) write_joint_states(*record.input.joints);
  write_poses(record.output.estimate);
  if (record.output.guidance.status != TaskStatus::kIdle) {
    twist_.header.stamp = stamp(record.output.now);
    twist_.twist.linear = {record.output.guidance.v_WE.x(), record.output.guidance.v_WE.y(), 0.0};
    put<kHandVelocityTopic>(twist_, sequence_);
  }
  // Last: it tells the reader that the cycle is whole.
  put<kCycleOutputTopic>(record.output, sequence_);
  ++sequence_;
}

void RunWriter::write(const PhaseEvent& event) {
  set_log_time(event.at);
  put<kPhaseTopic>(event, phase_sequence_++);
}

void RunWriter::write(const LinkRecord& record) {
  set_log_time(record.at);
  put<kLinkHealthTopic>(record, link_sequence_++);
}

void RunWriter::write(const OperatorCommandRecord& command) {
  set_log_time(command.at);
  put<kOperatorCommandTopic>(command, command_sequence_++);
}

void RunWriter::write(const ControllerState& state) {
  set_log_time(state.last_cycle.value_or(Time{}));
  put<kControllerStateTopic>(state, sequence_);
}

void RunWriter::write(const PictureWindows& windows) {
  set_log_time(windows.capture_time);
  pack_windows(windows, packed_windows_);
  put<kPictureWindowsTopic>(packed_windows_, static_cast<std::uint32_t>(windows.sequence));
}

bool RunWriter::write(const WholePicture& picture) {
  if (!first_picture_) first_picture_ = picture.capture_time;
  // A second's worth may be used in advance.
  const double since_first = to_seconds(picture.capture_time - *first_picture_);
  if (picture_bytes_ > picture_bytes_per_s_ * (1.0 + since_first)) return false;
  set_log_time(picture.capture_time);
  image_.header.stamp = stamp(picture.capture_time);
  image_.header.frame_id = "camera";
  image_.format = "png";
  encode_png({picture.pixels.data(), picture.width, picture.height, picture.width}, image_.data);
  picture_bytes_ += static_cast<double>(image_.data.size());
  put<kWholePictureTopic>(image_, static_cast<std::uint32_t>(picture.sequence));
  return true;
}

void RunWriter::write_joint_states(const JointFeedback& joints) {
  joint_state_.header.stamp = stamp(joints.sample_time);
  const Eigen::Index count = joints.angles.size();
  joint_state_.name.assign(joint_names_.begin(), joint_names_.begin() + count);
  joint_state_.position.assign(joints.angles.data(), joints.angles.data() + count);
  joint_state_.velocity.assign(joints.rates.data(), joints.rates.data() + joints.rates.size());
  put<kJointStatesTopic>(joint_state_, sequence_);
}

void RunWriter::write_poses(const StateEstimate& estimate) {
  if (!estimate.valid) return;
  const RobotState& robot = estimate.robot;
  write_pose<kSatellitePoseTopic>(estimate.at, robot.p_WB, robot.theta_WB);
  write_pose<kHandPoseTopic>(estimate.at, estimate.p_WE, robot.theta_WB + robot.joints.sum());
  // The target's grapple point has no known direction.
  if (estimate.target.valid) write_pose<kTargetPoseTopic>(estimate.at, estimate.target.p_WT, 0.0);
}

template <const auto& topic>
void RunWriter::write_pose(Time at, const Vector2& position, double angle) {
  pose_.header.stamp = stamp(at);
  pose_.pose.position = {position.x(), position.y(), 0.0};
  pose_.pose.orientation = {0.0, 0.0, std::sin(0.5 * angle), std::cos(0.5 * angle)};
  put<topic>(pose_, sequence_);
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
