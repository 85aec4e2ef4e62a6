"""Which frames and datagrams the PC believes, and what it sends."""

TESTS = [("unit_hal", []), ("unit_hal_udp", []), ("unit_hal_sim_board", ["--gtest_filter=JointCodec*"])]

_CONFIG = [("unit_config", ["--gtest_filter=Hardware*"])]

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
    ("hal/udp/udp_socket.cpp", "age >= Duration::zero() && age <= kOldest ? age : Duration::zero()", "age",
     [("faults_surroundings", ["--gtest_filter=WallClock*"])]),
    ("hal/udp/marker_stream.cpp", "!std::isfinite(value) || std::abs(value) > limit", "!std::isfinite(value)"),
    ("hal/udp/marker_stream.cpp", " || *sigma <= 0.0", ""),
    ("hal/udp/marker_stream.cpp", "if (markers->size() > kMaxMarkers) return std::nullopt;", "if (markers->size() > 2 * kMaxMarkers) return std::nullopt;"),
    ("hal/udp/marker_stream.cpp", "if (value < 0) return std::nullopt;", ""),
    ("hal/udp/marker_receiver.cpp", "if (!config_.marker_count || count == *config_.marker_count) return true;", "return true;"),
    ("hal/udp/marker_receiver.cpp", "begins_as_marker_frame(taken) ? take_frame", "true ? take_frame"),
    ("hal/udp/marker_receiver.cpp", "!started_ || set_anew || datagram", "!started_ || datagram"),
    ("hal/udp/path_clock.cpp", "return late - (late - earliest(theirs)) / 2;", "return late + (late - earliest(theirs)) / 2;"),
    ("hal/udp/path_clock.cpp", "ours += theirs - out_.to_ours(count(ours))", "ours -= theirs - out_.to_ours(count(ours))"),
    ("hal/udp/path_clock.cpp", "(latest(theirs) - earliest(theirs)) / 2, kSmallestBound", "(latest(theirs) - earliest(theirs)) / 4, kSmallestBound"),
    ("hal/udp/marker_path.cpp", "if (order == Arrival::kRepeated)", "if (false)"),
    ("hal/udp/marker_path.cpp", "if (order == Arrival::kLate)", "if (false)"),
    ("hal/udp/marker_path.cpp", "header->session != current_->number || !has_marker_tag(frame, pointer_to(current_->key))", "header->session != current_->number"),
    ("hal/udp/marker_path.cpp", "if (round_trip < Duration::zero()", "if (false"),
    ("hal/udp/marker_origin.cpp", "nonce_ = draw_marker_nonce();\n    ++sessions_;", "++sessions_;"),
    ("hal/udp/marker_origin.cpp", "if (question.tracker_nonce != nonce_) return std::nullopt;", ""),
    ("hal/udp/marker_wire.cpp", "|| bytes.size() != marker_frame_size(message)", ""),
    ("hal/udp/marker_wire.cpp", "if (age < Duration::zero() || age > kOldestPicture) return false;", ""),
    ("hal/udp/marker_receiver.cpp", "time_sigma * time_sigma * expected.v_WM * expected.v_WM.transpose()", "Matrix2::Zero()"),
    ("hal/udp/sequence_window.h", "if (behind >= kPlaces) return Arrival::kRepeated;", "if (behind >= kPlaces) return Arrival::kLate;"),
    # What may be injected into real hardware.
    ("src/config/load/check_against_hardware.cpp", "} else if (harmless && robot_is_real && !run.experiment.inject_on_hardware) {", "} else if (false) {", _CONFIG),
    ("src/config/load/check_against_hardware.cpp", "if (harmless && fault.within > 0.0) {", "if (false) {", _CONFIG),
    ("src/config/load/check_against_hardware.cpp", "return mode == FaultMode::kOff || mode == FaultMode::kSlow || mode == FaultMode::kStuck;", "return true;", _CONFIG),
    ("src/config/load/check_against_hardware.cpp", "return mode == FaultMode::kOff || mode == FaultMode::kSlow;", "return true;", _CONFIG),
    ("hal/injection/failing_link.h", "if (command.stop || !dropped) ForwardingLink::send", "if (command.stop || !dropped || true) ForwardingLink::send"),
    ("hal/injection/failing_link.h", "if (command.stop || !dropped)", "if (!dropped)"),
    ("hal/injection/failing_link.h", "if (feedback && to_pc_.drops(now)) feedback.reset();", ""),
    ("hal/injection/failing_sight.h", "      again.prediction = frame.prediction;\n", ""),
]
