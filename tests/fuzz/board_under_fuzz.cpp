#include "board_under_fuzz.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace freefloat {
namespace {

constexpr std::uint8_t kRightKey[FF_KEY_SIZE] = {1, 2, 3};
constexpr std::uint8_t kWrongKey[FF_KEY_SIZE] = {1, 2, 4};
constexpr std::uint8_t kEntropy[FF_NONCE_SIZE] = {5};
constexpr double kFreeRate = 9.6;       // rad/s at full duty
constexpr double kTimeConstant = 0.02;  // s, of the motor with its load
constexpr std::size_t kMostDelivered = 32;

// What a lab's tuning gives for a joint of 0.1 kg m^2, 3 rad, 1 rad/s.
ff_joint_parameters plausible_joint() {
  ff_joint_parameters p{};
  p.converter_max = 4095;
  p.pot_urad_per_count_q10 = 3150000;
  p.tacho_urad_s_per_count_q10 = 3000000;
  p.current_ma_per_count_q10 = 9000;
  p.min_angle_urad = -3000000;
  p.max_angle_urad = 3000000;
  p.max_rate_urad_s = 1000000;
  p.max_acceleration_urad_s2 = 33333333;
  p.angle_margin_urad = 100000;
  p.overspeed_urad_s = 1530000;
  p.plausibility_urad = 43305;
  p.tracking_urad_s = 500000;
  p.max_current_ma = 9019;
  p.rate_feedforward_uduty = 105500;
  p.friction_feedforward_uduty = 1333;
  p.acceleration_feedforward_uduty = 6800;
  p.proportional_uduty = 1224000;
  p.stop_proportional_uduty = 4080000;
  p.integral_uduty = 30600000;
  p.hold_engage_urad = 4714;
  p.hold_release_urad = 2307;
  return p;
}

// Any numbers that a board takes, the ends of their ranges first of all. Sometimes one that it does not take.
ff_joint_parameters draw_joint(FuzzInput& input) {
  ff_joint_parameters p = plausible_joint();
  // A range that hangs on a member drawn from all numbers may be empty, or begin beyond them.
  const auto draw = [&input](std::int32_t& member, std::int64_t low, std::int32_t high) {
    const unsigned kind = input.byte() % 8;
    if (kind < 3) return;
    const std::int64_t first = std::min<std::int64_t>(low, high);
    member = kind == 3 ? static_cast<std::int32_t>(first) : high;
    if (kind == 4) member = static_cast<std::int32_t>(first + input.u32() % (high - first + 1));
    if (kind == 5 && input.byte() == 0) member = input.i32();
  };
  constexpr std::int64_t kMaxReading = 1000000000;
  constexpr std::int32_t kMost = 100000000;
  constexpr std::int32_t kMaxGain = 1000000000;
  p.converter_max = input.byte() % 2 == 0 ? p.converter_max : static_cast<std::uint16_t>(input.u16() | 127u);
  const auto most_per_count = static_cast<std::int32_t>(kMaxReading * 1024 / ((p.converter_max + 1) / 2));
  draw(p.pot_urad_per_count_q10, 1, most_per_count);
  draw(p.tacho_urad_s_per_count_q10, 1, most_per_count);
  draw(p.current_ma_per_count_q10, 1, most_per_count);
  draw(p.min_angle_urad, -kMost, kMost - 1);
  draw(p.max_angle_urad, std::int64_t{p.min_angle_urad} + 1, kMost);
  draw(p.max_rate_urad_s, 1, kMost);
  draw(p.max_acceleration_urad_s2, 1000, 1000000000);
  draw(p.angle_margin_urad, 0, kMost);
  draw(p.overspeed_urad_s, p.max_rate_urad_s, kMost);
  draw(p.plausibility_urad, 1, kMost);
  draw(p.tracking_urad_s, 1, kMost);
  draw(p.max_current_ma, 0, 1000000000);
  draw(p.friction_feedforward_uduty, 0, 1000000);
  draw(p.acceleration_feedforward_uduty, 0, 10000000);
  for (std::int32_t* gain :
       {&p.rate_feedforward_uduty, &p.proportional_uduty, &p.stop_proportional_uduty, &p.integral_uduty}) {
    draw(*gain, 0, kMaxGain);
  }
  draw(p.hold_engage_urad, 1, kMost);
  draw(p.hold_release_urad, 0, p.hold_engage_urad);
  return p;
}

ff_servo_parameters make_parameters(FuzzInput& input, bool plausible) {
  ff_servo_parameters parameters{};
  parameters.joint_count = 2;
  parameters.gripper_closing_ticks = 400;
  parameters.joints[0] = parameters.joints[1] = plausible_joint();
  if (!plausible) {
    const std::uint8_t kind = input.byte();
    parameters.joint_count = kind < 250 ? 1 + kind % 6 : kind % 8;
    for (int i = 0; i < std::min<int>(parameters.joint_count, FF_MAX_JOINTS); ++i)
      parameters.joints[i] = input.byte() % 8 == 0 ? plausible_joint() : draw_joint(input);
  }
  return parameters;
}

bool is_following(const ff_servo& servo) {
  return servo.state == FF_STATE_ENABLED || servo.state == FF_STATE_RUN;
}

std::uint16_t to_count(double share) {
  return static_cast<std::uint16_t>(std::clamp(share * 4096.0 + 2048.0, 0.0, 4095.0));
}

}  // namespace

