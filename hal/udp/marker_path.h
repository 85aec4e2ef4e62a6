#pragma once

#include <array>
#include <optional>
#include <span>

#include "hal/marker_path_health.h"
#include "hal/udp/marker_wire.h"
#include "hal/udp/path_clock.h"
#include "hal/udp/recent_durations.h"
#include "hal/udp/sequence_window.h"

namespace freefloat {

/// What a frame from a tracker has brought.
struct ReceivedPicture {
  MarkerMessageContent content;
  Time captured{};             ///< on our clock
  double time_sigma = 0.0;     ///< its standard deviation, s
  std::uint64_t sequence = 0;  ///< the picture's number, counted on beyond 32 bits
};

/// The run's end of the way from a tracker: agrees on a session, refuses what is forged, repeated or late,
/// and asks the tracker's clock. It knows no socket: frames go in, answers come out.
///
/// A session belongs to two numbers drawn by chance, one of each end, so what was heard on the network before
/// is worth nothing in another one. A tracker that begins anew says so; the old session goes on until the new
/// one has been answered under the key.
class MarkerPath {
 public:
  /// @param key Both ends have it; nothing: frames are not authenticated.
  /// @param begun On our clock.
  explicit MarkerPath(const std::optional<LinkKey>& key, Time begun = {}) : master_(prepare_marker_key(key)) {
    health_.begun = begun;
  }

  /// @param arrival On our clock.
  /// @return A picture that is newer than all before it.
  std::optional<ReceivedPicture> take(std::span<const std::uint8_t> frame, Time arrival);

  /// A question that is due.
  struct Question {
    std::span<const std::uint8_t> frame;  ///< empty: none; valid until the next call
    bool to_newcomer = false;             ///< to the sender of the newest hello, else to that of the pictures
  };

  /// @param now Time of its sending.
  Question take_question(Time now);

  /// Told to the tracker with each question, as its vision has no other way to know them.
  /// @param joints As the servo boards tell, rad; empty: unknown.
  void tell_joints(const JointVector& joints) { joints_ = joints; }

  /// @return Whether the newest frame given to `take` came from the tracker of this session.
  bool was_authentic() const { return authentic_; }
  /// @return Whether it was a hello that begins a new session.
  bool was_newcomer() const { return newcomer_; }

  MarkerPathHealth health() const;

 private:
  struct Session {
    MarkerNonce tracker_nonce{};
    MarkerNonce run_nonce{};
    std::uint32_t number = 0;
    std::optional<ff_hmac_key> key;
    SequenceWindow window;
    std::uint32_t questions = 0;
    Time begun{};
    std::optional<Time> asked;
    std::optional<std::uint32_t> picture;
  };

  void greet(const MarkerMessageContent& hello, Time arrival);
  std::span<const std::uint8_t> ask(Session& session, Time now);
  void promote();
  void learn_clock(const MarkerMessageContent& answer, Time arrival);
  void look_at_losses(Time now);
  std::optional<ReceivedPicture> take_picture(const MarkerMessageContent& content, Time arrival);

  std::optional<ff_hmac_key> master_;
  std::optional<Session> current_;
  std::optional<Session> pending_;
  JointVector joints_;
  PathClock clock_;
  Time newest_captured_{};
  std::uint64_t sequence_ = 0;
  bool authentic_ = false;
  bool newcomer_ = false;
  std::uint64_t lost_before_ = 0;  // in sessions that are over
  struct Losses {
    Time at{};
    std::uint64_t missing = 0, taken = 0;
  };
  std::optional<Losses> second_;  // how the session stood when the newest second began
  RecentDurations round_trips_;
  RecentDurations latencies_;
  MarkerPathHealth health_;
  std::array<std::uint8_t, kMaxMarkerFrame> bytes_{};
};

}  // namespace freefloat
