#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>

#include "app/command_line/find_testbed.h"
#include "app/command_line/messages.h"
#include "app/command_line/shell_words.h"
#include "app/commands/commands.h"
#include "app/output/progress.h"
#include "app/output/run_folder.h"
#include "app/output/run_output.h"
#include "config/load/load_experiment.h"
#include "hal/hal_error.h"
#include "hal/link_key.h"
#include "hal/opencv/picture_writer.h"
#include "replay/logged_configuration.h"
#include "report/collect_run.h"
#include "report/report_html.h"
#include "runlog/build_identity.h"
#include "runlog/close_on_crash.h"
#include "runlog/recorder.h"
#include "runlog/wall_time.h"
#include "runtime/board_check.h"
#include "runtime/experiment_run.h"
#include "runtime/real_time.h"
#include "runtime/record_pictures.h"

namespace freefloat {

namespace {

std::atomic<bool> stop_requested{false};

void request_stop(int) {
  stop_requested = true;
}

struct RunArguments {
  std::string experiment;
  std::string testbed;
  std::string seed;
  std::vector<std::string> settings;
  std::string log_dir = "runs";
  std::string picture_folder;
  bool acknowledge = false;
  bool readonly = false;
  bool paced = false;
  bool real_time = false;
  bool no_log = false;
  bool json = false;
};

RunConfig load(const RunArguments& arguments) {
  std::vector<std::string> overrides = arguments.settings;
  if (!arguments.testbed.empty())
    overrides.push_back("testbed=" + find_testbed(arguments.testbed, arguments.experiment));
  if (!arguments.seed.empty()) overrides.push_back("seed=" + arguments.seed);
  RunConfig config = load_experiment(arguments.experiment, overrides);
  if (arguments.paced) config.sim.pace = SimPace::kPaced;
  if (arguments.real_time) config.sim.pace = SimPace::kRealTime;
  config.experiment.readonly = arguments.readonly;
  if (arguments.acknowledge) {
    const Phase phase{
        .kind = PhaseKind::kAcknowledge, .name = "acknowledge", .timeout = std::chrono::seconds(3)};
    config.experiment.phases.insert(config.experiment.phases.begin(), phase);
  }
  return config;
}

/// What runs the same again; where log and pictures go is not the run.
std::string command_line(const RunArguments& arguments) {
  std::vector<std::string> words{"freefloat", "run", arguments.experiment};
  const auto add = [&words](const char* option, const std::string& value) {
    words.insert(words.end(), {option, value});
  };
  if (!arguments.testbed.empty()) add("--testbed", arguments.testbed);
  if (!arguments.seed.empty()) add("--seed", arguments.seed);
  for (const auto& [given, flag] : {std::pair(arguments.readonly, "--readonly"),
                                    {arguments.acknowledge, "--acknowledge"},
                                    {arguments.paced, "--paced"},
                                    {arguments.real_time, "--real-time"}}) {
    if (given) words.emplace_back(flag);
  }
  for (const std::string& setting : arguments.settings) add("--set", setting);
  return join_for_shell(words);
}

std::unique_ptr<Recorder> start_recorder(const RunArguments& arguments, const RunConfig& config,
                                         const std::filesystem::path& path, std::int64_t start_ns,
                                         RecorderTap tap) {
  RunWriterOptions options;
  options.path = path.string();
  options.epoch_ns = start_ns;
  const BuildIdentity build = build_identity();
  options.identity.run_id = run_name(config);
  options.identity.git_id = build.git_id;
  options.identity.build_hash = build.build_hash;
  options.identity.seed = config.sim.seed;
  options.identity.more = {{"experiment", config.experiment.name},
                           {"testbed", config.testbed_name},
                           {"readonly", config.experiment.readonly ? "true" : "false"},
                           {"command", command_line(arguments)}};
  log_configuration(config, options);
  options.picture_bytes_per_s = config.recording.whole_pictures_bytes_per_s;
  options.waiting_bytes = config.recording.waiting_bytes;
  constexpr std::size_t kRingCycles = 1024;
  auto recorder = Recorder::start(options, kRingCycles, std::move(tap));
  if (!recorder) throw std::runtime_error(recorder.error());
  return std::move(*recorder);
}

/// Asks a real board who it is. @throws HalError with everything that speaks against arming it.
void examine_board(const ExperimentRun& experiment, const RunConfig& config, Progress& progress) {
  const Hal& hal = experiment.hal();
  if (!hal.real_board) return;
  const auto board = await_identity(*hal.link, *hal.clock);
  if (!board) {
    const std::string trouble = diagnose(hal.link->health(), hal.clock->now());
    throw HalError("the servo board does not say who it is" + (trouble.empty() ? trouble : ": " + trouble) +
                   "; look with `freefloat doctor TESTBED.yaml`");
  }
  progress.note("board", describe_board(*board));
  const BoardCheck check = check_board(*board, config);
  for (const std::string& warning : check.warnings) say_warning(warning);
  std::string errors;
  for (const std::string& error : check.errors) errors += (errors.empty() ? "" : "\nerror: ") + error;
  if (!errors.empty()) throw HalError(errors);
}

/// @return The camera that keeps its pictures, already in use by the run; null when none are to be kept.
std::unique_ptr<PictureWriter> keep_pictures(const RunArguments& arguments, ExperimentRun& experiment) {
  if (arguments.picture_folder.empty()) return nullptr;
  Camera* camera = experiment.hal().camera;
  if (camera == nullptr) {
    throw HalError("--save-pictures: this testbed senses markers without pictures; set " +
                   std::string("simulation.imaging.render=true, or leave the option out"));
  }
  auto writer = std::make_unique<PictureWriter>(*camera, arguments.picture_folder);
  experiment.use_camera(*writer);
  return writer;
}

bool run(const RunArguments& arguments) {
  const RunConfig config = load(arguments);
  ExperimentRun experiment(config);
  const std::unique_ptr<PictureWriter> pictures = keep_pictures(arguments, experiment);
  const PhaseRunner& phases = experiment.phases();
  const bool lockstep = experiment.hal().lockstep;
  const std::int64_t start_ns = wall_clock_offset_ns(experiment.hal().clock->now());
  RunCollector collector(config, experiment.controller().workspace());
  Progress progress(config, arguments.json ? ProgressPlace::kStandardError : ProgressPlace::kStandardOutput);
  if (config.hardware.link) {
    const std::string risk = warn_of_missing_key(*config.hardware.link);
    if (!risk.empty()) say_warning("link: " + risk);
  }
  examine_board(experiment, config, progress);
  if (config.experiment.readonly) {
    experiment.make_readonly();
    progress.note("readonly", "nothing is commanded");
  }

  // Report and progress are fed from the recorder's thread, so that they cannot hold up the loop.
  std::size_t phase = 0;
  RecorderTap tap;
  tap.on_cycle = [&](const CycleRecord& record) {
    collector.add(record, phase);
    progress.show(record);
  };
  tap.on_phase = [&](const PhaseEvent& event) {
    if (event.moment == PhaseMoment::kBegin) phase = event.phase_number;
    progress.show(event);
  };
  std::string link_trouble;
  tap.on_link = [&](const LinkRecord& record) {
    if (record.diagnosis.view() == link_trouble) return;
    link_trouble = record.diagnosis.view();
    say_warning("link: " + (link_trouble.empty() ? "well again" : link_trouble));
  };
  tap.on_alarm = [](const std::string& alarm) { say_error(alarm); };
  std::filesystem::path folder;
  std::unique_ptr<Recorder> recorder;
  std::optional<CloseOnCrash> close_on_crash;
  if (!arguments.no_log) {
    folder = make_run_folder(arguments.log_dir, config, start_ns);
    recorder = start_recorder(arguments, config, folder / "run.mcap", start_ns, tap);
    close_on_crash.emplace(*recorder);
    experiment.object_to_arming([&recorder] { return arming_objection(recorder->status()); });
  }
  if (!lockstep) progress.note(enter_real_time());

  stop_requested = false;
  for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, request_stop);
  // A terminal that goes away stops the robot, but not one that `nohup` said may go.
  if (std::signal(SIGHUP, request_stop) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
  LoopListeners listeners;
  Time next_state{config.recording.state_period};
  if (recorder) {
    listeners.place_for_cycle = [&]() -> CycleRecord& {
      return lockstep ? recorder->next_record_waiting() : recorder->next_record();
    };
  }
  listeners.on_cycle = [&](const CycleRecord& record) {
    if (!recorder) return tap.on_cycle(record);
    const Time now = record.input.now;
    recorder->push_next();
    recorder->prepare_push();
    // From time to time the controller's memory, so that a replay can start there, and after a gap in the
    // log.
    if (now < next_state && !recorder->wants_state()) return;
    recorder->push(experiment.controller().state());
    next_state = now + config.recording.state_period;
  };
  listeners.on_link = [&](const LinkRecord& record) {
    if (recorder) recorder->push(record);
  };
  listeners.on_phase = [&](const PhaseEvent& event) {
    if (!recorder) return tap.on_phase(event);
    recorder->push(event);
  };
  if (recorder) listeners.on_picture = record_pictures(*recorder, config.recording, lockstep);
  const std::uint64_t overruns = experiment.run(listeners, stop_requested);
  for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, SIG_DFL);
  std::signal(SIGHUP, SIG_IGN);  // shell and kernel may both send it: log and report are still to be written

