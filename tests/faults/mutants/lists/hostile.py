"""What hostile cycles at the controller alone must find: NaN, infinities, wrong lengths, time backwards, any request. What the
filters keep by several guards, so that no output shows one missing, is among the estimator's."""

TESTS = [("measure_hostile", ["1e6", "1"])]

_CONTROLLER = "src/control/controller.cpp"
_SUPERVISOR = "src/safety/supervisor.cpp"
_ESTIMATE = "src/estimation/estimate_state.cpp"

MUTATIONS = [
    (_CONTROLLER, "  command.rates = scale_to_limit(rates, setup_.config.max_joint_rate, setup_.config.rate_norm).rates;\n  command.enable", "  command.rates = rates;\n  command.enable"),
    (_CONTROLLER, "command.enable = may_move(state_.supervisor.state);", "command.enable = true;"),
    (_CONTROLLER, "    return is_resolved(input.op.task) ? resolved.limited : zero;\n  }", "  }\n  if (is_resolved(input.op.task)) return resolved.limited;"),
    (_CONTROLLER, "input.op.jog_rates.size() == zero.size()", "input.op.jog_rates.size() >= 0"),
    (_SUPERVISOR, "if (op.request == Request::kStop) return State::kStopped;", ""),
    (_SUPERVISOR, "if (op.request != Request::kAcknowledge) return state;", ""),
    (_SUPERVISOR, "op.request == Request::kArm && edge ?", "edge ?"),
    (_SUPERVISOR, "op.request == Request::kActivate && edge && !hold ? State::kActive : state;\n    case State::kActive:", "edge && !hold ? State::kActive : state;\n    case State::kActive:"),
    (_ESTIMATE, "estimate.p_WE.allFinite() && estimate.v_WE.allFinite() &&\n", "\n"),
    ("src/control/resolve_rates.cpp", "!wanted.allFinite() || !(size < 1e100) || !(limit > 0.0)", "!(limit > 0.0)"),
]
