#include "hal/udp/marker_path.h"

namespace freefloat {
namespace {

constexpr Duration kQuestionPeriod = std::chrono::milliseconds(20);  // joints turn on meanwhile
constexpr Duration kLossWindow = std::chrono::seconds(1);
constexpr Duration kPatience = std::chrono::milliseconds(300);  // with one who said hello and does not answer

}  // namespace

std::optional<ReceivedPicture> MarkerPath::take(std::span<const std::uint8_t> frame, Time arrival) {
  const auto refuse = [](std::uint64_t& count) {
    ++count;
    return std::optional<ReceivedPicture>();
  };
  authentic_ = newcomer_ = false;
  const auto header = read_marker_header(frame);
  if (!header || header->message == MarkerMessage::kAsk) return refuse(health_.garbage);
  if (header->message == MarkerMessage::kHello) {
    if (!has_marker_tag(frame, pointer_to(master_))) return refuse(health_.forged);
    if (const auto hello = decode_marker_frame(frame)) greet(*hello, arrival);
    return std::nullopt;
  }
  if (pending_ && header->session == pending_->number && has_marker_tag(frame, pointer_to(pending_->key)))
    promote();
  if (!current_ || header->session != current_->number || !has_marker_tag(frame, pointer_to(current_->key)))
    return refuse(health_.forged);
  const auto content = decode_marker_frame(frame);
  if (!content) return refuse(health_.garbage);
  const Arrival order = current_->window.take(header->sequence);
  if (order == Arrival::kRepeated) return refuse(health_.repeated);
  authentic_ = true;
  look_at_losses(arrival);
  clock_.learn_one_way(header->sent, arrival);
  if (header->message == MarkerMessage::kAnswer) {
    learn_clock(*content, arrival);
    return std::nullopt;
  }
  if (order == Arrival::kLate) return refuse(health_.late);
  return take_picture(*content, arrival);
}

void MarkerPath::greet(const MarkerMessageContent& hello, Time arrival) {
  if (current_ && current_->tracker_nonce == hello.tracker_nonce) return;
  // Somebody who repeats old greetings must not push out one who means it.
  if (pending_ && (pending_->tracker_nonce == hello.tracker_nonce || arrival - pending_->begun < kPatience))
    return;
  pending_ = Session{};
  pending_->tracker_nonce = hello.tracker_nonce;
  pending_->run_nonce = draw_marker_nonce();
  pending_->number = marker_session(pending_->tracker_nonce, pending_->run_nonce);
  if (master_) pending_->key = derive_marker_key(*master_, pending_->tracker_nonce, pending_->run_nonce);
  pending_->begun = arrival;
  newcomer_ = true;
}

void MarkerPath::promote() {
  if (current_) lost_before_ += current_->window.missing();
  current_ = pending_;
  pending_.reset();
  second_.reset();
  clock_.restart();
  round_trips_.clear();
  latencies_.clear();
  ++health_.sessions;
}

MarkerPath::Question MarkerPath::take_question(Time now) {
  if (pending_ && now - pending_->begun > kPatience) pending_.reset();
  if (pending_) {
    if (const auto frame = ask(*pending_, now); !frame.empty()) return {frame, true};
  }
  return {current_ ? ask(*current_, now) : std::span<const std::uint8_t>(), false};
}

std::span<const std::uint8_t> MarkerPath::ask(Session& session, Time now) {
  if (session.asked && now - *session.asked < kQuestionPeriod) return {};
  session.asked = now;
  MarkerMessageContent question;
  question.header = {MarkerMessage::kAsk, session.number, session.questions++, now};
  question.tracker_nonce = session.tracker_nonce;
  question.run_nonce = session.run_nonce;
  question.joints = joints_;
  return encode_marker_frame(question, pointer_to(session.key), bytes_);
}

void MarkerPath::learn_clock(const MarkerMessageContent& answer, Time arrival) {
  const ClockExchange exchange{answer.asked, answer.heard, answer.header.sent, arrival};
  const Duration there_and_back = exchange.returned - exchange.asked;
  const Duration round_trip = there_and_back - (exchange.answered - exchange.heard);
  // What came back before it was asked, or was answered before it was heard, is no exchange.
  if (round_trip < Duration::zero() || exchange.answered < exchange.heard) {
    ++health_.garbage;
    return;
  }
  clock_.learn(exchange);
  round_trips_.add(round_trip);
  ++health_.exchanges;
}

std::optional<ReceivedPicture> MarkerPath::take_picture(const MarkerMessageContent& content, Time arrival) {
  if (!clock_.is_known() || !clock_.agrees(content.captured)) {
    ++health_.untimed;
    return std::nullopt;
  }
  ReceivedPicture picture{content, clock_.to_ours(content.captured), clock_.sigma(content.captured), 0};
  // A picture's number may begin anew, its frame's does not.
  const std::uint32_t step = current_->picture ? content.picture - *current_->picture : 1;
  current_->picture = content.picture;
  sequence_ += step < 0x80000000u && step > 0 ? step : 1;
  picture.sequence = sequence_;
  latencies_.add(arrival - picture.captured);
  newest_captured_ = content.captured;
  health_.newest_picture = arrival;
  ++health_.pictures;
  return picture;
}

/// Frames that were only overtaken are missing for a moment, so the second is judged at its end.
void MarkerPath::look_at_losses(Time now) {
  const SequenceWindow& window = current_->window;
  if (!second_) second_ = {now, window.missing(), window.taken()};
  if (now - second_->at < kLossWindow) return;
  const std::uint64_t missing = window.missing() > second_->missing ? window.missing() - second_->missing : 0;
  const std::uint64_t taken = window.taken() - second_->taken;
  health_.recent_loss = static_cast<double>(missing) / static_cast<double>(missing + taken);
  second_ = {now, window.missing(), window.taken()};
}

MarkerPathHealth MarkerPath::health() const {
  MarkerPathHealth health = health_;
  health.keyed = master_.has_value();
  health.connected = current_.has_value();
  health.lost = lost_before_ + (current_ ? current_->window.missing() : 0);
  health.steps = clock_.steps();
  if (clock_.is_known()) {
    health.offset = clock_.to_ours(newest_captured_) - newest_captured_;
    health.offset_bound = clock_.bound(newest_captured_);
    health.drift = clock_.drift();
  }
  health.round_trip = round_trips_.quantile(0.5);
  health.round_trip_p99 = round_trips_.quantile(0.99);
  health.latency = latencies_.quantile(0.5);
  health.latency_p99 = latencies_.quantile(0.99);
  health.jitter = health.latency_p99 - latencies_.quantile(0.0);
  return health;
}

}  // namespace freefloat
