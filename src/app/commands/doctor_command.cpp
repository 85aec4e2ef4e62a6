#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/command_line/find_testbed.h"
#include "app/command_line/stop_request.h"
#include "app/commands/commands.h"
#include "app/output/answer.h"
#include "config/files/target_source_fields.h"
#include "config/load/load_testbed.h"
#include "doctor/bottleneck.h"
#include "doctor/camera_examination.h"
#include "doctor/format_findings.h"
#include "doctor/link_examination.h"
#include "doctor/marker_examination.h"
#include "doctor/pc_examination.h"
#include "doctor/servo_examination.h"
#include "doctor/target_examination.h"
#include "drawing/page.h"

namespace freefloat {

namespace {

constexpr const char* kExperiments = "configs/experiments/any.yaml";  // testbeds are found beside it

struct DoctorArguments {
  std::string testbed;
  double seconds = 3.0;
  std::string log_dir = "runs";
  std::string record;
  bool json = false;
};

nlohmann::json to_json(const TimerLatency& latency) {
  const auto microseconds = [](Duration duration) { return static_cast<double>(duration.count()) / 1e3; };
  nlohmann::json histogram = nlohmann::json::array();
  for (std::size_t i = 0; i < latency.histogram.size(); ++i) {
    nlohmann::json entry{{"count", latency.histogram[i]}};
    if (i < TimerLatency::kClassEnds.size()) entry["below_us"] = TimerLatency::kClassEnds[i];
    histogram.push_back(entry);
  }
  return {{"wakes", latency.wakes},
          {"p50_us", microseconds(latency.p50)},
          {"p99_us", microseconds(latency.p99)},
          {"max_us", microseconds(latency.max)},
          {"stalls", latency.stalls},
          {"histogram", histogram}};
}

nlohmann::json to_json(const PcExamination& pc) {
  nlohmann::json answer{{"cores", pc.processor.cores},
                        {"virtual_machine", pc.processor.virtual_machine},
                        {"real_time_kernel", pc.processor.real_time_kernel},
                        {"scheduling_granted", pc.real_time.fifo},
                        {"memory_locked", pc.real_time.memory_locked},
                        {"sleep_states_held", pc.real_time.low_latency},
                        {"timer", to_json(pc.latency)},
                        {"log_folder_free_bytes", pc.log_folder.free_bytes}};
  answer["serial_ports"] = nlohmann::json::array();
  for (const SerialPortInfo& port : pc.ports) {
    nlohmann::json entry{{"device", port.device},   {"by_id", port.by_id},   {"driver", port.driver},
                         {"product", port.product}, {"holder", port.holder}, {"accessible", port.accessible}};
    if (port.latency_timer_ms) entry["latency_timer_ms"] = *port.latency_timer_ms;
    answer["serial_ports"].push_back(entry);
  }
  answer["cameras"] = nlohmann::json::array();
  for (const CameraInfo& camera : pc.cameras)
    answer["cameras"].push_back(
        {{"device", camera.device}, {"name", camera.name}, {"accessible", camera.accessible}});
  return answer;
}

nlohmann::json to_json(const std::vector<Finding>& findings) {
  nlohmann::json answer = nlohmann::json::array();
  for (const Finding& finding : findings) {
    answer.push_back({{"grade", grade_name(finding.grade)},
                      {"subject", finding.subject},
                      {"text", finding.text},
                      {"remedy", finding.remedy}});
  }
  return answer;
}

nlohmann::json to_json(const LinkExamination& link) {
  const auto milliseconds = [](Duration duration) { return static_cast<double>(duration.count()) / 1e6; };
  const RoundTrip& trip = link.round_trip;
  nlohmann::json answer{{"name", link.name},
                        {"problem", link.problem},
                        {"diagnosis", link.diagnosis},
                        {"in_use", link.in_use},
                        {"round_trip",
                         {{"asked", trip.asked},
                          {"answered", trip.answered},
                          {"p50_ms", milliseconds(trip.p50)},
                          {"p99_ms", milliseconds(trip.p99)},
                          {"wire_ms", milliseconds(trip.wire)},
                          {"board_ms", milliseconds(trip.board)},
                          {"pc_ms", milliseconds(trip.pc)},
                          {"rest_ms", milliseconds(trip.rest())}}}};
  if (link.identity) {
    answer["board"] = {{"name", link.identity->board_name()},
                       {"firmware_id", link.identity->firmware_id()},
                       {"protocol_version", link.identity->protocol_version},
                       {"joint_count", link.identity->joint_count},
                       {"uptime_s", to_seconds(link.identity->uptime)}};
  }
  return answer;
}

nlohmann::json to_json(const CameraExamination& camera) {
  nlohmann::json answer{{"name", camera.name}, {"problem", camera.problem}, {"pictures", camera.pictures}};
  if (!camera.health) return answer;
  const CameraHealth& health = *camera.health;
  answer["device"] = health.name;
  answer["missing"] = health.missing;
  answer["damaged"] = health.damaged;
  answer["refused"] = health.refused;
  answer["overtaken"] = health.overtaken;
  answer["time_stamps"] = describe_stamps(health);
  answer["rate_hz"] = health.regularity.rate;
  answer["stamp_jitter_us"] = 1e6 * to_seconds(health.regularity.stamp_jitter);
  answer["way_jitter_us"] = 1e6 * to_seconds(health.regularity.way_jitter);
  answer["clock_drift"] = health.clock_drift;
  answer["settings"] = nlohmann::json::array();
  for (const CameraSetting& setting : health.settings) {
    answer["settings"].push_back({{"name", setting.name}, {"wanted", setting.wanted}, {"got", setting.got}});
  }
  return answer;
}

nlohmann::json to_json(const MarkerExamination& markers) {
  const auto milliseconds = [](Duration duration) { return 1e3 * to_seconds(duration); };
  const MarkerPathHealth& health = markers.health;
  return {{"name", markers.name},
          {"problem", markers.problem},
          {"trouble", markers.trouble},
          {"keyed", health.keyed},
          {"pictures", health.pictures},
          {"pictures_as_json", health.texts},
          {"rate_hz", markers.rate},
          {"loss_percent", 100.0 * health.loss()},
          {"lost", health.lost},
          {"late", health.late},
          {"repeated", health.repeated},
          {"refused", health.forged + health.garbage},
          {"latency_p50_ms", milliseconds(health.latency)},
          {"latency_p99_ms", milliseconds(health.latency_p99)},
          {"latency_jitter_ms", milliseconds(health.jitter)},
          {"round_trip_p50_ms", milliseconds(health.round_trip)},
          {"round_trip_p99_ms", milliseconds(health.round_trip_p99)},
          {"clock_exchanges", health.exchanges},
          {"offset_ms", milliseconds(health.offset)},
          {"offset_bound_ms", milliseconds(health.offset_bound)},
          {"clock_drift", health.drift}};
}

nlohmann::json to_json(const TargetExamination& target) {
  return {{"problem", target.problem},
          {"trouble", target.trouble},
          {"emulated", target.emulated},
          {"frames", target.frames},
          {"frames_with_target", target.seen},
          {"rate_hz", target.rate},
          {"age_p50_ms", 1e3 * to_seconds(target.age)},
          {"age_p99_ms", 1e3 * to_seconds(target.age_p99)}};
}

bool examine(const DoctorArguments& arguments) {
  LoadedTestbed testbed;  // where none is named, one without hardware
  if (!arguments.testbed.empty()) testbed = load_testbed(find_testbed(arguments.testbed, kExperiments));
  const HardwareConfig& hardware = testbed.file.hardware;
  const Duration period = testbed.file.controller.period;
  const Duration length = from_seconds(arguments.seconds);
  std::optional<StopRequest> stop(std::in_place);
  if (!arguments.json)
    std::cout << "measuring the timer for " << arguments.seconds << " s ...\n" << std::flush;
  const PcExamination pc = examine_pc(length, arguments.log_dir, stop->flag());
  const bool servos = hardware.link && !hardware.link->has_board();
  std::optional<LinkExamination> link;
  if (hardware.link && !servos)
    link = examine_link(*hardware.link, testbed.robot.joint_count(), length, pc.latency.p50, stop->flag());
  std::optional<CameraExamination> camera;
  if (hardware.camera && !hardware.camera->tells_markers())
    camera = examine_camera({hardware, testbed.file.sim, testbed.robot, testbed.table, testbed.camera},
                            length, stop->flag());
  std::optional<MarkerExamination> markers;
  if (hardware.camera && hardware.camera->source == MarkerSource::kMarkers)
    markers = examine_markers(*hardware.camera, length, stop->flag());
  std::optional<TargetExamination> target;
  if (hardware.target_source)
    target = examine_target(*hardware.target_source, testbed.robot, length, stop->flag());
  stop.reset();
  std::vector<Finding> findings = judge_pc(pc, period);
  const auto add = [&](const std::vector<Finding>& more) {
    findings.insert(findings.end(), more.begin(), more.end());
  };
  if (camera) add(judge_camera(*camera));
  if (markers) add(judge_markers(*markers, period));
  if (target) add(judge_target(*target, name_target_source(*hardware.target_source), period));
  if (servos) {
    const Duration time_to_live = testbed.file.time_to_live.value_or(default_time_to_live(period));
    add(examine_servos(*hardware.link, testbed.robot, time_to_live));
  }
  if (link) add(judge_link(*link, period));
  if (!arguments.testbed.empty() && !hardware.link)
    findings.push_back({Grade::kNote, "link", "the board of this testbed is simulated", ""});
  const std::string bottleneck = name_bottleneck(pc.latency, link ? &*link : nullptr, period);
  nlohmann::json answer{{"pc", to_json(pc)}, {"findings", to_json(findings)}, {"bottleneck", bottleneck}};
  if (link) answer["link"] = to_json(*link);
  if (camera) answer["camera"] = to_json(*camera);
  if (markers) answer["markers"] = to_json(*markers);
  if (target) answer["target"] = to_json(*target);
  if (!arguments.record.empty()) value_or_throw(write_page(answer.dump(2) + "\n", arguments.record));
  print_answer(arguments.json, answer,
               format_histogram(pc.latency) + "\n" + format_findings(findings, isatty(STDOUT_FILENO) != 0) +
                   "\n" + bottleneck + "\n");
  return std::none_of(findings.begin(), findings.end(),
                      [](const Finding& finding) { return finding.grade == Grade::kProblem; });
}

}  // namespace

void add_doctor_command(Command& program) {
  auto [command, arguments] = program.add_subcommand(
      "doctor", "Examine this PC, the link, the servo board and the camera: what would make a run worse",
      examine);
  command.footer(
      "Example: freefloat doctor hil --seconds 10\n"
      "The exit code is 1 when there is a problem that would make runs fail. Nothing is moved: the board is "
      "told\n"
      "to keep its drives off, or only listened to when another controller commands it.");
  command
      .add_option(
          "TESTBED.yaml", arguments.testbed,
          "testbed file, or its name in configs/testbeds; its link, board, camera and trackers are examined "
          "too")
      .configuration_file();
  command
      .add_option("--seconds", arguments.seconds,
                  "how long the timer, the link and the camera are measured, each")
      .in_range(0.1, 3600.0)
      .show_default();
  command.add_option("--log-dir", arguments.log_dir, "where runs are to be logged").show_default();
  command.add_option("--record", arguments.record, "write everything as JSON into this file, for bring-up");
  command.add_flag("--json", arguments.json, "print everything as JSON");
}

}  // namespace freefloat
