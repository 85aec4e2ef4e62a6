#include "hal/joint_codec.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

namespace freefloat {
namespace {

constexpr double kLargestRate = 2147.0;  // rad/s, fits into 32 bits as urad/s
constexpr double kFullDuty = 32767.0;    // of a status
constexpr Duration kOldestEcho = std::chrono::seconds(1);
constexpr Duration kLease = std::chrono::milliseconds(500);  // of a session at the board

std::uint32_t to_microseconds(Duration duration) {
  return static_cast<std::uint32_t>(std::clamp<std::int64_t>(duration.count() / 1000, 0, UINT32_MAX));
}

bool are_usable(const JointVector& rates, int joint_count) {
  return rates.size() == 0 || (rates.size() == joint_count && rates.allFinite());
}

RejectCounts to_counts(const ff_reject_counters& counters) {
  RejectCounts counts;
  for (int cause = 0; cause < FF_REJECT_COUNT; ++cause) counts[cause] = counters.by_cause[cause];
  return counts;
}

JointVector to_radians(const std::int32_t* micro, int joint_count) {
  JointVector values(joint_count);
  for (int i = 0; i < joint_count; ++i) values[i] = micro[i] / kMicroPerUnit;
  return values;
}

/// @return Shares of full duty.
JointVector to_shares(const std::int16_t* duties, int joint_count) {
  JointVector values(joint_count);
  for (int i = 0; i < joint_count; ++i) values[i] = duties[i] / kFullDuty;
  return values;
}

}  // namespace

JointCodecConfig draw_session(int joint_count, const std::optional<LinkKey>& key, Duration latency) {
  JointCodecConfig config{.joint_count = joint_count, .session = 0, .one_way_latency = latency, .key = key};
  while (config.session == 0) {
    std::array<std::uint8_t, sizeof config.session> bytes{};
    draw_random_bytes(bytes);
    std::memcpy(&config.session, bytes.data(), bytes.size());
  }
  draw_random_bytes(config.nonce_seed);
  return config;
}

JointCodec::JointCodec(const JointCodecConfig& config)
    : config_(config), handshake_(config.session, config.key, config.nonce_seed) {
  const unsigned tagged = config.key ? unsigned{FF_ACCEPT_TAGGED} : 0u;
  ff_start_parser(&parser_, FF_ACCEPT_STATUSES | FF_ACCEPT_IDENTITIES | tagged);
  health_.own_session = config.session;
  health_.own_joint_count = config.joint_count;
  health_.has_key = config.key.has_value();
}

std::span<const std::uint8_t> JointCodec::encode(const JointCommand& command, Time now) {
  if (!handshake_.may_send()) return {};
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
      wire.rates_urad_s[i] = static_cast<std::int32_t>(std::lround(rate * kMicroPerUnit));
    }
  }
  ff_header header{};
  header.source = FF_SOURCE_CONTROLLER;
  header.session = config_.session;
  header.sequence = ++sent_sequence_;
  header.time_us = to_microseconds(now);
  ff_encode_command(header, &wire, frame_.data());
  handshake_.authenticate(frame_.data());
  if (sent_sequence_ == 1) health_.obeyed_until = now;
  return frame_;
}

void JointCodec::count_sent(SendResult result, Time now) {
  const bool dropped = result == SendResult::kDropped;
  health_.dropped += dropped ? 1 : 0;
  health_.unsent += result == SendResult::kGone ? 1 : 0;
  recent_drops_.add(dropped ? 0 : 1, dropped ? 1 : 0, now);
}

std::span<const std::uint8_t> JointCodec::take_query(Time now) {
  return handshake_.take_query(now, health_.newest_status);
}

void JointCodec::receive(std::span<const std::uint8_t> bytes, Time now) {
  if (bytes.empty()) return;
  health_.received_bytes += bytes.size();
  health_.newest_byte = now;
  for (const std::uint8_t byte : bytes) {
    if (!ff_parse_byte(&parser_, byte)) continue;
    ff_header header;
    ff_read_header(parser_.bytes, &header);
    if (header.type == FF_FRAME_STATUS) {
      accept_status(parser_.bytes, now);
    } else if (const ff_reject cause = handshake_.accept_identity(parser_.bytes); cause != FF_REJECT_COUNT) {
      ff_count_reject(&parser_.rejects, cause);
    }
  }
  collect_refusals();
}

void JointCodec::receive_datagram(std::span<const std::uint8_t> bytes, Time now) {
  receive(bytes, now);
  if (parser_.length > parser_.frame_size) ++health_.rejects.check;
  parser_.length = 0;
  parser_.frame_size = 0;
}

void JointCodec::start_over() {
  parser_.length = 0;
  parser_.frame_size = 0;
  handshake_.start_over();
}

// The parser's counters are small, a run is long.
void JointCodec::collect_refusals() {
  const RejectCounts newer = to_counts(parser_.rejects);
  if (newer.sum() == 0) return;
  health_.rejects += newer;
  parser_.rejects = {};
}