  RunOutput output;
  if (recorder) {
    output.log_complete = recorder->close();
    output.log_exists = recorder->is_at_its_path();
    output.recorder = recorder->status();
    output.gaps = recorder->gaps();
  }
  RunRecord record = collector.finish(phases, experiment.hal().link->health(), overruns, stop_requested);
  record.build_id = build_identity().git_id;
  record.command = command_line(arguments);
  record.started = iso_time(start_ns);
  // A full disk must not hide how the run went: it is told first.
  std::string unwritten;
  if (recorder) {
    if (output.log_exists) record.log_path = (folder / "run.mcap").string();
    record.log_complete = output.log_complete;
    record.log_gaps = output.gaps;
    if (const auto written = write_report(record, folder / "report.html"); !written)
      unwritten = written.error();
    if (const auto written = write_top_view(record, folder / "top_view.svg"); !written)
      unwritten = written.error();
  }
  output.passed = phases.passed();
  output.readonly = arguments.readonly;
  output.folder = folder;
  print_run(record, output, arguments.json);
  if (const auto& describe = experiment.hal().describe_disturbances) {
    if (const std::string disturbances = describe(); !disturbances.empty())
      say_warning("disturbed by " + disturbances);
  }
  if (!output.log_complete) say_error(explain_incomplete_log(output));
  if (!unwritten.empty()) say_error(unwritten);
  const bool pictures_complete = pictures == nullptr || pictures->problem().empty();
  if (!pictures_complete) std::cerr << "error: " << pictures->problem() << "\n";
  const bool good = phases.passed() || (config.experiment.readonly && phases.observed());
  return good && output.log_complete && pictures_complete && unwritten.empty();
}

}  // namespace

