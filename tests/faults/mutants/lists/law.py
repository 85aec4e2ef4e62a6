"""A law of the user's own: late, silent, ended, refusing, telling no number."""

TESTS = [("unit_law", ["--gtest_filter=OwnLaw*"])]

_RUNS = [("integration_own_law", ["--gtest_filter=*IsHeld*:*KeepsTheLimits*"])]
_CAPTURES = [("unit_control", ["--gtest_filter=Controller.*:InMotion.*"])]
_CONTROLLER = "src/control/controller_watch.cpp"
_PROCESS = "src/law/law_process.cpp"

MUTATIONS = [
    (_CONTROLLER, "if (!law || law->state > LawState::kLate) return false;", "if (!law) return false;", _RUNS),
    (_CONTROLLER, "std::all_of(rates.begin(), rates.end(), is_possible_rate)", "true", _RUNS),
    (_CONTROLLER, "if (follows_law && !is_sound(", "if (false && !is_sound(", _RUNS),
    (_CONTROLLER, "const bool follows_law = !config.law.empty() && ", "const bool follows_law = ", _CAPTURES),
    ("src/control/controller_tasks.cpp", "scale_to_limit(config.max_joint_rate, config.rate_norm, out.resolved);\n  constexpr bool kNotLed", "out.resolved.limited = out.resolved.raw;\n  constexpr bool kNotLed", _RUNS),
    (_PROCESS, "if (!patience_.lockstep && ++late_ <= patience_.late_cycles)", "if (!patience_.lockstep)"),
    (_PROCESS, "if (!patience_.lockstep && ++late_ <= patience_.late_cycles)", "if (false)"),
    (_PROCESS, "if (received == Received::kEnd) give_up(LawState::kEnded, \"its process \" + end_process(host_));", ""),
    (_PROCESS, "if (reply.status != kLawAnswers) return give_up", "if (false) return give_up"),
    (_PROCESS, "if (failed_ == LawState::kRefused) failed_ = LawState::kWaiting;", ""),
    # Not here: MSG_NOSIGNAL, which this kind of socket does not need on Linux.
    (_PROCESS, "if (!is_possible_rate(rates_[j])) why_", "if (false) why_"),
]