BoardUnderFuzz::BoardUnderFuzz(FuzzInput& input) {
  const std::uint8_t kind = input.byte();
  keyed_ = (kind & 1u) != 0;
  plausible_ = (kind & 2u) == 0;
  const ff_servo_parameters parameters = make_parameters(input, plausible_);
  ff_board_description description{};
  description.board_name = "fuzz";
  description.key = keyed_ ? kRightKey : nullptr;
  description.entropy = kEntropy;
  const bool taken = ff_dispatch_start(&board_, &parameters, 1, &description);
  require(taken == ff_check_servo_parameters(&parameters), "bad parameters are refused, and only they");
  std::uint32_t session = 10;
  for (Controller& controller : controllers_) {
    controller.session = ++session;
    controller.nonce = static_cast<std::uint8_t>(session);
    ff_prepare_hmac(&controller.master, &controller == &controllers_[2] ? kWrongKey : kRightKey, FF_KEY_SIZE);
  }
}

// @return Whether the board did anything about it.
bool BoardUnderFuzz::deliver(const Bytes& frame) {
  std::uint8_t servo[sizeof board_.servo];  // padding and all
  std::memcpy(servo, &board_.servo, sizeof servo);
  const std::uint32_t sequence = board_.accepted_sequence;
  const std::uint32_t lease = board_.lease_session;
  const std::uint32_t pending = board_.security.pending.sequence;
  for (const std::uint8_t byte : frame) ff_dispatch_receive(&board_, byte, now_us_);
  const bool accepted = board_.accepted_sequence != sequence || board_.lease_session != lease;
  if (accepted) ++accepted_since_tick_;
  return accepted || board_.security.pending.sequence > pending ||
         std::memcmp(servo, &board_.servo, sizeof servo) != 0;
}

void BoardUnderFuzz::deliver_checked(Delivered& delivered) {
  // What noise left half read must not hold the frame back.
  deliver(Bytes(FF_MAX_FRAME_SIZE));
  const bool obeyed = deliver(delivered.frame);
  if (!keyed_) return;
  require(!obeyed || delivered.genuine, "only frames of the right key are obeyed");
  require(!obeyed || !delivered.obeyed, "no authenticated frame is obeyed twice");
  delivered.obeyed = delivered.obeyed || obeyed;
}

void BoardUnderFuzz::receive_noise(FuzzInput& input) {
  Bytes noise(input.byte());
  for (std::uint8_t& byte : noise) byte = input.byte();
  const bool obeyed = deliver(noise);
  require(!keyed_ || !obeyed, "noise is never obeyed");
}

