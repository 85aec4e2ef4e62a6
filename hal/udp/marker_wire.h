#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "hal/link_key.h"
#include "hal/table_spots.h"
#include "types/marker_frame.h"
#include "wire/hmac.h"

namespace freefloat {

/// The frames between a tracker and a run on two computers: fixed lengths, integers, little endian; byte by
/// byte in hal/udp/README.md.
enum class MarkerMessage : std::uint8_t {
  kHello = 1,    ///< tracker to run: here I am
  kAsk = 2,      ///< run to tracker: what does your clock show?
  kAnswer = 3,   ///< tracker to run
  kMarkers = 4,  ///< tracker to run: the LEDs of one picture, in the order of the scene
  kSpots = 5,    ///< tracker to run: spots of one picture that nobody has given to LEDs
};

/// Of each end, chosen by chance: no session is like another.
using MarkerNonce = std::array<std::uint8_t, 16>;

/// What stands at the beginning of every frame.
struct MarkerHeader {
  MarkerMessage message = MarkerMessage::kHello;
  std::uint32_t session = 0;   ///< of both nonces; 0 in a hello
  std::uint32_t sequence = 0;  ///< rises by one with every frame of its sender in the session
  Time sent{};                 ///< on the sender's clock, whatever that counts from
};

/// All that a frame may say; which of it, the header tells.
struct MarkerMessageContent {
  MarkerHeader header;
  MarkerNonce tracker_nonce{};  ///< hello, ask
  MarkerNonce run_nonce{};      ///< ask
  JointVector joints;           ///< ask: what the servo boards tell, rad; empty: nothing yet
  Time asked{};                 ///< answer: `sent` of the question
  Time heard{};                 ///< answer: its arrival, on the tracker's clock
  Time captured{};              ///< markers, spots: middle of the exposure, on the tracker's clock
  std::uint32_t picture = 0;    ///< markers, spots: the picture's number
  int count = 0;                ///< markers, spots: how many entries mean something
  std::array<MarkerMeasurement, kMaxMarkers> markers{};
  TableSpots spots;
};

/// The longest frame.
inline constexpr std::size_t kMaxMarkerFrame = 24 + 16 + 20 * kMaxTableSpots + 20;

/// @return Length of a frame, bytes.
std::size_t marker_frame_size(MarkerMessage message);

/// @param key Tags the frame; null: the tag is zero.
/// @return The frame, within `bytes`.
std::span<const std::uint8_t> encode_marker_frame(const MarkerMessageContent& content, const ff_hmac_key* key,
                                                  std::span<std::uint8_t, kMaxMarkerFrame> bytes);

/// @return Whether these bytes begin as such a frame does.
bool begins_as_marker_frame(std::span<const std::uint8_t> bytes);

/// Reads the header alone, to find out whose key the frame has.
/// @return Nothing when it is no whole frame: another length, version or check.
std::optional<MarkerHeader> read_marker_header(std::span<const std::uint8_t> bytes);

/// Compares in constant time. @param key Null: the tag must be zero.
bool has_marker_tag(std::span<const std::uint8_t> frame, const ff_hmac_key* key);

/// @param frame A whole one whose tag was right.
/// @return Nothing when a number in it makes no sense.
std::optional<MarkerMessageContent> decode_marker_frame(std::span<const std::uint8_t> frame);

/// @return A number for the session that two nonces make; never 0.
std::uint32_t marker_session(const MarkerNonce& tracker, const MarkerNonce& run);

/// @return The key of that session: HMAC(master, "freefloat markers" | tracker's nonce | run's nonce).
ff_hmac_key derive_marker_key(const ff_hmac_key& master, const MarkerNonce& tracker, const MarkerNonce& run);

/// @return The key made ready for use; nothing without one.
std::optional<ff_hmac_key> prepare_marker_key(const std::optional<LinkKey>& key);

/// @return As the functions above want it: null without one.
inline const ff_hmac_key* pointer_to(const std::optional<ff_hmac_key>& key) {
  return key ? &*key : nullptr;
}

/// @throws HalError when the kernel gives no random numbers.
MarkerNonce draw_marker_nonce();

}  // namespace freefloat
