#include "config/files/experiment_file.h"

#include <algorithm>
#include <cctype>

#include "config/files/check_targets.h"
#include "config/files/phase_fields.h"
#include "config/files/sim_testbed_fields.h"
#include "config/files/testbed_file.h"

namespace freefloat {

namespace {

Fields<StartPose> start_fields() {
  using S = StartPose;
  return {
      required(number("attitude_deg", &S::attitude, between(-36000, 36000), "Attitude of the satellite.")),
      required(number("joints_deg", &S::joints, between(-36000, 36000),
                      "Joint angles from the satellite to the hand.")),
      number("mass_centre_m", &S::mass_centre, between(-100, 100),
             "Mass centre of the whole robot, [x, y] on the table; this or satellite_position_m."),
      number("satellite_position_m", &S::satellite_position, between(-100, 100),
             "Mass centre of the satellite, [x, y] on the table; this or mass_centre_m."),
      number("velocity_m_s", &S::velocity, between(-1, 1), "Drift of the mass centre, [x, y]."),
      number("attitude_rate_deg_s", &S::attitude_rate, between(-90, 90), "Rotation of the whole robot."),
  };
}

Fields<PayloadParameters> payload_fields() {
  using P = PayloadParameters;
  return {
      number("mass_kg", &P::mass, between(0, 1e5), "Mass."),
      number("inertia_kg_m2", &P::inertia, between(0, 1e6), "Inertia about its own mass centre."),
      flag("fixed", &P::fixed, "Fixed to the table."),
      number("mass_centre_m", &P::mass_centre, between(-10, 10),
             "Its mass centre [x, y] from the grapple point; given: it is followed as a body that turns."),
      number("mass_centre_sigma_mm", &P::mass_centre_sigma, between(0.01, 1000),
             "How well its mass centre is known; the LEDs tell it while it turns, the sooner the smaller "
             "estimator.target_acceleration_density_m_s2_rthz is."),
  };
}

Field<ExperimentFile> settings_field() {
  // Merged into the testbed before that is read, so the testbed's own fields check what stands here.
  return Field<ExperimentFile>::special(
      "settings", "Settings of the testbed that this experiment replaces, written as there.",
      "a map, as in a testbed file",
      [](const ConfigNode& node, ExperimentFile&, Problems& problems) {
        if (node.kind != NodeKind::kMap) {
          problems.add_at(node, "is not a map of keys and values", "a map, as in a testbed file");
        }
      },
      nullptr,
      [] {
        Json schema = schema_of(testbed_fields());
        take_required(schema);
        schema["properties"].erase(kBasedOn);
        return schema;
      });
}

constexpr std::size_t kMostConditions = 50;

/// Texts like `max(loop_compute_ms) < 5`.
Field<ExperimentFile> success_field() {
  return Field<ExperimentFile>::special(
      "success",
      "Conditions that must hold of the whole run, beside its phases: max, min, mean, rms or final of a "
      "logged quantity, one of <, <=, >, >=, and a number in the quantity's unit: `max(loop_compute_ms) < "
      "5`.",
      "a list of conditions",
      [](const ConfigNode& node, ExperimentFile& file, Problems& problems) {
        if (!check_list(node, 0, kMostConditions, problems)) return;
        for (const ConfigNode& item : node.items) {
          if (auto condition = read_condition(item, false, problems))
            file.experiment.success.push_back(*std::move(condition));
        }
      },
      nullptr,
      [] {
        return Json{{"type", "array"}, {"items", {{"type", "string"}}}, {"maxItems", kMostConditions}};
      });
}

/// Phases, or several phases that are repeated.
Field<ExperimentFile> phases_field() {
  Field<ExperimentFile> field = list("phases", inside(&ExperimentFile::experiment, &Experiment::phases),
                                     phase_fields(), 1, 100, "What is done, in order.");
  field.form.schema = [plain = field.form.schema] {
    Json list = plain();
    const Json phase = list["items"];
    const Json times{{"type", "integer"}, {"minimum", 2}, {"maximum", 100}};
    const Json inner{{"type", "object"},
                     {"additionalProperties", false},
                     {"required", {"times", "phases"}},
                     {"properties", {{"times", times}, {"phases", {{"type", "array"}, {"items", phase}}}}}};
    const Json repeat{{"type", "object"},
                      {"additionalProperties", false},
                      {"required", {"repeat"}},
                      {"description", "Phases that are done several times."},
                      {"properties", {{"repeat", inner}}}};
    list["items"] = {{"anyOf", {phase, repeat}}};
    return list;
  };
  return field;
}

/// The experiment's name names folders and files.
Field<ExperimentFile> name_field() {
  constexpr const char* kAllowed = "1 to 64 of the letters A to Z and a to z, digits, `.`, `_`, `-`";
  return Field<ExperimentFile>::special(
      "name", "Name of the experiment; the folders of its runs are called by it.", kAllowed,
      [](const ConfigNode& node, ExperimentFile& file, Problems& problems) {
        const std::string& name = node.text;
        const bool plain = std::all_of(name.begin(), name.end(), [](unsigned char c) {
          return c < 0x80 && (std::isalnum(c) != 0 || c == '.' || c == '_' || c == '-');
        });
        if (node.kind == NodeKind::kScalar && plain && !name.empty() && name.size() <= 64 && name != "." &&
            name != "..") {
          file.experiment.name = name;
          return;
        }
        problems.add_at(node, node.kind == NodeKind::kEmpty ? "has no value" : "cannot be a folder's name",
                        kAllowed, "rename it, and say the rest in `description`");
      },
      [](const ExperimentFile& file) { return Json(file.experiment.name); },
      [] {
        return Json{{"type", "string"}, {"pattern", "^(?!\\.{1,2}$)[A-Za-z0-9._-]{1,64}$"}};
      });
}

void check_fault(const ScheduledFault& fault, const ConfigNode& item, Problems& problems) {
  const ConfigNode* end = item.find("end_s");
  if (end == nullptr && fault.fault != SimFault::kBoardReset) {
    problems.add_missing(item, "end_s", "above begin_s");
  } else if (end != nullptr && fault.end <= fault.begin) {
    problems.add_at(*end, "is not after begin_s", "above " + shown_value(*item.find("begin_s")) + " s");
  }
  const ConfigNode* delay = item.find("delay_ms");
  if (delay != nullptr && fault.delay < std::chrono::milliseconds(1) && fault.mode != FaultMode::kWrong)
    problems.add_at(*delay, "goes back in time, which stamps alone can", "1 ms to 2000 ms, or mode: wrong");
  if (const ConfigNode* name = item.find("fault"); name != nullptr && !can_fail(fault.fault, fault.mode)) {
    const ConfigNode* mode = item.find("mode");
    problems.add_at(mode == nullptr ? *name : *mode,
                    mode == nullptr ? "a part alone does not say how it fails" : "does not fail so",
                    "camera, pot, tacho, motor, link, link_to_board, link_to_pc or servo with a mode of "
                    "theirs; others without one");
  }
}

}  // namespace

Fields<ExperimentFile> experiment_fields() {
  using E = ExperimentFile;
  return {
      required(name_field()),
      text("description", inside(&E::experiment, &Experiment::description), "What it shows."),
      required(file("testbed", &E::testbed, "The testbed's file.")),
      number("seed", &E::seed, between(0, 1e15), "Of all random numbers of the simulation."),
      required(section("start", &E::start, start_fields(), "Where the robot starts.")),
      section("target", &E::target, target_fields(), "The target satellite; this or targets."),
      list("targets", &E::targets, target_fields(), 1, kMostTargets,
           "Several target satellites, each with a name of its own by which a capture chooses it."),
      section("payload", &E::payload, payload_fields(),
              "What the controller assumes of the captured target; left out: as in `target`."),
      settings_field(),
      required(phases_field()),
      success_field(),
      list("faults", &E::faults, fault_fields(), 0, 100,
           "What fails at given times: effects of the simulation; on hardware see inject_on_hardware."),
      flag("inject_on_hardware", inside(&E::experiment, &Experiment::inject_on_hardware),
           "Whether `faults` may be injected into a real robot: those that keep back pictures, commands or "
           "statuses. `freefloat run --inject` says so, too."),
  };
}

void check_experiment(const ExperimentFile& file, const ConfigNode& node, Problems& problems) {
  const ConfigNode& start = *node.find("start");
  if (file.start.mass_centre.has_value() == file.start.satellite_position.has_value()) {
    problems.add_at(start, file.start.mass_centre ? "the position is given twice" : "the position is missing",
                    "either mass_centre_m or satellite_position_m");
  }
  check_targets(file, node, problems);
  check_phases(file.experiment, *node.find("phases"), problems);
  const ConfigNode* faults = node.find("faults");
  for (std::size_t i = 0; i < file.faults.size() && faults != nullptr; ++i)
    check_fault(file.faults[i], faults->items[i], problems);
}

}  // namespace freefloat
