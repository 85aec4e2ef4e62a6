#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "hal/board_handshake.h"
#include "hal/duty_mean.h"
#include "hal/joint_link.h"
#include "hal/link_key.h"
#include "hal/recent_share.h"
#include "wire/messages.h"

namespace freefloat {

struct JointCodecConfig {
  int joint_count = 0;
  std::uint32_t session = 1;   ///< not zero, and another one for every run: the board's lease belongs to it
  Duration one_way_latency{};  ///< known mean time from sender to receiver, each way
  std::optional<LinkKey> key = std::nullopt;  ///< authenticates both ways; the board must hold the same
  LinkKey nonce_seed{};                       ///< with a key: 32 random bytes, never the same twice
};

/// @param latency Mean time from sender to receiver, each way.
/// @return For a real board: a session number and a nonce seed from the kernel's random source.
/// @throws HalError when that fails.
JointCodecConfig draw_session(int joint_count, const std::optional<LinkKey>& key, Duration latency);

/// What became of a frame that was to be sent.
enum class SendResult : std::uint8_t {
  kSent,     ///< the driver has it, at least its beginning; the rest follows
  kDropped,  ///< no room: dropped as a whole
  kGone,     ///< no port, or no network
};

/// Commands to frames and bytes to feedback, for every JointLink. The wire is described in
/// firmware-interface/PROTOCOL.md.
///
/// Board time is not the run's time. A status says which of our frames the board accepted last and how old it
/// was when the sensors were read, so sample_time = time we sent that frame + one_way_latency + that age.
/// Where there is no such frame, or it is older than one second (the clocks drift), sample_time = time of
/// reception - one_way_latency.
class JointCodec {
 public:
  explicit JointCodec(const JointCodecConfig& config);

  /// @param command A rate that is not finite, or a wrong number of rates, makes a stop command with zero
  /// rates. Empty
  ///     rates mean zero rates.
  /// @param now Time of sending.
  /// @return The frame, valid until the next call. Nothing while there is a key that the board has not
  /// answered to yet.
  std::span<const std::uint8_t> encode(const JointCommand& command, Time now);

  /// Counts what became of a command, and one for which there was no port.
  void count_sent(SendResult result, Time now);
  void count_unsent() { ++health_.unsent; }

  /// @return A query to the board that is due, or nothing; valid until the next call.
  std::span<const std::uint8_t> take_query(Time now);

  /// Takes received bytes.
  /// @param now Time of their reception.
  void receive(std::span<const std::uint8_t> bytes, Time now);

  /// Takes a datagram: one whole frame. What is left of it afterwards is refused, not kept for the next.
  void receive_datagram(std::span<const std::uint8_t> bytes, Time now);

  /// The line was cut and is there again: half a frame is forgotten, and the board asked who it is.
  void start_over();

  /// @return The newest status received since the last call, if any.
  std::optional<JointFeedback> poll();

  /// `connected`, `refused` and `reconnects` are the link's own to fill in.
  LinkHealth health() const;

  const std::optional<BoardIdentity>& identity() const { return handshake_.identity(); }

 private:
  void accept_status(const std::uint8_t* frame, Time now);
  ff_reject check_status(const std::uint8_t* frame, const ff_header& header, const ff_status& status) const;
  void count_session(const ff_header& header, Time now);
  void measure_round_trip(Duration round_trip);
  void track_lease(bool obeyed, Time now);
  void note_gap(Duration gap, Time now);
  void collect_refusals();

  JointCodecConfig config_;
  BoardHandshake handshake_;
  ff_parser parser_{};
  std::array<std::uint8_t, FF_COMMAND_FRAME_SIZE> frame_{};
  std::uint32_t sent_sequence_ = 0;
  std::uint32_t board_session_ = 0;
  std::uint32_t status_sequence_ = 0;
  std::uint32_t echoed_sequence_ = 0;
  std::uint64_t round_trips_ = 0;
  RecentShare recent_loss_;
  RecentShare recent_drops_;
  RejectCounts obeyed_rejects_;  // on the board's side, when it last obeyed us
  std::uint64_t seen_restarts_ = 0;
  std::optional<JointFeedback> newest_;
  DutyMean duties_;
  LinkHealth health_;
};

}  // namespace freefloat