void BoardUnderFuzz::receive_command(FuzzInput& input, unsigned number) {
  Controller& controller = controllers_[number];
  const std::uint8_t kind = input.byte();
  ff_command command{};
  command.flags = (kind & 1u) != 0 ? input.byte() : std::uint8_t{FF_COMMAND_ENABLE};
  command.joint_count = (kind & 2u) != 0 ? input.byte() : board_.servo.parameters.joint_count;
  command.time_to_live_us = (kind & 4u) != 0 ? input.u32() : 60000u;
  for (int i = 0; i < std::min<int>(command.joint_count, FF_MAX_JOINTS); ++i)
    command.rates_urad_s[i] = (kind & 8u) != 0 ? input.i32() : input.byte() * 4000 - 500000;
  ff_header header{};
  header.source = (kind & 16u) != 0 ? input.byte() : std::uint8_t{FF_SOURCE_CONTROLLER};
  header.session = controller.session;
  header.sequence = (kind & 32u) != 0 ? input.u32() : ++controller.sequence;
  header.time_us = now_us_;
  Delivered delivered;
  delivered.frame.resize(FF_COMMAND_FRAME_SIZE);
  delivered.genuine = number != 2;
  ff_encode_command(header, &command, delivered.frame.data());
  if (keyed_) ff_tag_frame(delivered.frame.data(), &controller.key);
  if ((kind & 64u) != 0) {
    const Bytes whole = delivered.frame;
    const std::size_t bit = input.u16() % (whole.size() * 8);
    delivered.frame[bit / 8] = static_cast<std::uint8_t>(whole[bit / 8] ^ (1u << (bit % 8)));
    const bool same_size = ff_frame_size(delivered.frame[2] & 15u) == whole.size();
    if ((kind & 128u) != 0 && same_size) ff_reseal_frame(delivered.frame.data());
    if (delivered.frame != whole) delivered.genuine = false;
  }
  deliver_checked(delivered);
  if (delivered_.size() < kMostDelivered) delivered_.push_back(delivered);
}

void BoardUnderFuzz::receive_query(unsigned number) {
  Controller& controller = controllers_[number];
  ff_query query{};
  query.nonce[0] = controller.nonce;
  ff_header header{};
  header.source = FF_SOURCE_CONTROLLER;
  header.session = controller.session;
  Delivered delivered;
  delivered.frame.resize(FF_QUERY_FRAME_SIZE);
  ff_encode_query(header, &query, delivered.frame.data());
  if (keyed_) ff_tag_frame(delivered.frame.data(), &controller.master);
  const std::uint32_t lease = board_.lease_session;
  deliver(Bytes(FF_MAX_FRAME_SIZE));
  require(!deliver(delivered.frame) && lease == board_.lease_session, "a query moves nothing");
  if (delivered_.size() < kMostDelivered) delivered_.push_back(delivered);
}

void BoardUnderFuzz::replay(FuzzInput& input) {
  if (!delivered_.empty()) deliver_checked(delivered_[input.byte() % delivered_.size()]);
}

void BoardUnderFuzz::set_sensors(FuzzInput& input) {
  sensors_follow_ = (input.byte() & 1u) == 0;
  if (sensors_follow_) return;
  inputs_.gripper_contact = (input.byte() & 1u) != 0;
  for (int i = 0; i < 2; ++i) {
    inputs_.pot_counts[i] = input.u16();
    inputs_.tacho_counts[i] = input.u16();
    inputs_.current_counts[i] = input.u16();
  }
}

void BoardUnderFuzz::sleep(FuzzInput& input) {
  now_us_ += std::uint64_t{input.byte()} << (input.byte() % 40);
}

void BoardUnderFuzz::move_joints() {
  for (std::size_t i = 0; i < angles_.size(); ++i) {
    const double wanted =
        outputs_.energised ? outputs_.duties[i] / double{FF_FULL_DUTY} * kFreeRate : rates_[i];
    rates_[i] += (wanted - rates_[i]) * 1e-3 / kTimeConstant;
    angles_[i] += rates_[i] * 1e-3;
    if (!sensors_follow_) continue;
    inputs_.pot_counts[i] = to_count(angles_[i] / 12.6);
    inputs_.tacho_counts[i] = to_count(rates_[i] / 12.0);
    inputs_.current_counts[i] = to_count((wanted - rates_[i]) / 50.0);
  }
}

void BoardUnderFuzz::tick(unsigned count) {
  for (; count > 0; --count) tick_once();
}

void BoardUnderFuzz::tick_once() {
  const bool was_energised = outputs_.energised;
  now_us_ += 1000;
  move_joints();
  ff_dispatch_tick(&board_, &inputs_, now_us_, &outputs_);
  check_outputs(was_energised);
  check_frames();
  accepted_since_tick_ = 0;
}

