#include "config/files/phase_fields.h"

#include <array>
#include <cmath>

namespace freefloat {

namespace {

std::vector<std::pair<std::string, PhaseKind>> phase_words() {
  std::vector<std::pair<std::string, PhaseKind>> words;
  for (const PhaseKindRow& row : kPhaseKinds) words.emplace_back(row.name, row.kind);
  return words;
}

Fields<LinePath> line_fields() {
  using L = LinePath;
  return {
      number("from_m", &L::from, between(-100, 100), "Begin, [x, y]; left out: where the hand is."),
      required(number("to_m", &L::to, between(-100, 100), "End, [x, y] on the table.")),
  };
}

Fields<CirclePath> circle_fields() {
  using C = CirclePath;
  return {
      required(number("centre_m", &C::centre, between(-100, 100), "Centre, [x, y] on the table.")),
      number("radius_m", &C::radius, above(0, 100), "Left out: the circle goes through where the hand is."),
      number("turn_deg", &C::turn, between(-3600, 3600),
             "How far around, counter-clockwise, from the point next to the hand."),
  };
}

/// A key that only some phases have.
struct KeyOfPhase {
  const char* key;
  bool (*has_meaning)(const Phase&);
};

template <PhaseKind... kinds>
bool is(const Phase& phase) {
  return ((phase.kind == kinds) || ...);
}

/// @return Whether the phase ends by its duration.
bool ends_by_time(const Phase& phase) {
  return lasts_fixed_time(phase.kind) ||
         (is<PhaseKind::kWait, PhaseKind::kJog>(phase) && phase.ended_by == EndedBy::kTime && !phase.until);
}

bool captures(const Phase& phase) {
  return is_capture(phase.kind);
}

constexpr std::array kKeysOfPhases = {
    KeyOfPhase{"duration_s", ends_by_time},
    KeyOfPhase{"target", captures},
    KeyOfPhase{"max_distance_mm", captures},
    KeyOfPhase{"max_speed_mm_s", captures},
    KeyOfPhase{"most_rate_deg_s", is<PhaseKind::kDetumble>},
    KeyOfPhase{"turn_deg", is<PhaseKind::kReorient>},
    KeyOfPhase{"tolerance_deg", is<PhaseKind::kReorient, PhaseKind::kMoveTo>},
    KeyOfPhase{"line", is<PhaseKind::kFollowPath>},
    KeyOfPhase{"circle", is<PhaseKind::kFollowPath>},
    KeyOfPhase{"points_file", is<PhaseKind::kFollowPath>},
    KeyOfPhase{"speed_m_s", is<PhaseKind::kFollowPath>},
    KeyOfPhase{"acceleration_m_s2", is<PhaseKind::kFollowPath>},
    KeyOfPhase{"resolve_with", is<PhaseKind::kFollowPath>},
    KeyOfPhase{"max_rms_mm", is<PhaseKind::kFollowPath>},
    KeyOfPhase{"max_error_mm", is<PhaseKind::kFollowPath>},
    KeyOfPhase{"joints_deg", is<PhaseKind::kMoveTo>},
    KeyOfPhase{"attitude_deg", is<PhaseKind::kMoveTo>},
    KeyOfPhase{"max_rate_deg_s", is<PhaseKind::kMoveTo>},
    KeyOfPhase{"action", is<PhaseKind::kGripper>},
    KeyOfPhase{"joint_rates_deg_s", is<PhaseKind::kJog>},
    KeyOfPhase{"for", is<PhaseKind::kWait, PhaseKind::kJog>},
    KeyOfPhase{"until", is<PhaseKind::kWait>},
};

/// A phase that moves joints says where to or how fast; one that waits, what for.
void check_motion(const Phase& phase, const ConfigNode& at, Problems& problems) {
  if (phase.kind == PhaseKind::kMoveTo && phase.posture.size() == 0)
    problems.add_missing(at, "joints_deg", "one angle a joint", "say where the joints are to go");
  if (phase.kind == PhaseKind::kGripper && at.find("action") == nullptr)
    problems.add_missing(at, "action", "open or close");
  const bool by_operator = phase.ended_by == EndedBy::kOperator;
  if (phase.kind == PhaseKind::kJog && !by_operator && phase.jog_rates.size() == 0) {
    problems.add_missing(at, "joint_rates_deg_s", "one rate a joint",
                         "say how fast, or leave it to a person with for: operator");
  }
  if (by_operator && phase.until)
    problems.add_at(*at.find("until"), "the phase ends already when the operator says so", {},
                    "remove one of both");
}

void check_path(const Phase& phase, const ConfigNode& at, Problems& problems) {
  const int given =
      (phase.path.line ? 1 : 0) + (phase.path.circle ? 1 : 0) + (phase.points_file.empty() ? 0 : 1);
  if (given != 1) {
    problems.add_at(*at.find("phase"), given == 0 ? "has no path" : "has more than one path",
                    "one of line, circle and points_file");
  }
  if (!phase.path.circle || !phase.path.circle->radius) return;
  const double needed = phase.path.speed * phase.path.speed / *phase.path.circle->radius;
  if (needed <= phase.path.acceleration) return;
  problems.add_at(at.nearest({"speed_m_s"}), "is too fast for so small a circle",
                  "at most " +
                      format_number(std::sqrt(phase.path.acceleration * *phase.path.circle->radius)) +
                      " m/s with acceleration_m_s2 " + format_number(phase.path.acceleration));
}

/// Drives are energised by `arm`, which needs a `check` somewhere before it, until `disarm`. A phase that
/// waits for what no phase before it has asked for would wait until its time-out.
void check_order(const std::vector<Phase>& phases, const ConfigNode& list, Problems& problems) {
  bool checked = false;
  bool armed = false;
  for (std::size_t i = 0; i < phases.size(); ++i) {
    const PhaseKind kind = phases[i].kind;
    const auto refuse = [&](const char* why, const char* remedy) {
      problems.add_at(*list.items[i].find("phase"), why, {}, remedy);
    };
    if (kind == PhaseKind::kArm) {
      if (!checked) refuse("only a robot that was checked can be armed", "put a phase `check` before it");
      armed = true;
    } else if (row_of(kind).needs_drives && !armed) {
      refuse("the robot is not armed then", "put the phases `check` and `arm` before it");
      armed = true;  // said once
    }
    if (kind == PhaseKind::kCheck) checked = true;
    if (kind == PhaseKind::kDisarm) armed = false;
  }
}

Field<Phase> until_field() {
  constexpr const char* kWanted = "a condition like `hand_to_target_m < 0.1`";
  return Field<Phase>::special(
      "until", "wait: until this holds: a quantity, one of <, <=, >, >=, and a number in its unit.", kWanted,
      [](const ConfigNode& node, Phase& phase, Problems& problems) {
        phase.until = read_condition(node, true, problems);
      },
      nullptr,
      [] {
        return Json{{"type", "string"}};
      });
}

}  // namespace

std::optional<RunCondition> read_condition(const ConfigNode& node, bool of_moment, Problems& problems) {
  if (node.kind != NodeKind::kScalar) {
    problems.add_at(node, "is no text", "a condition in quotes");
    return std::nullopt;
  }
  auto parsed = parse_condition(node.text, of_moment);
  if (parsed) return *std::move(parsed);
  problems.add_at(node, "column " + std::to_string(parsed.error().column) + ": " + parsed.error().problem,
                  parsed.error().allowed);
  return std::nullopt;
}

Fields<Phase> phase_fields() {
  using P = Phase;
  const auto path = [](auto member) { return inside(&P::path, member); };
  return {
      required(choice("phase", &P::kind, phase_words(), "What is done.")),
      text("name", &P::name, "Name in the report; left out: the phase's own."),
      number("duration_s", &P::duration, above(0, 3600), "settle, hold, wait, jog: how long."),
      number("timeout_s", &P::timeout, above(0, 3600), "The phase fails when it takes longer."),
      text("target", &P::target, "Captures: name of the target, where there are several."),
      number("max_distance_mm", &P::max_distance, above(0, 1000), "Captures: hand to target, for success."),
      number("max_speed_mm_s", &P::max_speed, above(0, 10000), "Captures: relative speed, for success."),
      number("most_rate_deg_s", &P::most_rate, between(0.01, 90),
             "detumble: the whole turns no faster at the end, or as slowly as its momentum allows."),
      number("turn_deg", &P::turn, between(-720, 720), "reorient: turn of the satellite, counter-clockwise."),
      number("tolerance_deg", &P::turn_tolerance, between(0.05, 45),
             "reorient, move_to: error allowed to the satellite and to each joint, for success."),
      section("line", path(&HandPath::line), line_fields(), "follow_path: the hand goes straight."),
      section("circle", path(&HandPath::circle), circle_fields(),
              "follow_path: the hand goes around a circle, or along a part of one."),
      file("points_file", &P::points_file,
           "follow_path: CSV with columns x_m, y_m: points on the table, joined by straight lines."),
      number("speed_m_s", path(&HandPath::speed), above(0, 10), "follow_path: speed of the hand."),
      number("acceleration_m_s2", path(&HandPath::acceleration), above(0, 100),
             "follow_path: at the path's begin and end, and in its corners."),
      choice("resolve_with", path(&HandPath::resolve_with),
             {{"generalized_jacobian", ResolveWith::kGeneralizedJacobian},
              {"fixed_base_jacobian", ResolveWith::kFixedBaseJacobian}},
             "follow_path: the Jacobian of the free-floating robot, or, for comparison, that of a robot "
             "whose base stands still."),
      number("max_rms_mm", &P::max_rms, above(0, 1000),
             "follow_path: root mean square of the hand's distance from the path, for success."),
      number("max_error_mm", &P::max_error, above(0, 1000),
             "follow_path: largest distance of the hand from the path, for success."),
      number("joints_deg", &P::posture, between(-36000, 36000),
             "move_to: joint angles to reach, from the satellite to the hand."),
      number(
          "attitude_deg", &P::attitude, between(-36000, 36000),
          "move_to: attitude of the satellite to reach as well, by loops of the joints after their motion."),
      number("max_rate_deg_s", &P::posture_rate, above(0, 3600),
             "move_to: of the joint that moves farthest; left out: as fast as it may."),
      choice("action", &P::gripper, {{"open", GripperAction::kOpen}, {"close", GripperAction::kClose}},
             "gripper: what it does."),
      number("joint_rates_deg_s", &P::jog_rates, between(-3600, 3600),
             "jog: joint rates, from the satellite to the hand."),
      choice("for", &P::ended_by, {{"operator", EndedBy::kOperator}},
             "wait, jog: until the operator goes on; a jog without rates is then his."),
      until_field(),
  };
}

void check_phases(const Experiment& experiment, const ConfigNode& list, Problems& problems) {
  for (std::size_t i = 0; i < experiment.phases.size(); ++i) {
    const Phase& phase = experiment.phases[i];
    const ConfigNode& at = list.items[i];
    const bool fixed_time = ends_by_time(phase);
    if (fixed_time && at.find("duration_s") == nullptr) {
      problems.add_missing(at, "duration_s", "above 0, at most 3600 s",
                           "this phase lasts a fixed time: add it");
    }
    if (!fixed_time && at.find("timeout_s") == nullptr) {
      problems.add_missing(at, "timeout_s", "above 0, at most 3600 s",
                           "this phase ends when it is done: say when it has failed");
    }
    if (phase.kind == PhaseKind::kReorient && at.find("turn_deg") == nullptr) {
      problems.add_missing(at, "turn_deg", "-720 to 720 deg", "say how far the satellite is to turn");
    }
    for (const KeyOfPhase& key : kKeysOfPhases) {
      const ConfigNode* given = at.find(key.key);
      if (given != nullptr && !key.has_meaning(phase)) {
        problems.add_at(*given, "has no meaning in this phase", {}, "remove it");
      }
    }
    if (phase.kind == PhaseKind::kFollowPath) check_path(phase, at, problems);
    check_motion(phase, at, problems);
  }
  check_order(experiment.phases, list, problems);
}

void complete_phases(Experiment& experiment) {
  for (Phase& phase : experiment.phases) {
    if (phase.name.empty()) {
      phase.name = row_of(phase.kind).name;
      if (!phase.target.empty()) phase.name += " " + phase.target;
    }
    // Such a phase ends by itself; the time-out is for a run that does not get that far.
    if (ends_by_time(phase) && phase.timeout == Duration{}) {
      phase.timeout = 2 * phase.duration + from_seconds(1.0);
    }
  }
}

}  // namespace freefloat
