"""The loop around the controller, and what must be true before a robot is armed."""

TESTS = [("unit_runtime", ["--gtest_filter=-Preview*:RecordPictures*"])]

_STATUS = [("unit_runlog", ["--gtest_filter=ArmingObjection*"])]
_FAILING_DISK = [("ctest:integration/log_faults", ["freefloat", "ff_failing_disk"])]

MUTATIONS = [
    ("src/runtime/control_loop.cpp", "  cycle.leave_board_off();\n  return cycle.overruns();", "  return cycle.overruns();"),
    ("src/runtime/control_loop.cpp", "  command.enable = false;\n", ""),
    ("src/runtime/control_loop.cpp", "    hal.link->send(command, now);\n    if (i == 0)", "    if (i == 0)"),
    ("src/runtime/control_loop.cpp", "if (stop) loop_.op.interrupt(start);", ""),
    # Before arming.
    ("src/runtime/phase_runner.cpp", "if (std::string objection = arming_objection_(); !objection.empty()) {", "if (false) {\n      std::string objection;"),
    ("src/runtime/run_session.cpp", "std::string objection = lengths_.objection();", "std::string objection;"),
    ("src/runtime/board_check.cpp", "own.min < boards.min_angle - kRounding || own.max > boards.max_angle + kRounding", "own.max > boards.max_angle + kRounding"),
    ("src/runtime/board_check.cpp", "own.min < boards.min_angle - kRounding || own.max > boards.max_angle + kRounding", "own.min < boards.min_angle - kRounding"),
    ("src/runtime/board_check.cpp", "if (rate > boards.max_rate + kRounding) {", "if (false) {"),
    ("src/runtime/board_check.cpp", "board.definition_hash != FF_PROTOCOL_HASH", "false"),
    ("src/runtime/board_check.cpp", "if (board.joint_count != joint_count) {", "if (false) {"),
    ("src/runtime/board_check.cpp", "if (board.parameters_hash == ff_hash_servo_parameters(&expected)) return;", "return;"),
    # Phases.
    ("src/runtime/phase_runner.cpp", "    op.request = Request::kStop;\n", ""),
    ("src/runtime/phase_runner.cpp", "if (paused_at_) op.request = Request::kHold;", ""),
    ("src/runtime/phase_runner.cpp", "while (failed_ && current_ < results_.size() &&", "while (false && current_ < results_.size() &&"),
    ("src/runtime/phase_judgement.cpp", "if (latched && row_of(phase.kind).needs_drives) {", "if (false) {"),
    ("src/runtime/phase_judgement.cpp", "  if (was_active_ || readonly_) return end_phase(output.now, Verdict::kPassed, \"\");\n  // What", "  return end_phase(output.now, Verdict::kPassed, \"\");\n  // What"),
    # People at the loop.
    # Not here: `stops_before > stops_seen_`, a wish that came with a STOP within the few nanoseconds of one cycle's look at both. A
    # test tries a thousand times with two threads; on a busy computer it notices.
    ("src/runtime/loop_operator.cpp", "if (wish->kind == WishKind::kAcknowledge && now < stop_until_ && !overruled) return;", ""),
    ("src/runtime/loop_operator.cpp", "if (wish->kind == WishKind::kArrange && !overruled && !drives_off) return;", ""),
    ("src/runtime/loop_operator.cpp", "if (wish.stops_before < stops_seen_) return \"overruled by a STOP\";", ""),
    ("src/runtime/loop_operator.cpp", "if (now < stop_until_ && wish.kind != WishKind::kAcknowledge) return", "if (false) return"),
    ("src/runtime/loop_operator.cpp", "return state_ == SupervisorState::kReady ? \"\" : \"the checks do not all pass\";", "return \"\";"),
    ("src/runtime/loop_operator.cpp", "return is_latched(state_) ? \"stopped or in fault: acknowledge first\" : \"\";", "return \"\";"),
    ("src/runtime/loop_operator.cpp", "return may_move(state_) ? \"\" : \"the robot is not armed\";", "return \"\";"),
    ("src/runtime/loop_operator.cpp", "return may_rest ? \"\" : \"disarm first\";", "return \"\";"),
    ("src/runtime/loop_operator.cpp", "if (phases_ != nullptr && now >= jog_until_) phases_->jog({});", ""),
    ("src/runtime/loop_operator.cpp", "    jog_until_ = now;\n    if (doing_ == Doing::kJogging) {", "    if (false) {"),
    ("src/runtime/loop_operator.cpp", "!lost_since_ || !holds || now - *lost_since_ < kLostFor", "true"),
    # The log.
    ("src/runlog/recorder_status.cpp", "if (status.failing) {", "if (false) {", _STATUS),
    ("src/runlog/recorder_status.cpp", "if (status.free_bytes < kFreeBytesToArm) {", "if (false) {", _STATUS),
    ("src/runtime/run_session.cpp", "recorder() != nullptr ? arming_objection(recorder()->status()) : objection", "recorder() != nullptr ? objection : objection"),
    ("src/app/commands/run_command.cpp", "return good && record.log_complete && unwritten.empty();", "return good && unwritten.empty();", _FAILING_DISK),
]