void BoardUnderFuzz::check_outputs(bool was_energised) {
  const ff_servo& servo = board_.servo;
  require(was_energised || !outputs_.energised || accepted_since_tick_ > 0,
          "only an accepted command energises");
  if (accepted_since_tick_ == 1 && !was_energised && outputs_.energised)
    require((servo.command.flags & FF_COMMAND_ENABLE) != 0, "and only one that asks for it");
  require(servo.energised == outputs_.energised || (was_energised && !servo.energised),
          "outputs follow the state, but for a stop's last tick");
  for (int i = 0; i < FF_MAX_JOINTS; ++i) {
    const int duty = outputs_.duties[i];
    require(duty >= -FF_FULL_DUTY && duty <= FF_FULL_DUTY, "the duty is bounded");
    require(duty == 0 || (outputs_.energised && i < servo.parameters.joint_count), "nothing else is driven");
    const bool blind = (servo.blind_joints & (1u << i)) != 0;
    require(duty == 0 || !blind || servo.state != FF_STATE_FAULT, "a joint that must not be driven is not");
  }
  idle_ticks_ = is_following(servo) || !outputs_.energised ? 0 : idle_ticks_ + 1;
  require(idle_ticks_ <= FF_BLIND_STOP_END_TICK, "every stop ends");
  require(!is_following(servo) || now_us_ - board_.accepted_us <= FF_MAX_TIME_TO_LIVE_US,
          "no command outlives the cap");
  for (std::size_t i = 0; i < servo.parameters.joint_count; ++i) {
    const std::uint16_t most = servo.parameters.joints[i].converter_max;
    const bool broken = inputs_.pot_counts[i] == 0 || inputs_.pot_counts[i] >= most;
    broken_ticks_[i] = broken ? broken_ticks_[i] + 1 : 0;
    require(broken_ticks_[i] < FF_DEBOUNCE_TICKS || !is_following(servo), "a broken sensor ends motion");
  }
}

void BoardUnderFuzz::take_identity(const std::uint8_t* frame) {
  ff_identity identity;
  ff_decode_identity(frame, &identity);
  require(identity.joint_count == board_.servo.parameters.joint_count, "the identity knows the joints");
  for (Controller& controller : controllers_) {
    if (identity.query_nonce[0] != controller.nonce) continue;
    ff_derive_session_key(&controller.master, controller.session, identity.query_nonce, identity.board_nonce,
                          &controller.key);
  }
}

void BoardUnderFuzz::check_frames() {
  std::uint8_t frame[FF_MAX_FRAME_SIZE];
  ff_parser parser;
  ff_start_parser(&parser, FF_ACCEPT_STATUSES | FF_ACCEPT_IDENTITIES | (keyed_ ? FF_ACCEPT_TAGGED : 0));
  int found = 0;
  const std::size_t status_size = ff_dispatch_take_status(&board_, frame);
  for (std::size_t i = 0; i < status_size; ++i) found += ff_parse_byte(&parser, frame[i]);
  require(found == (status_size != 0), "every status is a good frame");
  ff_status status;
  if (status_size != 0) {
    require(ff_decode_status(frame, &status) == (board_.servo.parameters.joint_count != 0),
            "a status is in range");
    require(!keyed_ || ff_check_tag(frame, &board_.security.active.key) ||
                ff_check_tag(frame, &board_.security.pending.key),
            "a status carries a session's tag");
  }
  ++ticks_since_identity_;
  const std::size_t identity_size = ff_dispatch_take_identity(&board_, frame);
  if (identity_size == 0) return;
  for (std::size_t i = 0; i < identity_size; ++i) found += ff_parse_byte(&parser, frame[i]);
  require(found == 1 + (status_size != 0), "every identity is a good frame");
  require(!keyed_ || ff_check_tag(frame, &controllers_[0].master), "an identity carries the key's tag");
  require(ticks_since_identity_ >= FF_IDENTITY_PERIOD_TICKS, "identities are rare");
  ticks_since_identity_ = 0;
  take_identity(frame);
}

void BoardUnderFuzz::check_that_it_ends() {
  unsigned ticks = unsigned{FF_MAX_TIME_TO_LIVE_US} / FF_TICK_US + FF_BLIND_STOP_END_TICK + 3;
  do {
    tick_once();
  } while (outputs_.energised && --ticks > 0);
  require(!outputs_.energised, "without commands the drives go off");
}

}  // namespace freefloat
