#include "hal/joint_codec.h"

#include <algorithm>
#include <cmath>

namespace freefloat {
namespace {

constexpr double kMicro = 1e6;
constexpr double kLargestRate = 2147.0;  // rad/s, fits into 32 bits as urad/s
constexpr Duration kOldestEcho = std::chrono::seconds(1);

std::uint64_t to_microseconds(Time time) {
  return static_cast<std::uint64_t>(std::max<std::int64_t>(time.time_since_epoch().count() / 1000, 0));
}

std::uint32_t to_microseconds(Duration duration) {
  return static_cast<std::uint32_t>(std::clamp<std::int64_t>(duration.count() / 1000, 0, UINT32_MAX));
}

bool are_usable(const JointVector& rates, int joint_count) {
  return rates.size() == 0 || (rates.size() == joint_count && rates.allFinite());
}

JointVector to_radians(const std::int32_t* micro, int joint_count) {
  JointVector values(joint_count);
  for (int i = 0; i < joint_count; ++i) values[i] = micro[i] / kMicro;
  return values;
}

}  // namespace

JointCodec::JointCodec(const JointCodecConfig& config) : config_(config) {
  ff_start_parser(&parser_, FF_FRAME_STATUS);
}

std::span<const std::uint8_t> JointCodec::encode(const JointCommand& command, Time now) {
  const bool usable = are_usable(command.rates, config_.joint_count);
  unsigned flags = 0;
  if (command.enable) flags |= FF_COMMAND_ENABLE;
  if (command.stop || !usable) flags |= FF_COMMAND_STOP;
  if (command.clear) flags |= FF_COMMAND_CLEAR;
  if (command.close_gripper) flags |= FF_COMMAND_CLOSE_GRIPPER;
  ff_command wire{};
  wire.flags = static_cast<std::uint8_t>(flags);
  wire.joint_count = static_cast<std::uint8_t>(config_.joint_count);
  wire.time_to_live_us = to_microseconds(command.time_to_live);
  if (usable) {
    for (int i = 0; i < command.rates.size(); ++i) {
      const double rate = std::clamp(command.rates[i], -kLargestRate, kLargestRate);
      wire.rates_urad_s[i] = static_cast<std::int32_t>(std::lround(rate * kMicro));
    }
  }
  ff_header header{};
  header.source = FF_SOURCE_CONTROLLER;
  header.session = config_.session;
  header.sequence = ++sent_sequence_;
  header.time_us = to_microseconds(now);
  ff_encode_command(header, &wire, frame_.data());
  return frame_;
}

void JointCodec::receive(std::span<const std::uint8_t> bytes, Time now) {
  for (const std::uint8_t byte : bytes) {
    if (!ff_parse_byte(&parser_, byte)) continue;
    ff_header header;
    ff_status status;
    ff_read_header(parser_.bytes, &header);
    const bool readable =
        ff_decode_status(parser_.bytes, &status) && status.joint_count == config_.joint_count;
    // A board that restarted counts from one again, in a session of its own.
    const bool newer = header.session != board_session_ || header.sequence > status_sequence_;
    if (readable && newer && header.source == FF_SOURCE_BOARD) {
      accept(header, status, now);
    } else {
      ++refused_;
    }
  }
}

void JointCodec::accept(const ff_header& header, const ff_status& status, Time now) {
  board_session_ = header.session;
  status_sequence_ = header.sequence;
  ++received_;
  const Duration age = std::chrono::microseconds(status.accepted_age_us);
  const Time accepted_time{std::chrono::microseconds(status.accepted_time_us)};
  const bool ours = status.accepted_sequence != 0 && status.lease_session == config_.session;
  const bool echo_usable = ours && age < kOldestEcho && accepted_time <= now;
  if (echo_usable && status.accepted_sequence != echoed_sequence_) {
    echoed_sequence_ = status.accepted_sequence;
    round_trip_ = now - accepted_time - age;
  }
  JointFeedback feedback;
  feedback.sample_time =
      echo_usable ? accepted_time + config_.one_way_latency + age : now - config_.one_way_latency;
  feedback.sample_time = std::min(feedback.sample_time, now);
  feedback.angles = to_radians(status.angles_urad, config_.joint_count);
  feedback.rates = to_radians(status.rates_urad_s, config_.joint_count);
  feedback.board_state = static_cast<BoardState>(status.state);
  feedback.board_faults = status.faults;
  feedback.gripper = static_cast<GripperState>(status.gripper);
  feedback.accepted_sequence = ours ? status.accepted_sequence : 0;
  feedback.accepted_age = age;
  feedback.clamp_flags = status.clamps;
  feedback.rejected_frames = ff_sum_rejects(&status.rejects);
  newest_ = feedback;
}

std::optional<JointFeedback> JointCodec::poll() {
  std::optional<JointFeedback> newest;
  newest.swap(newest_);
  return newest;
}

LinkHealth JointCodec::health() const {
  LinkHealth health;
  health.sent = sent_sequence_;
  health.received = received_;
  health.rejected = refused_ + ff_sum_rejects(&parser_.rejects);
  health.round_trip = round_trip_;
  return health;
}

}  // namespace freefloat
