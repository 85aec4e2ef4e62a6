// A run's end of the way from a tracker on another computer, with and without a key: any bytes, and frames of
// a true tracker and of one with another key, whole, cut, damaged, repeated, out of order, while time passes.

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "fuzz_input.h"
#include "hal/udp/marker_origin.h"
#include "hal/udp/marker_path.h"
#include "hal/udp/marker_stream.h"
#include "wire/bytes.h"
#include "wire/crc32c.h"

namespace freefloat {
namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes copy(std::span<const std::uint8_t> frame) {
  return {frame.begin(), frame.end()};
}

std::optional<LinkKey> key_of(std::uint8_t first) {
  LinkKey key{};
  key[0] = first;
  return key;
}

void check_sensible(const MarkerMessageContent& content) {
  const auto good = [](const Vector2& p, const Matrix2& covariance) {
    return p.allFinite() && covariance.allFinite() && covariance.determinant() > 0.0 &&
           covariance(0, 0) > 0.0;
  };
  require(content.count >= 0, "counts are not negative");
  if (content.header.message == MarkerMessage::kMarkers) {
    require(content.count <= kMaxMarkers, "markers fit");
    for (const MarkerMeasurement& marker : content.markers)
      require(!marker.seen || good(marker.p_WM, marker.covariance), "a marker that is seen is somewhere");
  }
  require(content.spots.count <= kMaxTableSpots, "spots fit");
  for (int i = 0; i < content.spots.count; ++i) {
    const TableSpot& spot = content.spots.spots[static_cast<std::size_t>(i)];
    require(good(spot.p_W, spot.covariance), "a spot is somewhere");
  }
  require(content.joints.allFinite() && content.joints.size() <= kMaxJoints, "joints make sense");
}

/// What is read makes a frame that is read again, to the same.
void check_again(const MarkerMessageContent& content) {
  std::array<std::uint8_t, kMaxMarkerFrame> bytes{};
  const auto frame = encode_marker_frame(content, nullptr, bytes);
  const auto again = decode_marker_frame(frame);
  require(read_marker_header(frame) && again, "what was read can be sent");
  require(again->captured == content.captured && again->picture == content.picture &&
              again->tracker_nonce == content.tracker_nonce && again->asked == content.asked,
          "what is sent again says the same");
}

void seal(Bytes& frame) {
  const std::size_t checked = frame.size() - 4;
  ff_put_u32(frame.data() + checked, ff_crc32c(0, frame.data(), checked));
}

/// Right lengths and checks around any bytes, as no chance would find them.
Bytes make_frame(FuzzInput& input) {
  const auto message = static_cast<MarkerMessage>(1 + input.byte() % 5);
  Bytes frame(marker_frame_size(message));
  const std::size_t filled = input.u16() % frame.size();
  for (std::size_t i = 0; i < filled; ++i) frame[i] = input.byte();
  ff_put_u16(frame.data(), 0x4d46);
  frame[2] = 1;
  frame[3] = static_cast<std::uint8_t>(message);
  seal(frame);
  return frame;
}

class Network {
 public:
  explicit Network(const std::optional<LinkKey>& key)
      : keyed_(key.has_value()), path_(key), origin_(key), stranger_(key_of(7)) {}

  void step(FuzzInput& input) {
    now_ += std::chrono::microseconds(input.u16());
    switch (input.byte() % 6) {
      case 0:
        return send(copy(origin_.take_hello(now_)), input, true);
      case 1:
        return ask();
      case 2:
        return send(copy(origin_.picture(some_frame(input), now_)), input, true);
      case 3:
        return send(copy(stranger_.take_hello(now_)), input, false);
      case 4:
        return send(make_frame(input), input, false);
      default:
        if (!sent_.empty()) take(sent_[input.byte() % sent_.size()]);
    }
  }

 private:
  static MarkerFrame some_frame(FuzzInput& input) {
    MarkerFrame frame;
    frame.sequence = input.u32();
    frame.capture_time = Time{} + std::chrono::microseconds(input.u16());
    frame.marker_count = 3;
    frame.markers[1].seen = true;
    frame.markers[1].p_WM = {1e-6 * input.i32(), 1e-6 * input.i32()};
    frame.markers[1].covariance = 1e-8 * Matrix2::Identity();
    return frame;
  }

  void ask() {
    for (int i = 0; i < 2; ++i) {
      const auto question = path_.take_question(now_);
      if (question.frame.empty()) return;
      if (origin_.take(question.frame, now_)) take(copy(origin_.answer(now_)));
      require(!stranger_.take(question.frame, now_) || !keyed_, "who has another key opens no session");
    }
  }

  void send(Bytes frame, FuzzInput& input, bool genuine) {
    if (frame.empty()) return;
    if (genuine)
      genuine_.insert(frame);  // damage that leaves it as it was, or mends it, makes nothing else of it
    const unsigned damage = input.byte() % 4;
    if (damage == 1) frame.resize(input.u16() % (frame.size() + 1));
    if (damage >= 2) {
      const std::size_t bit = input.u16() % (frame.size() * 8);
      frame[bit / 8] = static_cast<std::uint8_t>(frame[bit / 8] ^ (1u << (bit % 8)));
    }
    if (damage == 3) seal(frame);  // who knows all but the key
    if (sent_.size() < 64) sent_.push_back(frame);
    take(frame);
  }

  void take(const Bytes& frame) {
    if (read_marker_header(frame)) {
      if (const auto content = decode_marker_frame(frame)) {
        check_sensible(*content);
        check_again(*content);
      }
    }
    decode_markers({reinterpret_cast<const char*>(frame.data()), frame.size()});
    const auto picture = path_.take(frame, now_);
    if (!picture) return;
    check_sensible(picture->content);
    require(std::isfinite(picture->time_sigma) && picture->time_sigma > 0.0,
            "what a time may be wrong is known");
    require(picture->sequence > newest_, "pictures' numbers rise");
    newest_ = picture->sequence;
    if (!keyed_) return;
    require(genuine_.count(frame) == 1, "with a key only genuine frames are believed");
    require(believed_.insert(frame).second, "and each once");
  }

  bool keyed_;
  MarkerPath path_;
  MarkerOrigin origin_;
  MarkerOrigin stranger_;
  Time now_ = Time{} + std::chrono::seconds(1);
  std::uint64_t newest_ = 0;
  std::vector<Bytes> sent_;
  std::set<Bytes> genuine_, believed_;
};

}  // namespace
}  // namespace freefloat

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace freefloat;
  FuzzInput input(bytes, size);
  Network network(input.byte() % 2 == 0 ? std::nullopt : key_of(1));
  while (!input.empty()) network.step(input);
  return 0;
}
