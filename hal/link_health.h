#pragma once

#include <cstdint>
#include <string>

#include "types/time.h"

namespace freefloat {

/// Causes for which a receiver refuses bytes or frames, as counted in firmware-interface/PROTOCOL.md.
struct RejectCounts {
  std::uint64_t garbage = 0;   ///< runs of bytes that cannot begin a frame
  std::uint64_t version = 0;   ///< another protocol version, or an unknown type of frame
  std::uint64_t type = 0;      ///< a type that the receiver sends itself: its own frames come back
  std::uint64_t check = 0;     ///< damaged, cut, or of another protocol definition
  std::uint64_t tag = 0;       ///< wrong or missing authentication
  std::uint64_t source = 0;    ///< from the wrong kind of sender
  std::uint64_t session = 0;   ///< another controller holds the board
  std::uint64_t sequence = 0;  ///< duplicated, reordered or replayed
  std::uint64_t content = 0;   ///< a field out of range
  std::uint64_t joints = 0;    ///< made for another number of joints

  /// @param cause Number of `ff_reject` in firmware-interface.
  std::uint64_t& operator[](int cause);
  std::uint64_t sum() const;
  RejectCounts& operator+=(const RejectCounts& more);

  /// @return What was counted since; zero where a counter has started again.
  RejectCounts since(const RejectCounts& earlier) const;
};

/// State of a link; numbers count from the run's start.
struct LinkHealth {
  bool connected = true;  ///< the port is open; false while it is unplugged
  bool refused = false;   ///< udp: the board's machine says that nobody listens at the address
  bool has_key = false;   ///< we authenticate our frames
  bool secured = false;   ///< and the board has answered with our key
  int own_joint_count = 0;
  std::uint64_t sent = 0;      ///< command frames
  std::uint64_t dropped = 0;   ///< command frames that did not fit into the sender's buffer
  std::uint64_t unsent = 0;    ///< command frames while there was no port or network
  std::uint64_t received = 0;  ///< status frames accepted
  std::uint64_t received_bytes = 0;
  std::uint64_t lost = 0;            ///< status frames missing between those received
  double recent_loss = 0.0;          ///< share of the status frames that were lost in the newest second
  double recent_drops = 0.0;         ///< share of the command frames that did not fit, the same
  std::uint64_t rejected = 0;        ///< bytes or frames refused on this side
  RejectCounts rejects;              ///< the same by cause
  RejectCounts board_rejects;        ///< on the board's side, since its start
  std::uint64_t reconnects = 0;      ///< times the port came back
  std::uint64_t board_restarts = 0;  ///< times the board's session changed
  Duration round_trip{};  ///< newest command-to-status echo, without the board's share; zero before the first
  Duration shortest_round_trip{};
  Duration mean_round_trip{};
  Time newest_status{};    ///< when the newest was received; zero: none yet
  Time newest_byte{};      ///< when the newest byte was received; zero: none yet
  Duration longest_gap{};  ///< between two statuses, of those that ended in the newest second
  Time gap_end{};          ///< when that one ended
  std::uint32_t own_session = 0;
  std::uint32_t lease_session = 0;  ///< controller that the board obeys, by its newest status; 0: none
  Time obeyed_until{};  ///< when the newest status came that showed our lease, or else when we began to send
  RejectCounts recent_board_rejects;  ///< on the board's side, since `obeyed_until`
  bool identified = false;            ///< the board said who it is; the next three are known
  int board_protocol_version = 0;
  std::uint32_t board_definition_hash = 0;
  bool board_demands_key = false;
  int board_joint_count = 0;  ///< by identity or refused statuses; 0: not known

  /// Counts a status that has come now, where each answers a request. @param asked When that was sent.
  void count_answer(Time asked, Time now);
};

/// Says what is wrong with a link, in words for the people at the table, with what to do.
/// @param now Run time.
/// @return One sentence, without a full stop; empty when nothing is wrong.
std::string diagnose(const LinkHealth& health, Time now);

}  // namespace freefloat
