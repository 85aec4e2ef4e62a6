#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "hal/board_identity.h"
#include "hal/link_key.h"
#include "wire/authentication.h"

namespace freefloat {

/// Finds out who the board is and, with a key, agrees on the keys of a session: our side of "Identity" and
/// "Authentication" in firmware-interface/PROTOCOL.md.
///
/// Queries go out until the board that sends the statuses has said who it is, and again when nothing came for
/// a while. The nonce stays the same until it is answered, so that answers slower than our patience count
/// too.
class BoardHandshake {
 public:
  /// @param session Ours, as in the headers of our commands.
  /// @param seed With a key: secret and never the same twice; our nonces are made from it.
  BoardHandshake(std::uint32_t session, const std::optional<LinkKey>& key, const LinkKey& seed);

  /// @param newest_status When the newest valid status came; zero: none yet.
  /// @return A query that is due now, or nothing; valid until the next call.
  std::span<const std::uint8_t> take_query(Time now, Time newest_status);

  /// Takes an identity that the parser found.
  /// @return Why it is refused; FF_REJECT_COUNT when it is not.
  ff_reject accept_identity(const std::uint8_t* frame);

  /// A valid status came from this start of the board: another one must say who it is.
  void notice_board(std::uint32_t board_session);

  /// Forgets the board: the cable was unplugged, another one may be at its end.
  void start_over();

  /// @return False while there is a key and the board has not answered yet: nothing it would accept can be
  /// sent.
  bool may_send() const { return !master_ || keys_[0]; }

  /// Tags a complete command if there is a key.
  void authenticate(std::uint8_t* frame) const;

  /// @return Whether a status's tag is right, or none is wanted.
  bool is_authentic(const std::uint8_t* frame) const;

  bool has_key() const { return master_.has_value(); }
  const std::optional<BoardIdentity>& identity() const { return identity_; }

 private:
  void make_nonce();

  std::uint32_t session_;
  std::optional<ff_hmac_key> master_;
  std::optional<ff_hmac_key> seed_;
  std::uint64_t nonce_count_ = 0;
  std::array<std::uint8_t, FF_NONCE_SIZE> nonce_{};
  bool nonce_answered_ = false;
  // The newest session key, and the one before of the same start of the board: it goes over when our first
  // command under the new one reaches it.
  std::array<std::optional<ff_hmac_key>, 2> keys_;
  std::optional<BoardIdentity> identity_;
  std::uint32_t identity_sequence_ = 0;
  bool board_changed_ = true;
  std::optional<Time> asked_;
  std::uint32_t query_sequence_ = 0;
  std::array<std::uint8_t, FF_QUERY_FRAME_SIZE> frame_{};
};

}  // namespace freefloat
