#include "hal/udp/marker_receiver.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "hal/refuse.h"

namespace freefloat {

namespace {

constexpr Duration kLongestWait = std::chrono::milliseconds(100);
constexpr Duration kAskEvery = std::chrono::milliseconds(10);  // looks whether a question is due
constexpr Duration kSetAnew = std::chrono::seconds(1);         // a clock that is off by more was set anew

void count_seen(MarkerFrame& frame) {
  frame.blob_count = static_cast<int>(std::count_if(frame.markers.begin(), frame.markers.end(),
                                                    [](const auto& marker) { return marker.seen; }));
}

/// An LED that moves is elsewhere by its velocity times what the capture time may be wrong.
void widen_by_time(MarkerFrame& frame, double time_sigma) {
  for (int i = 0; i < frame.marker_count; ++i) {
    const PredictedMarker& expected = frame.prediction.markers[i];
    MarkerMeasurement& marker = frame.markers[i];
    if (!marker.seen || !expected.known || !expected.v_WM.allFinite()) continue;
    marker.covariance += time_sigma * time_sigma * expected.v_WM * expected.v_WM.transpose();
  }
}

}  // namespace

MarkerReceiver::MarkerReceiver(const MarkerReceiverConfig& config, Clock& clock)
    : config_(config),
      socket_(UdpSocket::listen(resolve_udp_address(config.address))),
      clock_(clock),
      path_(config.key, clock.now()) {}

void MarkerReceiver::ask() {
  for (int i = 0; i < 2; ++i) {
    const MarkerPath::Question question = path_.take_question(clock_.now());
    if (question.frame.empty()) return;
    const auto& to = question.to_newcomer ? newcomer_ : tracker_;
    if (to) socket_.send_to(*to, question.frame);
  }
}

ReadStatus MarkerReceiver::read(MarkerFrame& frame) {
  std::array<std::uint8_t, 4096> bytes;
  UdpDatagram received;
  const Time end = clock_.now() + kLongestWait;
  bool arrived = false;
  for (Duration waited{}; !arrived && waited < kLongestWait && clock_.now() < end; waited += kAskEvery) {
    {
      const std::lock_guard lock(mutex_);
      path_.tell_joints(frame.prediction.joints);
      ask();
    }
    arrived = socket_.wait(kAskEvery);
  }
  if (!arrived || socket_.receive(bytes, received) != UdpResult::kDone) return ReadStatus::kNone;
  const Time arrival = clock_.now() - received.age;
  const auto taken = std::span<const std::uint8_t>(bytes).first(received.cut ? 0 : received.size);
  const std::lock_guard lock(mutex_);
  const bool got = config_.key || begins_as_marker_frame(taken) ? take_frame(taken, received, arrival, frame)
                                                                : take_text(taken, arrival, frame);
  return got ? ReadStatus::kFrame : ReadStatus::kNone;
}

bool MarkerReceiver::has_right_count(int count) {
  if (!config_.marker_count || count == *config_.marker_count) return true;
  ++wrong_count_;
  sent_count_ = count;
  return false;
}

bool MarkerReceiver::take_frame(std::span<const std::uint8_t> bytes, const UdpDatagram& received,
                                Time arrival, MarkerFrame& frame) {
  const auto picture = path_.take(bytes, arrival);
  if (path_.was_newcomer()) newcomer_ = received.sender;
  if (path_.was_authentic()) tracker_ = received.sender;
  ask();
  if (!picture) return false;
  MarkerFrame taken;
  taken.capture_time = picture->captured;
  taken.sequence = picture->sequence;
  taken.prediction = frame.prediction;
  taken.marker_count = config_.marker_count.value_or(picture->content.count);
  if (picture->content.header.message == MarkerMessage::kMarkers) {
    if (!has_right_count(picture->content.count)) return false;
    taken.markers = picture->content.markers;
    count_seen(taken);
  } else if (config_.label) {
    config_.label(picture->content.spots, taken);
  } else {
    return refuse(unlabelled_);
  }
  widen_by_time(taken, picture->time_sigma);
  frame = taken;
  return true;
}

bool MarkerReceiver::take_text(std::span<const std::uint8_t> bytes, Time arrival, MarkerFrame& frame) {
  auto datagram = decode_markers({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  if (!datagram) return refuse(garbage_);
  MarkerFrame& sent = datagram->frame;
  if (!has_right_count(sent.marker_count)) return false;
  sent.capture_time = to_run_time(*datagram, arrival);
  sent.prediction = frame.prediction;
  count_seen(sent);
  frame = sent;
  ++texts_;
  newest_text_ = arrival;
  return true;
}

Time MarkerReceiver::to_run_time(const MarkerDatagram& datagram, Time arrival) {
  const Duration difference = arrival - (datagram.frame.capture_time + datagram.age);
  const bool set_anew = std::chrono::abs(difference - offset_.get()) > kSetAnew;
  if (!started_ || set_anew || datagram.frame.sequence < last_sequence_) {
    offset_.start(difference);
    started_ = true;
  } else {
    offset_.learn(difference);
  }
  last_sequence_ = datagram.frame.sequence;
  return datagram.frame.capture_time + offset_.get();
}

MarkerPathHealth MarkerReceiver::health() const {
  const std::lock_guard lock(mutex_);
  MarkerPathHealth health = path_.health();
  health.garbage += garbage_;
  health.texts = texts_;
  health.connected = health.connected || texts_ > 0;
  health.newest_picture = std::max(health.newest_picture, newest_text_);
  return health;
}

std::string MarkerReceiver::describe_refusals() const {
  const std::lock_guard lock(mutex_);
  std::string text = diagnose(path_.health());
  const auto add = [&text](const std::string& words) { text += (text.empty() ? "" : ", ") + words; };
  if (const std::uint64_t garbage = garbage_ + path_.health().garbage; garbage > 0)
    add(std::to_string(garbage) + " datagrams that are no markers");
  if (wrong_count_ > 0)
    add(fmt::format("{} datagrams with {} markers instead of {}", wrong_count_, sent_count_,
                    *config_.marker_count));
  if (unlabelled_ > 0) add(std::to_string(unlabelled_) + " pictures of spots that nobody labels");
  return text;
}

}  // namespace freefloat