ff_reject JointCodec::check_status(const std::uint8_t* frame, const ff_header& header,
                                   const ff_status& status) const {
  if (!handshake_.is_authentic(frame)) return FF_REJECT_TAG;
  if (header.source != FF_SOURCE_BOARD) return FF_REJECT_SOURCE;
  if (status.joint_count != config_.joint_count) return FF_REJECT_JOINTS;
  // A board that restarted counts from one again, in a session of its own.
  const bool newer = header.session != board_session_ || header.sequence > status_sequence_;
  return newer ? FF_REJECT_COUNT : FF_REJECT_SEQUENCE;
}

void JointCodec::count_session(const ff_header& header, Time now) {
  std::uint32_t lost = 0;
  if (header.session == board_session_) {
    lost = header.sequence - status_sequence_ - 1;
  } else if (board_session_ != 0) {
    ++health_.board_restarts;
  }
  health_.lost += lost;
  recent_loss_.add(1, lost, now);
  health_.recent_loss = recent_loss_.share();
  board_session_ = header.session;
  status_sequence_ = header.sequence;
  handshake_.notice_board(header.session);
}

void JointCodec::measure_round_trip(Duration round_trip) {
  ++round_trips_;
  health_.round_trip = round_trip;
  health_.shortest_round_trip =
      round_trips_ == 1 ? round_trip : std::min(health_.shortest_round_trip, round_trip);
  health_.mean_round_trip += (round_trip - health_.mean_round_trip) / static_cast<std::int64_t>(round_trips_);
}

void JointCodec::track_lease(bool obeyed, Time now) {
  if (obeyed) health_.obeyed_until = now;
  const bool restarted = health_.board_restarts != seen_restarts_;
  if (obeyed || restarted || health_.received == 1) obeyed_rejects_ = health_.board_rejects;
  seen_restarts_ = health_.board_restarts;
  health_.recent_board_rejects = health_.board_rejects.since(obeyed_rejects_);
}

void JointCodec::note_gap(Duration gap, Time now) {
  constexpr Duration kMemory = std::chrono::seconds(1);
  if (gap < health_.longest_gap && now - health_.gap_end < kMemory) return;
  health_.longest_gap = gap;
  health_.gap_end = now;
}

void JointCodec::accept_status(const std::uint8_t* frame, Time now) {
  ff_header header;
  ff_status status;
  ff_read_header(frame, &header);
  if (!ff_decode_status(frame, &status)) {
    ++health_.rejects.content;
    return;
  }
  if (const ff_reject cause = check_status(frame, header, status); cause != FF_REJECT_COUNT) {
    ff_count_reject(&parser_.rejects, cause);
    if (cause == FF_REJECT_JOINTS) health_.board_joint_count = status.joint_count;
    return;
  }
  count_session(header, now);
  if (health_.received > 0) note_gap(now - health_.newest_status, now);
  ++health_.received;
  health_.newest_status = now;
  health_.board_joint_count = status.joint_count;
  health_.lease_session = status.lease_session;
  health_.secured = handshake_.has_key();
  health_.board_rejects = to_counts(status.rejects);
  const Duration age = std::chrono::microseconds(status.accepted_age_us);
  const bool ours = status.accepted_sequence != 0 && status.lease_session == config_.session;
  const bool echo_usable = ours && age < kOldestEcho && status.accepted_time_us <= to_microseconds(now);
  const Time accepted_time{std::chrono::microseconds(echo_usable ? status.accepted_time_us : 0)};
  if (echo_usable && status.accepted_sequence != echoed_sequence_) {
    echoed_sequence_ = status.accepted_sequence;
    measure_round_trip(now - accepted_time - age);
  }
  track_lease(ours && age < kLease, now);
  JointFeedback feedback;
  feedback.sample_time =
      echo_usable ? accepted_time + config_.one_way_latency + age : now - config_.one_way_latency;
  feedback.sample_time = std::min(feedback.sample_time, now);
  feedback.angles = to_radians(status.angles_urad, config_.joint_count);
  feedback.rates = to_radians(status.rates_urad_s, config_.joint_count);
  feedback.duties = duties_.add(to_shares(status.duties, config_.joint_count), header.time_us);
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
  if (newest_) duties_.restart();
  return std::exchange(newest_, std::nullopt);
}

LinkHealth JointCodec::health() const {
  LinkHealth health = health_;
  health.sent = sent_sequence_;
  health.recent_drops = recent_drops_.share();
  health.rejected = health.rejects.sum();
  if (const std::optional<BoardIdentity>& board = handshake_.identity()) {
    health.identified = true;
    health.board_protocol_version = board->protocol_version;
    health.board_definition_hash = board->definition_hash;
    health.board_demands_key = board->demands_key;
    health.board_joint_count = board->joint_count;
  }
  return health;
}

}  // namespace freefloat
