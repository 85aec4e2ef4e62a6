"""What the controller makes of faults, and the last gate before the wire."""

TESTS = [("unit_control", ["--gtest_filter=Controller.*:InMotion.*:Limit*:ScaleToLimit*:Hostile*:Resolve*"])]

MUTATIONS = [
    ("src/control/controller_watch.cpp", "if (state_.result_not_finite) faults |= fault_bit(Fault::kNotFinite);", ""),
    ("src/control/controller.cpp", "!out.resolved.raw.allFinite() || !state_.v_WE_next.allFinite()", "!state_.v_WE_next.allFinite()"),
    ("src/control/controller_watch.cpp", "if (state_.unreachable) faults |= fault_bit(Fault::kTargetUnreachable);", ""),
    ("src/control/controller.cpp", "command.enable = may_move(state_.supervisor.state);", "command.enable = true;"),
    ("src/control/controller.cpp", "  command.stop =\n      state_.supervisor.state == SupervisorState::kStopped && ", "  command.stop =\n      false && "),
    ("src/control/controller.cpp", "if (size > step && step > 0.0) return state_.commanded * ((size - step) / size);", "return state_.commanded;"),
    ("src/control/controller.cpp", "    return is_resolved(input.op.task) ? resolved.limited : zero;\n  }", "  }\n  if (is_resolved(input.op.task)) return resolved.limited;"),
    ("src/control/controller.cpp", "  command.rates = scale_to_limit(rates, setup_.config.max_joint_rate, setup_.config.rate_norm).rates;\n  command.enable", "  command.rates = rates;\n  command.enable"),
    ("src/control/resolve_rates.cpp", "!wanted.allFinite() || !(size < 1e100)", "!(size < 1e100)"),
    ("src/control/resolve_rates.cpp", "|| !(size < 1e100) || !(limit > 0.0)", "|| !(limit > 0.0)"),
    ("src/control/resolve_rates.cpp", "if (size <= limit) return {wanted, 1.0};", "return {wanted, 1.0};"),
]
