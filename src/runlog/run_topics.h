#pragma once

#include <optional>
#include <string_view>
#include <tuple>

#include "mcap/frame_messages.h"
#include "mcap/standard_messages.h"
#include "runlog/drop_notes.h"
#include "runlog/messages/contact_messages.h"
#include "runlog/messages/controller_messages.h"
#include "runlog/messages/cycle_messages.h"
#include "runlog/messages/link_messages.h"
#include "runlog/messages/marker_path_messages.h"
#include "runlog/messages/operator_messages.h"
#include "runlog/messages/picture_messages.h"
#include "runlog/messages/run_messages.h"
#include "runlog/messages/target_messages.h"

namespace freefloat {

/// A topic of a run's log. Everything that is made of it comes from here: the channel, what reads it, the
/// tables of an export.
/// @tparam T Its messages.
template <Message T>
struct RunTopic {
  using Content = T;

  std::string_view name;
  std::string_view table;                   ///< in an export
  std::string_view number = "cycle";        ///< what its messages' sequence number is, as a column
  std::optional<DroppedKind> in_each = {};  ///< of what each record gives one message
  bool replayed = false;                    ///< a replay needs it with exactly our fields

  constexpr operator std::string_view() const { return name; }  // NOLINT(google-explicit-constructor)
  friend constexpr bool operator==(const RunTopic& topic, std::string_view other) {
    return topic.name == other;
  }
};

inline constexpr RunTopic<CycleInput> kCycleInputTopic{"/freefloat/cycle_input", "cycle_input", "cycle",
                                                       DroppedKind::kCycle, true};
inline constexpr RunTopic<InputCheck> kInputCheckTopic{"/freefloat/input_check", "input_check", "cycle",
                                                       DroppedKind::kCycle, true};
inline constexpr RunTopic<LoopTiming> kLoopTimingTopic{"/freefloat/loop_timing", "loop_timing", "cycle",
                                                       DroppedKind::kCycle, true};
inline constexpr RunTopic<Truth> kTruthTopic{"/freefloat/truth", "truth", "cycle", {}, true};
inline constexpr RunTopic<sensor_msgs::JointState> kJointStatesTopic{"/joint_states", "joint_states"};
inline constexpr RunTopic<geometry_msgs::PoseStamped> kSatellitePoseTopic{"/satellite/pose",
                                                                          "satellite_pose"};
inline constexpr RunTopic<geometry_msgs::PoseStamped> kHandPoseTopic{"/hand/pose", "hand_pose"};
inline constexpr RunTopic<geometry_msgs::PoseStamped> kTargetPoseTopic{"/target/pose", "target_pose"};
inline constexpr RunTopic<geometry_msgs::TwistStamped> kHandVelocityTopic{"/hand/velocity_wanted",
                                                                          "hand_velocity_wanted"};
inline constexpr RunTopic<CycleOutput> kCycleOutputTopic{"/freefloat/cycle_output", "cycle_output", "cycle",
                                                         DroppedKind::kCycle, true};
inline constexpr RunTopic<PhaseEvent> kPhaseTopic{"/freefloat/phase", "phase", "sequence",
                                                  DroppedKind::kPhase, true};
inline constexpr RunTopic<LinkRecord> kLinkHealthTopic{"/freefloat/link_health", "link_health", "sequence",
                                                       DroppedKind::kLink};
/// Has the number of the cycle that follows.
inline constexpr RunTopic<ControllerState> kControllerStateTopic{
    "/freefloat/controller_state", "controller_state", "cycle", {}, true};
inline constexpr RunTopic<PictureWindowsMessage> kPictureWindowsTopic{
    "/freefloat/picture_windows", "picture_windows", "picture", DroppedKind::kPictureWindows};
/// Before the windows of the same picture; left out while nothing is remembered.
inline constexpr RunTopic<SpotMemoryMessage> kSpotMemoryTopic{"/freefloat/spot_memory", "spot_memory",
                                                              "picture"};
inline constexpr RunTopic<sensor_msgs::CompressedImage> kWholePictureTopic{"/camera/image/compressed",
                                                                           "whole_picture", "picture"};
inline constexpr RunTopic<OperatorCommandRecord> kOperatorCommandTopic{
    "/freefloat/operator_command", "operator_command", "sequence", DroppedKind::kOperatorCommand};

/// Simulated testbeds with contact only.
inline constexpr RunTopic<ContactRecord> kContactTopic{"/freefloat/contact", "contact", "sequence",
                                                       DroppedKind::kContact};

/// Runs whose markers come from another program by datagrams only.
inline constexpr RunTopic<MarkerPathRecord> kMarkerPathTopic{"/freefloat/marker_path", "marker_path",
                                                             "sequence", DroppedKind::kMarkerPath};

/// Between input and output of its cycle; left out where no law of the user's own is in use.
inline constexpr RunTopic<LawAnswer> kLawAnswerTopic{
    "/freefloat/law_answer", "law_answer", "cycle", {}, true};

/// Between input and output of its cycle; only where a tracker of their own tells the targets.
inline constexpr RunTopic<MarkerFrame> kTargetMarkersTopic{
    "/freefloat/target_markers", "target_markers", "cycle", {}, true};
/// The part of the controller's memory that is of that tracker; has the number of the cycle that follows, and
/// stands before the rest of the memory.
inline constexpr RunTopic<TargetSourceMemory> kTargetSourceStateTopic{
    "/freefloat/target_source_state", "target_source_state", "cycle", {}, true};

/// Runs with several targets only: where each is.
inline constexpr RunTopic<TargetPlaces> kTargetsTopic{"/freefloat/targets", "targets"};

/// Where robot, hand and targets are, as frames.
inline constexpr RunTopic<tf2_msgs::TFMessage> kFramesTopic{"/tf", "frames"};
/// What stays as it is, once at the begin: the camera's frame, and the robot as URDF.
inline constexpr RunTopic<tf2_msgs::TFMessage> kFixedFramesTopic{"/tf_static", "fixed_frames", "sequence"};
inline constexpr RunTopic<std_msgs::String> kRobotDescriptionTopic{"/robot_description", "robot_description",
                                                                   "sequence"};

/// All of them, in the order of their channels. The messages of a cycle share log time and sequence number,
/// begin with its input and end with its output.
inline constexpr std::tuple kRunTopics{
    kCycleInputTopic,       kInputCheckTopic,       kLoopTimingTopic,   kTruthTopic,
    kJointStatesTopic,      kSatellitePoseTopic,    kHandPoseTopic,     kTargetPoseTopic,
    kHandVelocityTopic,     kCycleOutputTopic,      kPhaseTopic,        kLinkHealthTopic,
    kControllerStateTopic,  kPictureWindowsTopic,   kWholePictureTopic, kOperatorCommandTopic,
    kSpotMemoryTopic,       kLawAnswerTopic,        kFramesTopic,       kFixedFramesTopic,
    kRobotDescriptionTopic, kContactTopic,          kMarkerPathTopic,   kTargetsTopic,
    kTargetMarkersTopic,    kTargetSourceStateTopic};
inline constexpr std::size_t kRunTopicCount = std::tuple_size_v<decltype(kRunTopics)>;

/// Calls `visit(topic, place)` for each topic, with its place in the list.
template <class Visit>
constexpr void for_each_topic(Visit&& visit) {
  std::apply(
      [&](const auto&... topics) {
        std::size_t place = 0;
        (visit(topics, place++), ...);
      },
      kRunTopics);
}

/// Calls `visit(topic)` for the one at that place; for none where there is none.
template <class Visit>
void visit_topic(std::size_t place, Visit&& visit) {
  for_each_topic([&](const auto& topic, std::size_t at) {
    if (at == place) visit(topic);
  });
}

/// @return The place of the topic of that name; `kRunTopicCount`: it is none of a run's.
constexpr std::size_t find_topic(std::string_view name) {
  std::size_t found = kRunTopicCount;
  for_each_topic([&](const auto& topic, std::size_t place) {
    if (topic.name == name) found = place;
  });
  return found;
}

/// The place of the topic that has messages of that type, where it is the only one.
template <Message T>
inline constexpr std::size_t kPlaceOf = find_topic(std::get<RunTopic<T>>(kRunTopics).name);

// Names of metadata.
inline constexpr std::string_view kIdentityMetadata = "freefloat.run";
inline constexpr std::string_view kConfigurationMetadata = "freefloat.configuration";
/// What a simulated world really was, where it was told to differ from the files; read by no controller.
inline constexpr std::string_view kTruthMetadata = "freefloat.truth";
inline constexpr std::string_view kRecorderMetadata = "freefloat.recorder";
inline constexpr std::string_view kGapMetadata = "freefloat.gap";
inline constexpr std::string_view kRecoveryMetadata = "freefloat.recovery";

}  // namespace freefloat
