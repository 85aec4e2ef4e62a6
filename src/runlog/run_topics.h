#pragma once

#include <string_view>

namespace freefloat {

// Topics and metadata names that writing and reading a run's log share.

inline constexpr std::string_view kCycleInputTopic = "/freefloat/cycle_input";
inline constexpr std::string_view kCycleOutputTopic = "/freefloat/cycle_output";
inline constexpr std::string_view kInputCheckTopic = "/freefloat/input_check";
inline constexpr std::string_view kLoopTimingTopic = "/freefloat/loop_timing";
inline constexpr std::string_view kTruthTopic = "/freefloat/truth";
inline constexpr std::string_view kPhaseTopic = "/freefloat/phase";
inline constexpr std::string_view kLinkHealthTopic = "/freefloat/link_health";
inline constexpr std::string_view kControllerStateTopic = "/freefloat/controller_state";
inline constexpr std::string_view kJointStatesTopic = "/joint_states";
inline constexpr std::string_view kSatellitePoseTopic = "/satellite/pose";
inline constexpr std::string_view kHandPoseTopic = "/hand/pose";
inline constexpr std::string_view kTargetPoseTopic = "/target/pose";
inline constexpr std::string_view kHandVelocityTopic = "/hand/velocity_wanted";
inline constexpr std::string_view kWholePictureTopic = "/camera/image/compressed";
inline constexpr std::string_view kPictureWindowsTopic = "/freefloat/picture_windows";
inline constexpr std::string_view kIdentityMetadata = "freefloat.run";
inline constexpr std::string_view kConfigurationMetadata = "freefloat.configuration";
inline constexpr std::string_view kRecorderMetadata = "freefloat.recorder";
inline constexpr std::string_view kGapMetadata = "freefloat.gap";
inline constexpr std::string_view kRecoveryMetadata = "freefloat.recovery";

}  // namespace freefloat
