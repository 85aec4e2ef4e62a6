"""The board: whom it obeys, its latches, time-to-live, plausibility and limits; bytes to frames."""

TESTS = [("firmware_tests", []), ("unit_firmware", []), ("faults_wire", [])]

_SERVO = "firmware-interface/servo/"
_WIRE = "firmware-interface/wire/"

MUTATIONS = [
    # Whom the board obeys.
    (_SERVO + "dispatch.c", "if (header->session == 0) return false;", ""),
    (_SERVO + "dispatch.c", "if (session != NULL && header->sequence <= session->sequence) return false;", ""),
    (_SERVO + "dispatch.c", "return header->sequence > board->accepted_sequence;", "return true;"),
    (_SERVO + "dispatch.c", "return !is_lease_running(board, now_us);", "return true;"),
    (_SERVO + "dispatch.c", "now_us < board->accepted_us + FF_LEASE_US;", "true;"),
    (_SERVO + "dispatch.c", "if (session == NULL) return FF_REJECT_TAG;", "if (session == NULL) session = &board->security.active;"),
    (_SERVO + "dispatch.c", "  if (header->source != FF_SOURCE_CONTROLLER) return FF_REJECT_SOURCE;\n  if (session != NULL", "  if (session != NULL"),
    (_SERVO + "dispatch.c", "if (session != NULL && session->number != header->session) return FF_REJECT_SESSION;", ""),
    (_SERVO + "dispatch.c", "if (!ff_decode_command(board->parser.bytes, &command)) return FF_REJECT_CONTENT;", "ff_decode_command(board->parser.bytes, &command);"),
    (_SERVO + "dispatch.c", "if (command.joint_count != board->servo.parameters.joint_count) return FF_REJECT_JOINTS;", ""),
    (_SERVO + "dispatch.c", "cause == FF_REJECT_SESSION && (command.flags & FF_COMMAND_STOP) != 0", "false"),
    (_SERVO + "dispatch.c", "if (!ff_is_genuine_query(&board->security, board->parser.bytes)) return FF_REJECT_TAG;", ""),
    (_SERVO + "dispatch.c", "if (keyed && description->entropy == NULL) return false;", ""),
    (_SERVO + "link_security.c", "return !link->keyed || ff_check_tag(frame, &link->master);", "return true;"),
    (_SERVO + "link_security.c", "link->active.number != 0 && ff_check_tag(frame, &link->active.key)", "link->active.number != 0"),
    (_SERVO + "link_security.c", "link->pending_open && ff_check_tag(frame, &link->pending.key)", "link->pending_open"),
    # Not here: begin_stop's `may_enable = false` and enable's look at the state, each of which alone keeps what both keep.
    # Latches, time-to-live, gates of the servo.
    (_SERVO + "servo.c", "if (!ff_check_servo_parameters(parameters)) return false;", ""),
    (_SERVO + "servo.c", "if (servo->state != FF_STATE_FAULT) begin_stop(servo, FF_STATE_STOP);", "begin_stop(servo, FF_STATE_STOP);"),
    (_SERVO + "servo.c", "!is_latched(servo->state) || servo->energised || servo->present_faults != 0", "!is_latched(servo->state) || servo->energised"),
    (_SERVO + "servo.c", "!is_latched(servo->state) || servo->energised || servo->present_faults != 0", "!is_latched(servo->state) || servo->present_faults != 0"),
    (_SERVO + "servo.c", "  memcpy(servo->driven, outputs->duties, sizeof servo->driven);\n", ""),
    (_SERVO + "servo.c", "(sum + half) / ticks", "sum / ticks"),
    (_SERVO + "servo.c", "const bool ready = servo->may_enable && ", "const bool ready = "),
    (_SERVO + "servo.c", "&& !servo->energised && servo->present_faults == 0;", "&& !servo->energised;"),
    (_SERVO + "servo.c", "servo->may_enable && servo->measured && !servo->energised", "servo->may_enable && !servo->energised"),
    (_SERVO + "servo.c", "    ff_servo_stop(servo);\n  } else if", "  } else if"),
    (_SERVO + "servo.c", "if (is_following(servo->state)) begin_stop(servo, FF_STATE_OFF);", ""),
    (_SERVO + "servo.c", "asked < FF_MAX_TIME_TO_LIVE_US ? asked : FF_MAX_TIME_TO_LIVE_US", "asked"),
    (_SERVO + "servo.c", "return now_us >= servo->accepted_us + time_to_live;", "return false;"),
    (_SERVO + "servo.c", "if (servo->state != FF_STATE_FAULT) begin_stop(servo, FF_STATE_FAULT);", ""),
    (_SERVO + "servo.c", "servo->latched_faults |= servo->present_faults;", ""),
    (_SERVO + "servo.c", "if ((faults & FF_FAULT_UNDRIVABLE_MASK) != 0)", "if (false)"),
    (_SERVO + "servo.c", "    servo->stop_tick = 0;\n    servo->energised = false;", "    servo->stop_tick = 0;"),
    (_SERVO + "servo.c", "if (ff_is_stop_failing(&servo->parameters.joints[i], &servo->joints[i], servo->stop_tick))", "if (false)"),
    (_SERVO + "servo.c", "return state == FF_STATE_TIMEOUT || state == FF_STATE_FAULT || state == FF_STATE_STOP;", "return state == FF_STATE_FAULT || state == FF_STATE_STOP;"),
    # Plausibility.
    (_SERVO + "plausibility.c", "debounce(is_at_end(counts->pot, p->converter_max), &joint->pot_ticks)", "false"),
    (_SERVO + "plausibility.c", "debounce(is_at_end(counts->tacho, p->converter_max), &joint->tacho_ticks)", "false"),
    (_SERVO + "plausibility.c", "magnitude(joint->innovation_q10) > (int64_t)p->plausibility_urad * 1024", "false"),
    (_SERVO + "plausibility.c", "magnitude(joint->rate_urad_s) > p->overspeed_urad_s", "false"),
    (_SERVO + "plausibility.c", "if (debounce(beyond, &joint->angle_ticks))", "if (false)"),
    (_SERVO + "plausibility.c", "p->max_current_ma > 0 && magnitude", "false && magnitude"),
    (_SERVO + "plausibility.c", "if (is_off_track(p, joint, driven)) faults |= FF_FAULT_TRACKING;", ""),
    (_SERVO + "plausibility.c", "backwards ? FF_TRACKING_TICKS / FF_DEBOUNCE_TICKS : 1", "1"),
    (_SERVO + "plausibility.c", "return count == 0 || count >= count_max;", "return count == 0;"),
    (_SERVO + "plausibility.c", "if (!seen) *ticks = 0;", ""),
    # Limits of a joint.
    (_SERVO + "joint_servo.c", "return clamp32(rate, least, most);", "return rate;"),
    (_SERVO + "joint_servo.c", "up < 0 ? 0 : up < limit ? (int32_t)up : limit", "limit"),
    (_SERVO + "joint_servo.c", "down < 0 ? 0 : down < limit ? (int32_t)-down : -limit", "-limit"),
    (_SERVO + "joint_servo.c", "clamp32(wanted, joint->reference_urad_s - step, joint->reference_urad_s + step)", "wanted"),
    # Bytes to frames.
    (_WIRE + "frame.c", "if (ff_get_u32(frame + checked) != check_of(frame, checked)) return false;", ""),
    (_WIRE + "frame.c", "is_lasting(type_of(frame)) ? 0 : FF_PROTOCOL_HASH, frame", "0, frame"),
    (_WIRE + "frame.c", "return (parser->accept & FF_ACCEPT_TAGGED) != 0;", "return true;"),
    (_WIRE + "frame.c", "flags == 0 && memcmp(frame + checked - FF_TAG_SIZE, kZeroTag, FF_TAG_SIZE) == 0", "true"),
    (_WIRE + "frame.c", "return (parser->accept & (1u << type)) != 0;", "return true;"),
    (_WIRE + "frame.c", " || bytes[kVersionType] != version_type(type)", ""),
    (_WIRE + "frame.c", "++counters->by_cause[cause];\n}", "counters->by_cause[cause] += 0;\n}"),
    (_WIRE + "messages.c", "(command->flags & ~FF_COMMAND_FLAGS_ALL) != 0 || ff_get_u16", "ff_get_u16"),
    (_WIRE + "messages.c", "if (!is_joint_count(command->joint_count)) return false;", ""),
    (_WIRE + "messages.c", "if (command->rates_urad_s[i] != 0) return false;", ""),
    (_WIRE + "messages.c", "status->state <= FF_STATE_STOP && ", ""),
]
