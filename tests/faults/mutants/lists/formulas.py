"""Equations with a wrong sign, a lost term or a wrong factor: model, guidance, estimation."""

TESTS = [("unit_model", []), ("unit_guidance", []), ("unit_control", [])]

_JACOBIAN = "src/model/generalized_jacobian.cpp"
_MOMENTUM = "src/model/momentum.cpp"
_DYNAMICS = "src/model/dynamics.cpp"
_PAYLOAD = "src/model/payload.cpp"
_LAWS = "src/guidance/hand_laws.cpp"
_LINE = "src/guidance/approach_line.cpp"
_MEETING = "src/guidance/meeting.cpp"
_MEETING_LINE = "src/control/meeting_line.cpp"
_MEET = "src/control/meet_target.cpp"
_RATES = "src/control/resolve_rates.cpp"
_FILTER = "src/estimation/robot_filter.cpp"
_TUMBLING = "src/estimation/tumbling_filter.cpp"
_MODEL = [("unit_model", [])]
_GUIDANCE = [("unit_guidance", [])]
_CONTROL = [("unit_control", [])]
_ESTIMATION = [("unit_estimation", [])]
_DRIVES = "src/identification/drive_fit.cpp"
_IDENTIFICATION = [("unit_identification", [])]

MUTATIONS = [
    # The generalized Jacobian, for two joints and for any number.
    (_JACOBIAN, "const double rate2 = -by_joint2 * per_inertia;", "const double rate2 = by_joint2 * per_inertia;", _MODEL),
    (_JACOBIAN, "inertia.joints * (-1.0 / inertia.satellite)", "inertia.joints * (1.0 / inertia.satellite)", _MODEL),
    (_JACOBIAN, "b[j + 3 * k] * (s[j] * c[k] - c[j] * s[k])", "b[j + 3 * k] * (c[j] * s[k] - s[j] * c[k])", _MODEL),
    # The satellite's rate by the kept momentum, inertia and dynamics.
    (_MOMENTUM, "(angular_momentum - inertia.joints.dot(joint_rates))", "(angular_momentum + inertia.joints.dot(joint_rates))", _MODEL),
    (_MOMENTUM, "a(j, k) * cosine + b(j, k) * sine", "a(j, k) * cosine - b(j, k) * sine", _MODEL),
    (_DYNAMICS, "a(j, k) * sine - b(j, k) * cosine", "a(j, k) * sine + b(j, k) * cosine", _MODEL),
    (_DYNAMICS, "satellite.by_body * turning -\n", "satellite.by_body * turning +\n", _MODEL),
    (_DYNAMICS, "forces[j] -= torques[j];", "forces[j] += torques[j];", _MODEL),
    (_DYNAMICS, "totals.angular_momentum + cross(totals.p_WG", "totals.angular_momentum - cross(totals.p_WG", _MODEL),
    (_DYNAMICS, ".sum() -\n                      angular.joints[i]", ".sum() +\n                      angular.joints[i]", _MODEL),
    (_PAYLOAD, "link.to_end -= shift;", "link.to_end += shift;", _MODEL),
    (_PAYLOAD, "link.inertia += inertia + link.mass * mass / total * p_payload.squaredNorm();", "link.inertia += inertia;", _MODEL),
    # The point of a line that the hand meets, and its angle there.
    (_MEETING, "goal.p -= before * along;", "goal.p += before * along;", _GUIDANCE),
    (_MEETING, "goal.v -= before * line->rate", "goal.v += before * line->rate", _GUIDANCE),
    (_MEETING, "goal.v += line->speed * along;", "goal.v -= line->speed * along;", _GUIDANCE),
    (_MEETING, "line->before - time * line->speed", "line->before + time * line->speed", _GUIDANCE),
    (_MEETING, "(turn - turn_.dot(change))", "(turn + turn_.dot(change))", _GUIDANCE),
    (_MEETING, "scene.line->rate - jacobian.by_momentum[2]", "scene.line->rate + jacobian.by_momentum[2]", _GUIDANCE),
    (_MEETING_LINE, "s.v_WE - s.v_WT - line.rate", "s.v_WE + s.v_WT - line.rate", _CONTROL),
    (_MEETING_LINE, "kSidewards * std::abs(v_hand.dot(side))", "0.0 * std::abs(v_hand.dot(side))", _CONTROL),
    (_MEETING_LINE, "std::sqrt(2.0 * slowing", "std::sqrt(4.0 * slowing", _CONTROL),
    (_MEET, "std::min(scene.line->speed, speed_of_joints", "std::max(scene.line->speed, speed_of_joints", _CONTROL),
    (_MEET, "return kLineRateShare * urgent_ramp", "return 2.0 * kLineRateShare * urgent_ramp", _CONTROL),
    # Eqs. (12), (15), (16), the edges, the charts, the approach and the drift.
    (_RATES, "v_WE - v_WG - jacobian.by_momentum", "v_WE + v_WG - jacobian.by_momentum", _CONTROL),
    (_RATES, "v_WG - jacobian.by_momentum.head<2>()", "v_WG + jacobian.by_momentum.head<2>()", _CONTROL),
    (_RATES, "w_WE - jacobian.by_momentum[2]", "w_WE + jacobian.by_momentum[2]", _CONTROL),
    (_RATES, "|| resolved.damping > 0.0", "", _CONTROL),
    (_LAWS, "4.0 / remaining * error_rate + 6.0", "6.0 / remaining * error_rate + 4.0", _GUIDANCE),
    (_LAWS, "-2.0 / remaining * error_rate", "2.0 / remaining * error_rate", _GUIDANCE),
    (_LAWS, "|| outward <= 0.0", "", _GUIDANCE),
    (_LAWS, "workspace.inner + clearance - radius", "workspace.inner - clearance - radius", _GUIDANCE),
    ("src/guidance/chart.cpp", "s.v_WG + arm * (rate[0] / radius) + perpendicular", "arm * (rate[0] / radius) + perpendicular", _GUIDANCE),
    (_LINE, "aimed.v_WT += s.w_WT * perpendicular(from_point);", "aimed.v_WT -= s.w_WT * perpendicular(from_point);", _GUIDANCE),
    ("src/guidance/drift.cpp", "drift.v_WG = c1 + 2.0 * time * c2;", "drift.v_WG = c1 + time * c2;", _GUIDANCE),
    # What is believed between two pictures.
    (_FILTER, "state.theta_WB += dt / 6.0 * (first + 4.0 * middle + last);", "state.theta_WB += dt * first;", _ESTIMATION),
    (_FILTER, "directions(2, j) = -inertia.joints[j]", "directions(2, j) = inertia.joints[j]", _ESTIMATION),
    (_FILTER, "weights.y -= share * weights.x;", "", _ESTIMATION),
    (_TUMBLING, "body.v + body.w * perpendicular(p_CT)", "body.v - body.w * perpendicular(p_CT)", _ESTIMATION),
    # What the page foretells waits until the target is seen again.
    ("src/operate/day_work.cpp", "    day_.preview_due = watch_.now + kUntilSeen;\n", "    day_.preview_due = watch_.now;\n",
     [("unit_operate", ["--gtest_filter=*FoundAgain*"])]),
    # Motors by the duty that was driven.
    (_DRIVES, "inertia.diagonal() += rotors_;", "", _IDENTIFICATION),
    (_DRIVES, "stretch.torque -= 0.5 * step", "stretch.torque += 0.5 * step", _IDENTIFICATION),
    (_DRIVES, "/ (4.0 * kShapeStep)", "/ (2.0 * kShapeStep)", _IDENTIFICATION),
    (_DRIVES, "+ behind - before;", ";", _IDENTIFICATION),
    (_DRIVES, "found.duty_per_rate - known.viscous_friction / found.torque", "found.duty_per_rate + known.viscous_friction / found.torque", _IDENTIFICATION),
    (_DRIVES, "k * known.supply_voltage / found.torque", "k / known.supply_voltage * found.torque", _IDENTIFICATION),
]
