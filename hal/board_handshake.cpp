#include "hal/board_handshake.h"

#include <algorithm>
#include <iterator>

#include "wire/bytes.h"

namespace freefloat {
namespace {

constexpr Duration kAskPeriod = std::chrono::milliseconds(200);
constexpr Duration kLongSilence = std::chrono::milliseconds(500);

BoardIdentity to_identity(const ff_header& header, const ff_identity& wire) {
  BoardIdentity identity;
  identity.session = header.session;
  identity.protocol_version = wire.protocol_version;
  identity.definition_hash = wire.definition_hash;
  identity.joint_count = wire.joint_count;
  identity.demands_key = (wire.flags & FF_IDENTITY_AUTHENTICATES) != 0;
  identity.reset_cause = static_cast<ResetCause>(std::min<int>(wire.reset_cause, FF_RESET_OTHER));
  identity.tick = std::chrono::microseconds(wire.tick_us);
  identity.uptime = std::chrono::microseconds(
      std::min<std::uint64_t>(header.time_us, static_cast<std::uint64_t>(Duration::max().count() / 1000)));
  identity.parameters_hash = wire.parameters_hash;
  for (std::size_t i = 0; i < identity.limits.size(); ++i) {
    identity.limits[i] = {wire.min_angles_urad[i] / kMicroPerUnit, wire.max_angles_urad[i] / kMicroPerUnit,
                          wire.max_rates_urad_s[i] / kMicroPerUnit};
  }
  std::copy_n(wire.firmware_id, FF_NAME_SIZE, identity.firmware_id_text.begin());
  std::copy_n(wire.board_name, FF_NAME_SIZE, identity.board_name_text.begin());
  return identity;
}

ff_hmac_key prepare(const LinkKey& key) {
  ff_hmac_key prepared;
  ff_prepare_hmac(&prepared, key.data(), key.size());
  return prepared;
}

}  // namespace

static_assert(std::tuple_size_v<LinkKey> == FF_KEY_SIZE);
static_assert(BoardIdentity::kNameSize == FF_NAME_SIZE);

BoardHandshake::BoardHandshake(std::uint32_t session, const std::optional<LinkKey>& key, const LinkKey& seed)
    : session_(session) {
  if (!key) return;
  master_ = prepare(*key);
  seed_ = prepare(seed);
  make_nonce();
}

void BoardHandshake::make_nonce() {
  if (!seed_) return;
  std::array<std::uint8_t, 8> count;
  ff_put_u64(count.data(), ++nonce_count_);
  std::array<std::uint8_t, FF_SHA256_SIZE> digest;
  ff_hmac(&*seed_, count.data(), count.size(), digest.data());
  std::copy_n(digest.begin(), nonce_.size(), nonce_.begin());
  nonce_answered_ = false;
}

std::span<const std::uint8_t> BoardHandshake::take_query(Time now, Time newest_status) {
  const bool silent = now - newest_status > kLongSilence;
  const bool unknown = !identity_ || board_changed_ || !may_send();
  if (!unknown && !silent) return {};
  if (asked_ && now - *asked_ < kAskPeriod) return {};
  asked_ = now;
  if (nonce_answered_) make_nonce();
  ff_query query{};
  std::copy(nonce_.begin(), nonce_.end(), query.nonce);
  ff_header header{};
  header.source = FF_SOURCE_CONTROLLER;
  header.session = session_;
  header.sequence = ++query_sequence_;
  header.time_us = to_microseconds(now);
  ff_encode_query(header, &query, frame_.data());
  if (master_) ff_tag_frame(frame_.data(), &*master_);
  return frame_;
}

ff_reject BoardHandshake::accept_identity(const std::uint8_t* frame) {
  ff_header header;
  ff_identity wire;
  ff_read_header(frame, &header);
  ff_decode_identity(frame, &wire);
  if (header.source != FF_SOURCE_BOARD) return FF_REJECT_SOURCE;
  if (master_) {
    if (!ff_check_tag(frame, &*master_)) return FF_REJECT_TAG;
    const bool answers_us = std::equal(nonce_.begin(), nonce_.end(), wire.query_nonce);
    const bool same_board = identity_ && header.session == identity_->session;
    if (!answers_us) {
      // Said unasked after a start, or an answer of long ago: a reason to ask, no more.
      board_changed_ = board_changed_ || !same_board;
      const bool unasked = std::all_of(std::begin(wire.query_nonce), std::end(wire.query_nonce),
                                       [](std::uint8_t byte) { return byte == 0; });
      return unasked ? FF_REJECT_COUNT : FF_REJECT_SEQUENCE;
    }
    if (same_board && header.sequence <= identity_sequence_) return FF_REJECT_SEQUENCE;
    // Statuses of an earlier start must never count again.
    keys_[1] = same_board ? keys_[0] : std::nullopt;
    keys_[0].emplace();
    ff_derive_session_key(&*master_, session_, wire.query_nonce, wire.board_nonce, &*keys_[0]);
    nonce_answered_ = true;
  }
  identity_sequence_ = header.sequence;
  identity_ = to_identity(header, wire);
  board_changed_ = false;
  return FF_REJECT_COUNT;
}

void BoardHandshake::notice_board(std::uint32_t board_session) {
  if (identity_ && identity_->session != board_session) board_changed_ = true;
}

void BoardHandshake::start_over() {
  identity_.reset();
  keys_ = {};
  board_changed_ = true;
  asked_.reset();
  make_nonce();
}

void BoardHandshake::authenticate(std::uint8_t* frame) const {
  if (keys_[0]) ff_tag_frame(frame, &*keys_[0]);
}

bool BoardHandshake::is_authentic(const std::uint8_t* frame) const {
  if (!master_) return true;
  return std::any_of(keys_.begin(), keys_.end(), [frame](const std::optional<ff_hmac_key>& key) {
    return key && ff_check_tag(frame, &*key);
  });
}

}  // namespace freefloat
