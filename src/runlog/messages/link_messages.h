#pragma once

#include "mcap/message.h"
#include "runlog/link_record.h"

// Health of the link to the servo boards.

namespace freefloat {

FF_FIELDS(RejectCounts, garbage, version, type, check, tag, source, session, sequence, content, joints)

void describe(auto& v, Is<LinkHealth> auto& m) {
  v("connected", m.connected);
  v("refused", m.refused);
  v("has_key", m.has_key);
  v("secured", m.secured);
  v("own_joint_count", m.own_joint_count);
  v("sent", m.sent);
  v("dropped", m.dropped);
  v("unsent", m.unsent);
  v("received", m.received);
  v("received_bytes", m.received_bytes);
  v("lost", m.lost);
  v("recent_loss", m.recent_loss);
  v("recent_drops", m.recent_drops);
  v("rejected", m.rejected);
  v("rejects", m.rejects);
  v("board_rejects", m.board_rejects);
  v("reconnects", m.reconnects);
  v("board_restarts", m.board_restarts);
  v("round_trip_ns", m.round_trip);
  v("shortest_round_trip_ns", m.shortest_round_trip);
  v("mean_round_trip_ns", m.mean_round_trip);
  v("newest_status_ns", m.newest_status);
  v("newest_byte_ns", m.newest_byte);
  v("own_session", m.own_session);
  v("lease_session", m.lease_session);
  v("obeyed_until_ns", m.obeyed_until);
  v("recent_board_rejects", m.recent_board_rejects);
  v("identified", m.identified);
  v("board_protocol_version", m.board_protocol_version);
  v("board_definition_hash", m.board_definition_hash);
  v("board_demands_key", m.board_demands_key);
  v("board_joint_count", m.board_joint_count);
  v("longest_gap_ns", m.longest_gap);
  v("gap_end_ns", m.gap_end);
}

void describe(auto& v, Is<LinkRecord> auto& m) {
  v("at_ns", m.at);
  v("diagnosis", m.diagnosis);
  v("health", m.health);
}

}  // namespace freefloat
