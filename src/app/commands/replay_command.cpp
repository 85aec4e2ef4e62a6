#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <iostream>
#include <limits>
#include <optional>
#include <thread>

#include "app/command_line/messages.h"
#include "app/command_line/shell_words.h"
#include "app/command_line/stop_request.h"
#include "app/command_line/watch_files.h"
#include "app/commands/commands.h"
#include "app/output/open_browser.h"
#include "app/output/replay_output.h"
#include "app/output/serve_console.h"
#include "drawing/page.h"
#include "operate/replay_desk.h"
#include "replay/branch_run.h"
#include "replay/replay_vision.h"
#include "replay/what_if.h"
#include "report/phase_table.h"
#include "report/report_html.h"
#include "runlog/build_identity.h"

namespace freefloat {

namespace {

struct ReplayArguments {
  std::string log;
  bool verify = false;
  bool json = false;
  bool from_frames = false;
  bool watch = false;
  bool console = false;
  ConsoleArguments console_at;
  double from_s = 0.0;
  double to_s = std::numeric_limits<double>::infinity();
  double branch_at_s = -1.0;
  std::string other_experiment;
  std::string report;
  std::vector<std::string> settings;

  bool what_if() const { return !other_experiment.empty() || !settings.empty(); }
};

Time time_of(double seconds) {
  constexpr double kLongest = 1e9;  // s
  return seconds < kLongest ? Time{from_seconds(seconds)} : Time::max();
}

std::string report_path(const ReplayArguments& arguments, const char* name) {
  if (!arguments.report.empty()) return arguments.report;
  return (std::filesystem::path(arguments.log).parent_path() / name).string();
}

std::vector<std::string> describe_changes(const ReplayArguments& arguments) {
  std::vector<std::string> changes;
  if (!arguments.other_experiment.empty()) changes.push_back("--config " + arguments.other_experiment);
  for (const std::string& setting : arguments.settings) changes.push_back("--set " + setting);
  return changes;
}

/// @return Whether everything that was asked for holds.
bool replay(const ReplayArguments& arguments) {
  if (arguments.from_s > arguments.to_s)
    throw ReplayError("--from is later than --to: nothing lies between them");
  ReplayOptions options;
  options.from = time_of(arguments.from_s);
  options.to = time_of(arguments.to_s);
  // A what-if is drawn to the end.
  options.stop_at_difference = arguments.verify && !arguments.what_if();
  options.changes = arguments.settings;
  options.other_experiment = arguments.other_experiment;
  std::optional<VisionReplay> vision;
  std::optional<WhatIf> what_if;
  const auto begin = std::chrono::steady_clock::now();
  ControllerReplay run(arguments.log, options);
  if (arguments.from_frames) vision.emplace(run.config());
  if (arguments.what_if()) what_if.emplace(run.config());
  while (const RunItem* item = run.next()) {
    if (vision && item->message != nullptr) vision->add(*item->message);
    if (item->cycle == nullptr) continue;
    CycleInput input = item->cycle->input;
    if (vision) vision->measure(input);
    const CycleOutput* replayed = run.step(input);
    if (what_if && replayed != nullptr) what_if->add(*item->cycle, *replayed);
  }
  const ReplayResult result = run.result();
  const double wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  const VisionReplayResult seen = vision ? vision->result() : VisionReplayResult{};
  if (arguments.from_frames && seen.pictures == seen.missing) {
    throw ReplayError(arguments.log + ": no recorded pixels for any cycle: the run had no pictures " +
                      "(simulation.imaging.render=false), or recording.picture_windows was off");
  }
  std::optional<WhatIfResult> compared;
  if (what_if) {
    compared = what_if->take_result();
    if (!write_page(make_what_if_page(*compared, "What if: " + arguments.log, describe_changes(arguments)),
                    report_path(arguments, "what_if.html"))) {
      throw ReplayError("cannot write " + report_path(arguments, "what_if.html") +
                        "; name another file with --report");
    }
  }
  if (arguments.json) {
    nlohmann::json answer = replay_json(arguments.log, result, wall_s);
    if (vision) answer["vision"] = vision_json(seen);
    if (compared) answer["what_if"] = what_if_json(*compared);
    if (compared) answer["what_if"]["report"] = report_path(arguments, "what_if.html");
    std::cout << answer.dump(2) << "\n";
  } else {
    print_replay(std::cout, arguments.log, result, wall_s);
    if (vision) print_vision(std::cout, seen);
    if (compared) {
      print_what_if(std::cout, *compared);
      std::cout << "\nreport  " << report_path(arguments, "what_if.html") << "\n";
    }
  }
  const bool all_replayed = result.covers_all() && seen.replayed == seen.pictures;
  return !arguments.verify || (result.same() && seen.different == 0 && all_replayed);
}

bool branch(const ReplayArguments& arguments) {
  if (!arguments.other_experiment.empty()) {
    throw ReplayError("--branch-at goes on with the log's experiment; give changes with --set");
  }
  std::optional<StopRequest> stop(std::in_place);
  BranchResult result =
      branch_run(arguments.log, time_of(arguments.branch_at_s), arguments.settings, stop->flag());
  stop.reset();
  result.record.build_id = build_identity().git_id;
  std::vector<std::string> command{"freefloat", "replay", arguments.log, "--branch-at",
                                   fmt::format("{}", arguments.branch_at_s)};
  std::string how =
      fmt::format(" Continued on the simulated plant at {:.3f} s of {}, from the log's {}",
                  to_seconds(result.at), arguments.log, result.from_truth ? "truth" : "estimate");
  for (const std::string& setting : arguments.settings) {
    command.insert(command.end(), {"--set", setting});
    how += ", with " + setting;
  }
  result.record.command = join_for_shell(command);
  result.record.config.experiment.description += how + ".";
  const std::string path = report_path(arguments, "branch.html");
  if (const auto written = write_report(result.record, path); !written) throw ReplayError(written.error());
  if (arguments.json) {
    nlohmann::json answer = branch_json(result);
    answer["report"] = path;
    std::cout << answer.dump(2) << "\n";
  } else {
    print_branch(std::cout, result);
    std::cout << format_phase_table(result.record, isatty(STDOUT_FILENO) != 0) << "\nreport  " << path
              << "\n";
  }
  return result.passed;
}

/// The page of one run: plays its log from when somebody looks, until Ctrl-C.
bool serve(const ReplayArguments& arguments) {
  const BuildIdentity build = build_identity();
  const std::unique_ptr<console::UdpJson> datagrams = make_udp_json(arguments.console_at);
  std::optional<console::ConsoleServer> kept;  // outlives the desk, whose playback tells it to the end
  ReplayDesk desk(arguments.log, std::string(build.version) + " (" + std::string(build.git_id) + ")",
                  say_error);
  console::ConsoleServer& server =
      kept.emplace(console_config(arguments.console_at, desk.runs_folder()), desk);
  const ServerEnd end(&server);
  server.set_run(facts_of(desk.config(), desk.workspace(), desk.epoch_ns()));
  std::vector<RunListener> listeners{server.listener()};
  if (datagrams) {
    datagrams->set_run(facts_of(desk.config(), desk.workspace(), desk.epoch_ns()));
    listeners.push_back(datagrams->listener());
  }
  desk.start(std::move(listeners));
  server.start();
  const StopRequest stop;
  std::cout << "open  " << server.address() << "\n"
            << "Ctrl-C ends it.\n"
            << std::flush;
  if (const std::string risk = server.risk(); !risk.empty()) say_warning(risk);
  open_browser(server.address());
  for (bool begun = false; !stop;) {
    if (!begun && server.client_count() > 0) desk.play();
    begun = begun || server.client_count() > 0;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return true;
}

bool replay_log(const ReplayArguments& arguments) {
  if (arguments.console) return serve(arguments);
  if (arguments.watch) return watch_replay(arguments.log, arguments.other_experiment);
  if (!arguments.report.empty() && !arguments.what_if() && arguments.branch_at_s < 0.0) {
    throw ReplayError(
        "--report names the page of a what-if or a branch; give --set, --config or --branch-at");
  }
  return arguments.branch_at_s >= 0.0 ? branch(arguments) : replay(arguments);
}

}  // namespace

void add_replay_command(Command& program) {
  auto [command, arguments] =
      program.add_subcommand("replay", "Re-run the controller on the log of a run", replay_log);
  command.footer(
      "Example: freefloat replay runs/2026-11-22_031502_standing_target-seed1/run.mcap --verify\n"
      "What if: freefloat replay RUN.mcap --set guidance.position_gain_per_s=4\n"
      "         freefloat replay RUN.mcap --set guidance.position_gain_per_s=4 --branch-at 12.5\n"
      "Look:    freefloat replay RUN.mcap --console");
  command.add_option("RUN.mcap", arguments.log, "log of a run: simulated or of hardware").required();
  Option verify =
      command.add_flag("--verify", arguments.verify,
                       "stop at the first bit that differs; exit code 0 only when there is none and "
                       "every cycle of the run was compared");
  Option from =
      command.add_option("--from", arguments.from_s, "begin at this time of the run, s").non_negative();
  Option to = command.add_option("--to", arguments.to_s, "end at this time of the run, s").non_negative();
  Option config = command.add_option("--config", arguments.other_experiment,
                                     "what if: an experiment file instead of the log's configuration");
  command.add_option("--set", arguments.settings,
                     "what if: KEY=VALUE over the log's configuration, e.g. guidance.position_gain_per_s=4");
  Option branch_at =
      command
          .add_option("--branch-at", arguments.branch_at_s,
                      "go on in closed loop on the simulated plant from the logged state at this time, s")
          .non_negative()
          .excludes(config);
  Option from_frames =
      command.add_flag("--from-frames", arguments.from_frames,
                       "measure the LEDs again in the recorded pixels, and go on with what comes out");
  // Nothing of the log is compared in a branch.
  for (Option other : {verify, from, to, from_frames}) branch_at.excludes(other);
  Option console =
      command.add_flag("--console", arguments.console, "serve the page of this run: play, verify, what if");
  for (Option other : {verify, from, to, from_frames, config, branch_at}) console.excludes(other);
  add_console_options(command, arguments.console_at).needs(console);
  command.add_option("--report", arguments.report,
                     "HTML page of a what-if or a branch; left out: beside the log");
  command.add_flag("--watch", arguments.watch,
                   "replay again whenever this program, the log or the file of --config changes; tells what "
                   "has changed; ends with Ctrl-C");
  command.add_flag("--json", arguments.json, "print the result as JSON");
}

}  // namespace freefloat
