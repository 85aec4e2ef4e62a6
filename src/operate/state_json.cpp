#include "operate/state_json.h"

#include <cmath>

#include "operate/checklist.h"
#include "operate/settings.h"
#include "operate/what_can.h"
#include "runlog/messages/cycle_messages.h"
#include "runtime/explain_faults.h"
#include "runtime/preview_path.h"
#include "safety/fault_table.h"
#include "types/angle.h"

namespace freefloat {

namespace {

using nlohmann::json;

json number(double value) {
  return std::isfinite(value) ? json(value) : json(nullptr);
}

json point(const Vector2& p) {
  return json::array({number(p.x()), number(p.y())});
}

json faults_json(const DayState& day, const Watch& watch) {
  CycleOutput output;
  output.state = watch.state;
  output.faults = watch.faults;
  output.latched_faults = watch.latched_faults;
  output.estimate = watch.estimate;
  const FaultWords words = fault_words(day.config->controller);
  const FaultContext context{output, watch.feedback ? &*watch.feedback : nullptr, nullptr, words};
  json faults = json::array();
  for (const FaultRow& row : kFaultTable) {
    const std::uint32_t bit = fault_bit(row.fault);
    if (((watch.faults | watch.latched_faults) & bit) == 0) continue;
    std::string text = explain_faults(bit, context);
    if (text.empty() || text == row.name) text = row.detection;
    faults.push_back({{"name", row.name},
                      {"text", text},
                      {"remedy", row.remedy},
                      {"latched", (watch.latched_faults & bit) != 0}});
  }
  return faults;
}

json checklist_json(const DayState& day, const Watch& watch) {
  json list = json::array();
  for (const CheckLine& line : make_checklist(day, watch))
    list.push_back({{"name", line.name}, {"ok", line.ok}, {"text", line.text}, {"remedy", line.remedy}});
  return list;
}

json robot_json(const RobotParameters& robot, double max_joint_rate) {
  json lengths = json::array(), masses = json::array(), limits = json::array();
  for (const auto& link : robot.links) {
    lengths.push_back((link.to_mass_centre + link.to_end).norm());
    masses.push_back(link.mass);
  }
  for (const JointLimits& limit : robot.joint_limits)
    limits.push_back(point({rad_to_deg(limit.min), rad_to_deg(limit.max)}));
  const Vector2 half = 0.5 * robot.satellite_size;
  return {{"link_lengths_m", lengths},
          {"link_mass_kg", masses},
          {"satellite_radius_m", half.norm()},
          {"satellite_outline_m",
           {point(half), point({-half.x(), half.y()}), point(-half), point({half.x(), -half.y()})}},
          {"joint_limits_deg", limits},
          {"max_joint_rate_deg_s", rad_to_deg(max_joint_rate)},
          {"joint_count", robot.joint_count()}};
}

json points(const std::vector<Vector2>& places) {
  json list = json::array();
  for (const Vector2& place : places) list.push_back(point(place));
  return list;
}

json targets_json(const RunConfig& config) {
  json targets = json::array();
  for (const TargetFacts& target : target_facts(config))
    targets.push_back({{"name", target.name}, {"leds_m", points(target.leds)}});
  return targets;
}

std::string_view name_of(WatchedPhase::Status status) {
  constexpr std::array<std::string_view, 7> kNames{"waiting", "running",  "passed",     "failed",
                                                   "skipped", "observed", "interrupted"};
  return kNames[static_cast<std::size_t>(status)];
}

/// @return The path that the hand is led along, m; null while it is led along none.
json led_path(const DayState& day, const Watch& watch) {
  constexpr int kPlaces = 120;
  if (!watch.path_begin || !watch.phase) return nullptr;
  const Phase& phase = day.config->experiment.phases.at(*watch.phase);
  const std::vector<HandPath>& paths = day.config->controller.paths;
  if (phase.kind != PhaseKind::kFollowPath || phase.path_number >= paths.size()) return nullptr;
  return points(points_of_path(paths[phase.path_number], *watch.path_begin, kPlaces));
}

json experiment_json(const DayState& day, const Watch& watch) {
  const Experiment& experiment = day.config->experiment;
  json phases = json::array();
  for (std::size_t i = 0; i < experiment.phases.size(); ++i) {
    const WatchedPhase seen = i < watch.phases.size() ? watch.phases[i] : WatchedPhase{};
    json numbers = json::object();
    for (const auto& [name, value] : seen.numbers) numbers[name] = number(value);
    const bool begun = seen.status != WatchedPhase::Status::kWaiting;
    const Time end = seen.end.value_or(watch.now);
    phases.push_back({{"number", i},
                      {"name", experiment.phases[i].name},
                      {"kind", row_of(experiment.phases[i].kind).name},
                      {"status", name_of(seen.status)},
                      {"time_s", begun ? json(to_seconds(end - seen.begin)) : json(nullptr)},
                      {"reason", seen.reason},
                      {"numbers", numbers}});
  }
  return {{"file", day.file},
          {"name", experiment.name},
          {"description", experiment.description},
          {"seed", day.config->sim.seed},
          {"phases", phases},
          {"phase", watch.phase ? json(*watch.phase) : json(nullptr)},
          {"path_m", led_path(day, watch)}};
}

json work_json(const LongWork& work) {
  json answer = work.result;
  answer["status"] = work.status;
  answer["text"] = work.text;
  if (!work.run.empty()) answer["run"] = work.run;
  return answer;
}

}  // namespace

std::string_view name_of(SupervisorState state) {
  return kEnumeratorNames<SupervisorState>[static_cast<std::size_t>(state)];
}

json preview_json(const Preview& preview) {
  const json path = points(preview.path);
  return {{"seconds", number(preview.seconds)},
          {"smallest_sigma_m", number(preview.smallest_sigma)},
          {"rate_margin", number(preview.rate_margin)},
          {"path_m", path},
          {"wanted_m", points(preview.wanted)},
          {"meeting_m", preview.meeting ? point(*preview.meeting) : json(nullptr)}};
}

LongWork shown_preview(const Preview& preview, const RunConfig& config) {
  constexpr std::array<const char*, 3> kStatus{"good", "near_edge", "refused"};
  // Without a capture, a path or a posture there is nothing to predict, and no verdict.
  if (first_capture(config.experiment) == nullptr && first_motion(config.experiment) == nullptr) return {};
  return {kStatus[static_cast<std::size_t>(preview.status)], "", describe_preview(preview, config.experiment),
          preview_json(preview)};
}

json state_json(const DayState& day, const Watch& watch) {
  json can = json::object();
  for (const std::string_view action : kActions) {
    can[std::string(action)] = why_not(action, day, watch);
  }
  json experiments = json::array();
  for (const ListedExperiment& listed : day.experiments)
    experiments.push_back(
        {{"file", listed.file}, {"name", listed.name}, {"description", listed.description}});
  const ControllerConfig& controller = day.config->controller;
  json state{
      {"version", 1},
      {"program", day.program},
      {"kind", day.kind},
      {"testbed", day.config->testbed_name},
      {"simulated", day.simulated},
      {"now_s", to_seconds(watch.now)},
      {"supervisor", name_of(watch.state)},
      {"mode", mode_of(day, watch)},
      {"faults", faults_json(day, watch)},
      {"checklist", checklist_json(day, watch)},
      {"can", can},
      {"robot", robot_json(controller.robot, controller.max_joint_rate)},
      {"target", {{"leds_m", points(target_places(*day.config))}}},
      {"targets", targets_json(*day.config)},
      {"table", {{"size_m", point(controller.table.size)}, {"margin_m", controller.table.edge_margin}}},
      {"workspace",
       {{"inner_m", number(day.workspace.inner)},
        {"outer_m", number(day.workspace.outer)},
        {"guaranteed_m", number(day.workspace.guaranteed_radius)}}},
      {"experiment", experiment_json(day, watch)},
      {"experiments", experiments},
      {"settings", settings_json(day)},
      {"preview", work_json(day.preview)},
      {"runs_version", day.runs_version},
      {"what_if",
       {{"status", day.what_if.status},
        {"run", day.what_if.run},
        {"text", day.what_if.text},
        {"result", day.what_if.result}}},
      {"loop",
       {{"period_s", to_seconds(controller.period)},
        {"overruns", watch.overruns},
        {"cycles", watch.cycles},
        {"actuation_delay_ms", 1e3 * to_seconds(controller.estimator.actuation_delay)},
        {"measured_delay_ms", watch.delay ? number(1e3 * watch.delay->measured) : json(nullptr)}}}};
  if (day.arming && watch.now < day.arming->until)
    state["arming"] = {{"asked_by", day.arming->by},
                       {"seconds_left", to_seconds(day.arming->until - watch.now)}};
  if (!day.recording.empty()) state["recording"] = day.recording;
  if (!day.last_run.is_null()) state["last_run"] = day.last_run;
  if (!day.may_arrange && !day.simulated) {
    const auto offset = find_start_offset(day, watch);
    if (offset && !offset->near) state["prepare_by_hand"] = offset->text;
  }
  return state;
}

}  // namespace freefloat