void add_run_command(Command& program) {
  auto arguments = std::make_shared<RunArguments>();
  Command command = program.add_subcommand("run", "Run an experiment on the testbed that it names");
  command.footer(
      "Example: freefloat run configs/experiments/standing_target.yaml --seed 7\n"
      "Ctrl-C stops the robot, closes the log and still writes the report.");
  command.add_option("EXPERIMENT.yaml", arguments->experiment, "experiment file")
      .required()
      .configuration_file();
  command
      .add_option("--testbed", arguments->testbed,
                  "testbed file, or its name in testbeds/, instead of the experiment's")
      .take_last()
      .configuration_file();
  command.add_option("--seed", arguments->seed, "seed of the simulation instead of the experiment's");
  command.add_option("--set", arguments->settings,
                     "KEY=VALUE instead of a file's, e.g. guidance.position_gain_per_s=4");
  command.add_option("--log-dir", arguments->log_dir, "where the run's folder is made").show_default();
  command.add_flag("--readonly", arguments->readonly,
                   "run everything and command nothing: captures are observed, never passed");
  command.add_flag("--acknowledge", arguments->acknowledge,
                   "clear first what the board has latched before this run; look for its cause before");
  const Option paced = command.add_flag("--paced", arguments->paced, "hold simulated time back to real time");
  const Option real_time =
      command
          .add_flag("--real-time", arguments->real_time,
                    "simulate in a thread of its own; loop and vision run as on hardware")
          .excludes(paced);
  command
      .add_option("--save-pictures", arguments->picture_folder,
                  "keep every picture in this folder, for `freefloat track`; 0.6 MB each at 1280x1024")
      .excludes(real_time);
  command.add_flag("--no-log", arguments->no_log, "write neither log nor report");
  command.add_flag("--json", arguments->json, "print the result as JSON; progress goes to standard error");
  command.on_run([arguments] { return run(*arguments); });
}

}  // namespace freefloat
