"""Which frames and datagrams the PC believes, and what it sends."""

TESTS = [("unit_hal", []), ("unit_hal_udp", []), ("unit_hal_sim_board", ["--gtest_filter=JointCodec*"])]

MUTATIONS = [
    ("hal/udp/udp_link.cpp", "i < kDatagramsPerPoll", "i < 1000000"),
    ("hal/joint_codec.cpp", "if (!handshake_.is_authentic(frame)) return FF_REJECT_TAG;", ""),
    ("hal/joint_codec.cpp", "if (header.source != FF_SOURCE_BOARD) return FF_REJECT_SOURCE;", ""),
    ("hal/joint_codec.cpp", "if (status.joint_count != config_.joint_count) return FF_REJECT_JOINTS;", ""),
    ("hal/joint_codec.cpp", "header.session != board_session_ || header.sequence > status_sequence_", "true"),
    ("hal/joint_codec.cpp", "if (command.stop || !usable) flags", "if (command.stop) flags"),
    ("hal/joint_codec.cpp", "if (!handshake_.may_send()) return {};", ""),
    ("hal/joint_codec.cpp", "std::clamp(command.rates[i], -kLargestRate, kLargestRate)", "command.rates[i]"),
    # Keys and counters.
    ("hal/board_handshake.cpp", "if (header.source != FF_SOURCE_BOARD) return FF_REJECT_SOURCE;", ""),
    ("hal/board_handshake.cpp", "if (!ff_check_tag(frame, &*master_)) return FF_REJECT_TAG;", ""),
    ("hal/board_handshake.cpp", "std::equal(nonce_.begin(), nonce_.end(), wire.query_nonce)", "true"),
    ("hal/board_handshake.cpp", "if (same_board && header.sequence <= identity_sequence_) return FF_REJECT_SEQUENCE;", ""),
    ("hal/board_handshake.cpp", "keys_[1] = same_board ? keys_[0] : std::nullopt;", "keys_[1] = keys_[0];"),
    ("hal/board_handshake.cpp", "return key && ff_check_tag(frame, &*key);", "return key.has_value();"),
    ("hal/board_handshake.cpp", "if (nonce_answered_) make_nonce();", ""),
    ("hal/board_handshake.cpp", "if (identity_ && identity_->session != board_session) board_changed_ = true;", ""),
    # Stamps, and markers that other programs send.
    ("hal/joint_codec.cpp", "feedback.sample_time = std::min(feedback.sample_time, now);", ""),
    ("hal/joint_codec.cpp", "ours && age < kOldestEcho && ", "ours && "),
    ("hal/udp/udp_socket.cpp", "age >= Duration::zero() && age <= kOldest ? age : Duration::zero()", "age"),
    ("hal/udp/marker_stream.cpp", "!std::isfinite(value) || std::abs(value) > limit", "!std::isfinite(value)"),
    ("hal/udp/marker_stream.cpp", " || *sigma <= 0.0", ""),
    ("hal/udp/marker_stream.cpp", "if (markers->size() > kMaxMarkers) return std::nullopt;", "if (markers->size() > 2 * kMaxMarkers) return std::nullopt;"),
    ("hal/udp/marker_stream.cpp", "if (value < 0) return std::nullopt;", ""),
    ("hal/udp/marker_stream.cpp", "if (sent.marker_count != marker_count_) {", "if (false) {"),
    ("hal/udp/marker_stream.cpp", "received.cut ? 0 : received.size", "received.size"),
    ("hal/udp/marker_stream.cpp", "!started_ || set_anew || datagram", "!started_ || datagram"),
]
