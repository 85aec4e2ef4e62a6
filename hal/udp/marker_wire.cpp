#include "hal/udp/marker_wire.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "wire/bytes.h"
#include "wire/crc32c.h"

namespace freefloat {
namespace {

constexpr std::uint16_t kMagic = 0x4d46;  // "FM"
constexpr std::uint8_t kVersion = 1;
constexpr std::size_t kHeaderSize = 24;
constexpr std::size_t kTagSize = 16;
constexpr std::size_t kCheckSize = 4;
constexpr std::size_t kEntrySize = 20;
constexpr double kPositionUnit = 1e-7;  // m
constexpr double kSigmaUnit = 1e-9;     // m
constexpr double kCorrelationUnit = 1e-4;
constexpr double kAngleUnit = 1e-6;  // rad
constexpr std::size_t kAnglePlaces = 8;
static_assert(kMaxJoints <= kAnglePlaces);
constexpr double kWidestSigma = 1.0;                           // m
constexpr Duration kOldestPicture = std::chrono::seconds(10);  // of a picture when it is sent
constexpr std::int64_t kLargestTime = std::int64_t{1} << 62;   // ns: differences stay within 64 bits
constexpr std::string_view kDerivation = "freefloat markers";

void put_time(std::uint8_t* at, Time time) {
  ff_put_u64(at, static_cast<std::uint64_t>(time.time_since_epoch().count()));
}

Time get_time(const std::uint8_t* at) {
  return Time{Duration(static_cast<std::int64_t>(ff_get_u64(at)))};
}

bool is_sensible(Time time) {
  const std::int64_t count = time.time_since_epoch().count();
  return count > -kLargestTime && count < kLargestTime;
}

void put_entry(std::uint8_t* at, bool seen, const Vector2& p, const Matrix2& covariance) {
  std::memset(at, 0, kEntrySize);
  if (!seen) return;
  const auto whole = [](double value, double unit, double low, double high) {
    return std::isfinite(value) ? std::llround(std::clamp(value / unit, low, high)) : 0ll;
  };
  const double sigma_x = std::sqrt(covariance(0, 0));
  const double sigma_y = std::sqrt(covariance(1, 1));
  ff_put_i32(at, static_cast<std::int32_t>(whole(p.x(), kPositionUnit, -2e9, 2e9)));
  ff_put_i32(at + 4, static_cast<std::int32_t>(whole(p.y(), kPositionUnit, -2e9, 2e9)));
  ff_put_u32(at + 8, static_cast<std::uint32_t>(whole(sigma_x, kSigmaUnit, 1, 1e9)));
  ff_put_u32(at + 12, static_cast<std::uint32_t>(whole(sigma_y, kSigmaUnit, 1, 1e9)));
  const double correlation = covariance(0, 1) / (sigma_x * sigma_y);
  ff_put_u16(at + 16, static_cast<std::uint16_t>(whole(correlation, kCorrelationUnit, -9999, 9999)));
  at[18] = 1;
}

/// @return False when it makes no sense.
bool get_entry(const std::uint8_t* at, bool& seen, Vector2& p, Matrix2& covariance) {
  if (at[18] > 1) return false;
  seen = at[18] == 1;
  if (!seen) return true;
  const double sigma_x = ff_get_u32(at + 8) * kSigmaUnit;
  const double sigma_y = ff_get_u32(at + 12) * kSigmaUnit;
  const double correlation = static_cast<std::int16_t>(ff_get_u16(at + 16)) * kCorrelationUnit;
  const bool sensible = sigma_x > 0.0 && sigma_y > 0.0 && sigma_x <= kWidestSigma &&
                        sigma_y <= kWidestSigma && std::abs(correlation) < 1.0;
  if (!sensible) return false;
  p = {ff_get_i32(at) * kPositionUnit, ff_get_i32(at + 4) * kPositionUnit};
  covariance << sigma_x * sigma_x, correlation * sigma_x * sigma_y, correlation * sigma_x * sigma_y,
      sigma_y * sigma_y;
  return true;
}

/// @return Zero for what is no message.
std::size_t payload_size(MarkerMessage message) {
  // None, hello, ask, answer, markers, spots.
  constexpr std::array<std::size_t, 6> kSizes{
      0, 16, 32 + 4 + 4 * kAnglePlaces, 16, 16 + kEntrySize * kMaxMarkers, 16 + kEntrySize * kMaxTableSpots};
  const auto number = static_cast<std::size_t>(message);
  return number < kSizes.size() ? kSizes[number] : 0;
}

void make_tag(std::span<const std::uint8_t> frame, const ff_hmac_key* key, std::uint8_t* tag) {
  std::array<std::uint8_t, FF_SHA256_SIZE> digest{};
  if (key != nullptr) ff_hmac(key, frame.data(), frame.size() - kTagSize - kCheckSize, digest.data());
  std::copy_n(digest.begin(), kTagSize, tag);
}

void put_angles(const JointVector& joints, std::uint8_t* at) {
  std::memset(at, 0, 4 + 4 * kAnglePlaces);
  if (!joints.allFinite()) return;
  at[0] = static_cast<std::uint8_t>(joints.size());
  for (Eigen::Index i = 0; i < joints.size(); ++i) {
    const double whole = std::clamp(joints[i] / kAngleUnit, -2e9, 2e9);
    ff_put_i32(at + 4 + 4 * i, static_cast<std::int32_t>(std::llround(whole)));
  }
}

/// @return False when it makes no sense.
bool get_angles(const std::uint8_t* at, JointVector& joints) {
  if (at[0] > kMaxJoints) return false;
  joints.resize(at[0]);
  for (Eigen::Index i = 0; i < joints.size(); ++i) joints[i] = ff_get_i32(at + 4 + 4 * i) * kAngleUnit;
  return true;
}

void put_payload(const MarkerMessageContent& content, std::uint8_t* at) {
  switch (content.header.message) {
    case MarkerMessage::kHello:
      std::copy_n(content.tracker_nonce.begin(), 16, at);
      return;
    case MarkerMessage::kAsk:
      std::copy_n(content.tracker_nonce.begin(), 16, at);
      std::copy_n(content.run_nonce.begin(), 16, at + 16);
      put_angles(content.joints, at + 32);
      return;
    case MarkerMessage::kAnswer:
      put_time(at, content.asked);
      put_time(at + 8, content.heard);
      return;
    case MarkerMessage::kMarkers:
    case MarkerMessage::kSpots:
      break;
  }
  const bool labelled = content.header.message == MarkerMessage::kMarkers;
  put_time(at, content.captured);
  ff_put_u32(at + 8, content.picture);
  ff_put_u32(at + 12, static_cast<std::uint32_t>(content.count));
  const int places = labelled ? kMaxMarkers : kMaxTableSpots;
  for (int i = 0; i < places; ++i) {
    std::uint8_t* entry = at + 16 + kEntrySize * i;
    if (labelled) {
      const MarkerMeasurement& marker = content.markers[i];
      put_entry(entry, i < content.count && marker.seen, marker.p_WM, marker.covariance);
    } else {
      const TableSpot& spot = content.spots.spots[i];
      put_entry(entry, i < content.count, spot.p_W, spot.covariance);
    }
  }
}

bool get_entries(const std::uint8_t* at, MarkerMessageContent& content) {
  const bool labelled = content.header.message == MarkerMessage::kMarkers;
  content.captured = get_time(at);
  content.picture = ff_get_u32(at + 8);
  const std::uint32_t count = ff_get_u32(at + 12);
  if (count > static_cast<std::uint32_t>(labelled ? kMaxMarkers : kMaxTableSpots)) return false;
  if (!is_sensible(content.captured)) return false;
  const Duration age = content.header.sent - content.captured;
  if (age < Duration::zero() || age > kOldestPicture) return false;
  content.count = static_cast<int>(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint8_t* entry = at + 16 + kEntrySize * i;
    bool seen = false;
    Vector2 p = Vector2::Zero();
    Matrix2 covariance = Matrix2::Zero();
    if (!get_entry(entry, seen, p, covariance)) return false;
    if (labelled) {
      content.markers[i].seen = seen;
      content.markers[i].p_WM = p;
      content.markers[i].covariance = covariance;
    } else if (seen) {
      content.spots.spots[content.spots.count++] = {p, covariance};
    }
  }
  return true;
}

}  // namespace

std::size_t marker_frame_size(MarkerMessage message) {
  return kHeaderSize + payload_size(message) + kTagSize + kCheckSize;
}

std::span<const std::uint8_t> encode_marker_frame(const MarkerMessageContent& content, const ff_hmac_key* key,
                                                  std::span<std::uint8_t, kMaxMarkerFrame> bytes) {
  const auto frame = bytes.first(marker_frame_size(content.header.message));
  ff_put_u16(frame.data(), kMagic);
  frame[2] = kVersion;
  frame[3] = static_cast<std::uint8_t>(content.header.message);
  ff_put_u32(&frame[4], content.header.session);
  ff_put_u32(&frame[8], content.header.sequence);
  ff_put_u32(&frame[12], 0);
  put_time(&frame[16], content.header.sent);
  put_payload(content, frame.data() + kHeaderSize);
  make_tag(frame, key, frame.data() + frame.size() - kTagSize - kCheckSize);
  const std::size_t checked = frame.size() - kCheckSize;
  ff_put_u32(frame.data() + checked, ff_crc32c(0, frame.data(), checked));
  return frame;
}

bool begins_as_marker_frame(std::span<const std::uint8_t> bytes) {
  return bytes.size() >= 2 && ff_get_u16(bytes.data()) == kMagic;
}

std::optional<MarkerHeader> read_marker_header(std::span<const std::uint8_t> bytes) {
  if (bytes.size() < kHeaderSize || !begins_as_marker_frame(bytes) || bytes[2] != kVersion)
    return std::nullopt;
  const auto message = static_cast<MarkerMessage>(bytes[3]);
  if (payload_size(message) == 0 || bytes.size() != marker_frame_size(message)) return std::nullopt;
  const std::size_t checked = bytes.size() - kCheckSize;
  if (ff_get_u32(bytes.data() + checked) != ff_crc32c(0, bytes.data(), checked)) return std::nullopt;
  const MarkerHeader header{message, ff_get_u32(&bytes[4]), ff_get_u32(&bytes[8]), get_time(&bytes[16])};
  if (!is_sensible(header.sent)) return std::nullopt;
  return header;
}

bool has_marker_tag(std::span<const std::uint8_t> frame, const ff_hmac_key* key) {
  std::array<std::uint8_t, kTagSize> tag{};
  make_tag(frame, key, tag.data());
  const std::uint8_t* sent = frame.data() + frame.size() - kTagSize - kCheckSize;
  unsigned difference = 0;
  for (std::size_t i = 0; i < kTagSize; ++i) difference |= static_cast<unsigned>(tag[i] ^ sent[i]);
  return difference == 0;
}

std::optional<MarkerMessageContent> decode_marker_frame(std::span<const std::uint8_t> frame) {
  const auto header = read_marker_header(frame);
  if (!header) return std::nullopt;
  MarkerMessageContent content;
  content.header = *header;
  const std::uint8_t* at = frame.data() + kHeaderSize;
  switch (header->message) {
    case MarkerMessage::kHello:
      std::copy_n(at, 16, content.tracker_nonce.begin());
      return content;
    case MarkerMessage::kAsk:
      std::copy_n(at, 16, content.tracker_nonce.begin());
      std::copy_n(at + 16, 16, content.run_nonce.begin());
      if (!get_angles(at + 32, content.joints)) return std::nullopt;
      return content;
    case MarkerMessage::kAnswer:
      content.asked = get_time(at);
      content.heard = get_time(at + 8);
      if (!is_sensible(content.asked) || !is_sensible(content.heard)) return std::nullopt;
      return content;
    case MarkerMessage::kMarkers:
    case MarkerMessage::kSpots:
      break;
  }
  if (!get_entries(at, content)) return std::nullopt;
  return content;
}

std::uint32_t marker_session(const MarkerNonce& tracker, const MarkerNonce& run) {
  const std::uint32_t session =
      ff_crc32c(ff_crc32c(0, tracker.data(), tracker.size()), run.data(), run.size());
  return session == 0 ? 1 : session;
}

ff_hmac_key derive_marker_key(const ff_hmac_key& master, const MarkerNonce& tracker, const MarkerNonce& run) {
  std::array<std::uint8_t, kDerivation.size() + 32> text{};
  auto at = std::copy(kDerivation.begin(), kDerivation.end(), text.begin());
  at = std::copy(tracker.begin(), tracker.end(), at);
  std::copy(run.begin(), run.end(), at);
  std::array<std::uint8_t, FF_SHA256_SIZE> digest{};
  ff_hmac(&master, text.data(), text.size(), digest.data());
  ff_hmac_key key{};
  ff_prepare_hmac(&key, digest.data(), digest.size());
  return key;
}

std::optional<ff_hmac_key> prepare_marker_key(const std::optional<LinkKey>& key) {
  if (!key) return std::nullopt;
  ff_hmac_key prepared{};
  ff_prepare_hmac(&prepared, key->data(), key->size());
  return prepared;
}

MarkerNonce draw_marker_nonce() {
  MarkerNonce nonce{};
  draw_random_bytes(nonce);
  return nonce;
}

}  // namespace freefloat
