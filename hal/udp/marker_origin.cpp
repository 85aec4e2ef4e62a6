#include "hal/udp/marker_origin.h"

#include "hal/refuse.h"

namespace freefloat {
namespace {

constexpr Duration kHelloPeriod = std::chrono::milliseconds(200);
constexpr Duration kUnheard = std::chrono::seconds(1);

}  // namespace

bool MarkerOrigin::is_heard(Time now) const {
  return session_ && now - session_->question_heard < kUnheard;
}

std::span<const std::uint8_t> MarkerOrigin::take_hello(Time now) {
  if (is_heard(now) || (greeted_ && now - *greeted_ < kHelloPeriod)) return {};
  greeted_ = now;
  MarkerMessageContent hello;
  hello.header = {MarkerMessage::kHello, 0, 0, now};
  hello.tracker_nonce = nonce_;
  return encode_marker_frame(hello, pointer_to(master_), bytes_);
}

bool MarkerOrigin::take(std::span<const std::uint8_t> frame, Time arrival) {
  const auto header = read_marker_header(frame);
  const auto question = header && header->message == MarkerMessage::kAsk
                            ? decode_marker_frame(frame)
                            : std::optional<MarkerMessageContent>();
  if (!question) return refuse(refused_);
  const bool known = session_ && header->session == session_->number &&
                     question->tracker_nonce == session_->tracker_nonce &&
                     has_marker_tag(frame, pointer_to(session_->key));
  if (!known) {
    auto opened = open_session(frame, *question);
    if (!opened) return refuse(refused_);
    session_ = std::move(opened);
    nonce_ = draw_marker_nonce();
    ++sessions_;
  }
  // An older question than the newest would be answered with stamps of no use.
  if (session_->questions.take(header->sequence) != Arrival::kNewest) return refuse(refused_);
  session_->question_sent = header->sent;
  session_->question_heard = arrival;
  session_->joints = question->joints;
  return true;
}

std::optional<MarkerOrigin::Session> MarkerOrigin::open_session(std::span<const std::uint8_t> frame,
                                                                const MarkerMessageContent& question) const {
  if (question.tracker_nonce != nonce_) return std::nullopt;
  Session session;
  session.number = marker_session(question.tracker_nonce, question.run_nonce);
  session.tracker_nonce = question.tracker_nonce;
  if (master_) session.key = derive_marker_key(*master_, question.tracker_nonce, question.run_nonce);
  const bool ours =
      question.header.session == session.number && has_marker_tag(frame, pointer_to(session.key));
  return ours ? std::optional(session) : std::nullopt;
}

MarkerMessageContent MarkerOrigin::begin(MarkerMessage message, Time now) {
  MarkerMessageContent content;
  content.header = {message, session_->number, session_->sequence++, now};
  return content;
}

std::span<const std::uint8_t> MarkerOrigin::encode(const MarkerMessageContent& content) {
  return encode_marker_frame(content, pointer_to(session_->key), bytes_);
}

std::span<const std::uint8_t> MarkerOrigin::answer(Time now) {
  if (!session_) return {};
  MarkerMessageContent content = begin(MarkerMessage::kAnswer, now);
  content.asked = session_->question_sent;
  content.heard = session_->question_heard;
  return encode(content);
}

std::span<const std::uint8_t> MarkerOrigin::picture(const MarkerFrame& frame, Time now) {
  if (!session_) return {};
  MarkerMessageContent content = begin(MarkerMessage::kMarkers, now);
  content.captured = frame.capture_time;
  content.picture = static_cast<std::uint32_t>(frame.sequence);
  content.count = frame.marker_count;
  content.markers = frame.markers;
  return encode(content);
}

std::span<const std::uint8_t> MarkerOrigin::picture(const TableSpots& spots, Time captured,
                                                    std::uint32_t number, Time now) {
  if (!session_) return {};
  MarkerMessageContent content = begin(MarkerMessage::kSpots, now);
  content.captured = captured;
  content.picture = number;
  content.count = spots.count;
  content.spots = spots;
  return encode(content);
}

}  // namespace freefloat
