#pragma once

#include <array>
#include <optional>
#include <span>

#include "hal/udp/marker_wire.h"
#include "hal/udp/sequence_window.h"

namespace freefloat {

/// The tracker's end of the way to a run: says hello until somebody asks, answers what its clock shows, and
/// puts pictures into frames of the session. It knows no socket.
///
/// Its number is a new one for each session, so that a question that was heard on the network before opens
/// none.
class MarkerOrigin {
 public:
  /// @param key Both ends have it; nothing: frames are not authenticated.
  /// @throws HalError when the kernel gives no random numbers.
  explicit MarkerOrigin(const std::optional<LinkKey>& key)
      : master_(prepare_marker_key(key)), nonce_(draw_marker_nonce()) {}

  /// @return A hello that is due: nobody has asked for a second; valid until the next call.
  std::span<const std::uint8_t> take_hello(Time now);

  /// Takes a frame from the network.
  /// @param arrival On our clock.
  /// @return Whether it was a question to us; `answer` then wants to be called.
  bool take(std::span<const std::uint8_t> frame, Time arrival);

  /// @param now Time of its sending. @return The answer to the newest question; valid until the next call.
  std::span<const std::uint8_t> answer(Time now);

  /// @return The LEDs of a picture; empty while there is no session. Valid until the next call.
  /// @param now Time of its sending, on the clock of the capture time.
  std::span<const std::uint8_t> picture(const MarkerFrame& frame, Time now);

  /// The same for spots that nobody has given to LEDs.
  std::span<const std::uint8_t> picture(const TableSpots& spots, Time captured, std::uint32_t number,
                                        Time now);

  /// @return Whether a run has asked within the last second.
  bool is_heard(Time now) const;

  /// @return The joints' angles as the newest question tells them, rad; empty: nobody asks, or they are not
  /// known.
  JointVector joints(Time now) const { return is_heard(now) ? session_->joints : JointVector(); }

  /// @return Sessions so far.
  std::uint64_t sessions() const { return sessions_; }
  /// @return Frames that were no questions of ours: forged, repeated, damaged.
  std::uint64_t refused() const { return refused_; }

 private:
  struct Session {
    std::uint32_t number = 0;
    MarkerNonce tracker_nonce{};
    std::optional<ff_hmac_key> key;
    SequenceWindow questions;
    std::uint32_t sequence = 0;
    Time question_sent{};  // on the run's clock
    Time question_heard{};
    JointVector joints;
  };

  std::optional<Session> open_session(std::span<const std::uint8_t> frame,
                                      const MarkerMessageContent& question) const;
  MarkerMessageContent begin(MarkerMessage message, Time now);
  std::span<const std::uint8_t> encode(const MarkerMessageContent& content);

  std::optional<ff_hmac_key> master_;
  MarkerNonce nonce_;  // of the next session
  std::optional<Session> session_;
  std::optional<Time> greeted_;
  std::uint64_t sessions_ = 0;
  std::uint64_t refused_ = 0;
  std::array<std::uint8_t, kMaxMarkerFrame> bytes_{};
};

}  // namespace freefloat
