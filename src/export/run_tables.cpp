#include "export/run_tables.h"

#include <utility>

#include "mcap/decode.h"
#include "mcap/schema_text.h"
#include "mcap/standard_messages.h"
#include "runlog/messages/controller_messages.h"
#include "runlog/messages/cycle_messages.h"
#include "runlog/messages/input_check.h"
#include "runlog/messages/link_messages.h"
#include "runlog/messages/picture_messages.h"
#include "runlog/messages/run_messages.h"
#include "runlog/run_topics.h"

namespace freefloat {
namespace {

/// Bytes of pictures, which are no numbers of the run; null in messages without any.
auto* picture_bytes(auto&) {
  return static_cast<std::vector<std::uint8_t>*>(nullptr);
}
auto* picture_bytes(PictureWindowsMessage& message) {
  return &message.pixels_zstd;
}
auto* picture_bytes(ros::CompressedImage& message) {
  return &message.data;
}

/// Turns messages into rows.
class RowMaker {
 public:
  explicit RowMaker(const TableSink& sink) : sink_(sink) {}

  void add(const McapMessage& message) {
    const std::string_view topic = message.channel.topic;
    using enum RunTable;
    if (topic == kCycleInputTopic) return add_as<CycleInput>(message, kCycleInput);
    if (topic == kInputCheckTopic) return add_as<InputCheck>(message, kInputCheck);
    if (topic == kLoopTimingTopic) return add_as<LoopTiming>(message, kLoopTiming);
    if (topic == kTruthTopic) return add_as<Truth>(message, kTruth);
    if (topic == kCycleOutputTopic) return add_as<CycleOutput>(message, kCycleOutput);
    if (topic == kPhaseTopic) return add_as<PhaseEvent>(message, kPhase, "sequence");
    if (topic == kLinkHealthTopic) return add_as<LinkRecord>(message, kLinkHealth, "sequence");
    if (topic == kControllerStateTopic) return add_as<ControllerState>(message, kControllerState);
    if (topic == kPictureWindowsTopic)
      return add_as<PictureWindowsMessage>(message, kPictureWindows, "picture");
    if (topic == kWholePictureTopic) return add_as<ros::CompressedImage>(message, kWholePicture, "picture");
    if (topic == kJointStatesTopic) return add_as<ros::JointState>(message, kJointStates);
    if (topic == kSatellitePoseTopic) return add_as<ros::PoseStamped>(message, kSatellitePose);
    if (topic == kHandPoseTopic) return add_as<ros::PoseStamped>(message, kHandPose);
    if (topic == kTargetPoseTopic) return add_as<ros::PoseStamped>(message, kTargetPose);
    if (topic == kHandVelocityTopic) return add_as<ros::TwistStamped>(message, kHandVelocity);
    leave_out(message, "is no topic of a Freefloat run");
  }

  void add(const McapMetadata& metadata) {
    for (const auto& [key, value] : metadata.values) {
      sink_.begin_row(RunTable::kMetadata);
      sink_.add_field("name", FieldValue{std::string_view(metadata.name)});
      sink_.add_field("key", FieldValue{std::string_view(key)});
      sink_.add_field("value", FieldValue{std::string_view(value)});
      sink_.end_row();
    }
  }

  /// @return The first thing that was left out; empty: nothing.
  const std::string& problem() const { return problem_; }

 private:
  void leave_out(const McapMessage& message, const char* why) {
    if (problem_.empty()) problem_ = message.channel.topic + " " + why + " and was left out";
  }

  template <Message T>
  void add_as(const McapMessage& message, RunTable table, std::string_view number = "cycle") {
    static const std::string schema = schema_text<T>();
    if (message.channel.schema.text != schema)
      return leave_out(message, "was written by a version with other fields");
    T value;
    if (!decode(message.data, value)) return leave_out(message, "is damaged in places");
    auto* const bytes = picture_bytes(value);
    const std::size_t byte_count = bytes != nullptr ? bytes->size() : 0;
    if (bytes != nullptr) bytes->clear();
    sink_.begin_row(table);
    sink_.add_field(number, FieldValue{std::uint64_t{message.sequence}});
    sink_.add_field("log_time_ns", FieldValue{message.log_time_ns});
    walk_fields(value, [&](std::string_view path, const FieldValue& field) {
      const bool length_of_bytes =
          bytes != nullptr && (path == "pixels_zstd.length" || path == "data.length");
      sink_.add_field(path, length_of_bytes ? FieldValue{std::uint64_t{byte_count}} : field);
    });
    sink_.end_row();
  }

  const TableSink& sink_;
  std::string problem_;
};

}  // namespace

tl::expected<RunLogResult, std::string> read_tables(const std::string& log_path, const TableSink& sink,
                                                    RunLogHandlers more) {
  RowMaker rows(sink);
  more.on_message = [&](const McapMessage& message) { rows.add(message); };
  more.on_metadata = [&, on_metadata = std::move(more.on_metadata)](const McapMetadata& metadata) {
    if (on_metadata) on_metadata(metadata);
    rows.add(metadata);
  };
  auto result = stream_run_log(log_path, more);
  if (!result) return result;
  if (result->problem.empty()) result->problem = rows.problem();
  if (result->cycle_count > 0 && !result->merged) return result;
  const std::string& why = result->problem.empty() ? result->file.problem : result->problem;
  return tl::make_unexpected(log_path + " is not exported: " + (why.empty() ? "it holds no cycle" : why));
}

}  // namespace freefloat
