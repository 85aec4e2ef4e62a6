#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <utility>

#include "app/command_line/enter_key.h"
#include "app/command_line/find_testbed.h"
#include "app/command_line/messages.h"
#include "app/command_line/shell_words.h"
#include "app/command_line/stop_request.h"
#include "app/commands/commands.h"
#include "app/output/progress.h"
#include "app/output/run_output.h"
#include "app/output/run_page.h"
#include "config/load/load_experiment.h"
#include "hal/hal_error.h"
#include "hal/opencv/picture_writer.h"
#include "operate/live_delay.h"
#include "report/run_summary.h"
#include "report/summary_file.h"
#include "runlog/close_on_crash.h"
#include "runlog/wall_time.h"
#include "runtime/preview.h"
#include "runtime/run_folder.h"
#include "runtime/run_session.h"

namespace freefloat {

namespace {

struct RunArguments : ExperimentArguments {
  std::string log_dir = "runs";
  std::string picture_folder;
  bool acknowledge = false;
  bool readonly = false;
  bool inject = false;
  bool paced = false;
  bool real_time = false;
  bool no_log = false;
  bool json = false;
  bool yes = false;
  bool console = false;
  ConsoleArguments console_at;
};

/// @return Whether a phase waits for somebody, and somebody is at the terminal.
bool is_answered_here(const RunConfig& config) {
  const auto& phases = config.experiment.phases;
  const auto waits = [](const Phase& phase) { return phase.ended_by == EndedBy::kOperator; };
  return isatty(STDIN_FILENO) != 0 && std::any_of(phases.begin(), phases.end(), waits);
}

/// @param served People and their programs can follow the run while it goes on.
RunConfig load(const RunArguments& arguments, bool served) {
  std::vector<std::string> overrides = settings_over(arguments);
  if (arguments.inject) overrides.emplace_back("inject_on_hardware=true");
  RunConfig config = load_experiment(arguments.experiment, overrides);
  const bool ros = served && config.ros;
  if (arguments.paced || arguments.console || ros || is_answered_here(config))
    config.sim.pace = SimPace::kPaced;
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
                                    {arguments.inject, "--inject"},
                                    {arguments.acknowledge, "--acknowledge"},
                                    {arguments.paced, "--paced"},
                                    {arguments.real_time, "--real-time"}}) {
    if (given) words.emplace_back(flag);
  }
  for (const std::string& setting : arguments.settings) add("--set", setting);
  return join_for_shell(words);
}

/// Arming a real robot is deliberate: whoever starts the run says so.
void ask_before_arming(const RunArguments& arguments, const RunConfig& config, const Hal& hal) {
  const bool robot_is_real = hal.real_board && !config.hardware.plant;
  if (!robot_is_real || arguments.yes || arguments.readonly) return;
  if (isatty(STDIN_FILENO) == 0) {
    throw HalError(
        "this run arms a real robot, and nobody is at a terminal to agree: give --yes where that is "
        "wanted, or --readonly");
  }
  std::cerr << "This run energises the drives of " << config.controller.robot.name << " on "
            << config.testbed_name << ". Is everybody clear of it?\nType ARM to go on: " << std::flush;
  std::string word;
  std::getline(std::cin, word);
  if (word != "ARM") throw HalError("not armed: nothing was run");
}

/// Says before arming what the controller's own prediction expects of the first capture.
void say_prediction(const RunConfig& config, RunSession& session) {
  const bool robot_is_real = session.hal().real_board && !config.hardware.plant;
  if (const auto preview = preview_run(config, robot_is_real))
    session.tell(RunNote::Kind::kFact, "predicted: " + describe_preview(*preview, config.experiment));
}

/// @return The camera that keeps its pictures, already in use by the run; null when none are to be kept.
std::unique_ptr<PictureWriter> keep_pictures(const RunArguments& arguments, Hal& hal) {
  if (arguments.picture_folder.empty()) return nullptr;
  if (hal.camera == nullptr) {
    throw HalError("--save-pictures: this testbed senses markers without pictures; set " +
                   std::string("simulation.imaging.render=true, or leave the option out"));
  }
  auto writer = std::make_unique<PictureWriter>(*hal.camera, arguments.picture_folder);
  hal.camera = writer.get();
  return writer;
}

/// Enter ends a phase that waits for the operator. @return Null where nobody will press it.
std::unique_ptr<EnterKey> listen_for_enter(const RunConfig& config, RunSession& session) {
  if (!is_answered_here(config)) return nullptr;
  return std::make_unique<EnterKey>([&desk = session.desk()] {
    Wish wish;
    wish.kind = WishKind::kResume;
    wish.what = "resume";
    wish.origin = {std::string_view(), std::string_view("terminal")};
    desk.ask(wish);
  });
}

/// Begins the log. @return The run's folder.
std::filesystem::path start_log(const RunArguments& arguments, const RunConfig& config, RunSession& session,
                                std::int64_t start_ns) {
  std::filesystem::path folder = make_run_folder(arguments.log_dir, config, start_ns);
  RunWriterOptions log;
  log.path = (folder / "run.mcap").string();
  log.epoch_ns = start_ns;
  log.identity.more = {{"command", command_line(arguments)}};
  session.record(std::move(log));
  return folder;
}

/// Tells how the run went, and writes its report. @return Whether all is well.
bool conclude(const RunArguments& arguments, RunSession& session, RunRecord record,
              const std::filesystem::path& folder) {
  RunOutput output;
  output.passed = session.phases().passed() && conditions_hold(record);
  output.folder = folder;
  output.page = how_to_open_the_page();
  // A full disk must not hide how the run went: it is told first.
  std::string unwritten;
  if (const Recorder* recorder = session.recorder()) {
    output.log_exists = recorder->is_at_its_path();
    output.recorder = recorder->status();
    if (output.log_exists) record.log_path = (folder / "run.mcap").string();
    unwritten = write_run_pages(record, folder);
  }
  print_run(record, output, arguments.json);
  if (const auto& describe = session.hal().describe_disturbances) {
    if (const std::string disturbances = describe(); !disturbances.empty())
      say_warning("disturbed by " + disturbances);
  }
  if (!record.log_complete) say_error(explain_incomplete_log(output));
  if (!unwritten.empty()) say_error(unwritten);
  const bool good = output.passed || (arguments.readonly && session.phases().observed());
  return good && record.log_complete && unwritten.empty();
}

/// Whatever happens, the page's threads end before the session that they ask goes.
struct RunPageEnd {
  RunPage* page;
  ~RunPageEnd() {
    if (page != nullptr) page->end();
  }
};

bool run(const RunArguments& arguments, const ServeRun& serve_run) {
  const RunConfig config = load(arguments, serve_run != nullptr);
  std::optional<Progress> progress;  // both outlive the session, whose recorder tells them to the end
  std::unique_ptr<RunPage> page;
  std::optional<LiveDelay> delay;
  RunSession session(config);
  const std::unique_ptr<PictureWriter> pictures = keep_pictures(arguments, session.hal());
  const std::int64_t start_ns = wall_clock_offset_ns(session.hal().clock->now());
  progress.emplace(config, arguments.json ? ProgressPlace::kStandardError : ProgressPlace::kStandardOutput);
  session.add(progress->listener());
  if (serve_run && (arguments.console || config.ros)) {
    ConsoleArguments at = arguments.console_at;
    at.page_wanted = arguments.console;
    page = serve_run(at, arguments.log_dir, config, session, start_ns);
  }
  delay.emplace(config, session,
                page ? DelayWatch::Told([&page](const DelayFinding& found) { page->found(found); })
                     : DelayWatch::Told());
  const LiveDelayEnd delay_end{*delay};
  const RunPageEnd page_end{page.get()};
  session.examine();
  say_prediction(config, session);
  ask_before_arming(arguments, config, session.hal());
  std::filesystem::path folder;
  std::optional<CloseOnCrash> close_on_crash;
  if (!arguments.no_log) {
    folder = start_log(arguments, config, session, start_ns);
    delay->set_log((folder / "run.mcap").string());
    close_on_crash.emplace(*session.recorder());
  }
  session.enter_real_time();
  {
    // A terminal that goes away stops the robot; log and report are still to be written.
    const StopRequest stop(HangUp::kStops);
    const auto enter = listen_for_enter(config, session);
    session.run(stop.flag());
  }
  RunRecord record = session.finish();
  delay->finish();
  record.command = command_line(arguments);
  record.started = iso_time(start_ns);
  const nlohmann::json summary = summary_json(record);
  const bool good = conclude(arguments, session, std::move(record), folder);
  if (page) page->stay(summary, folder);
  const bool pictures_complete = pictures == nullptr || pictures->problem().empty();
  if (!pictures_complete) std::cerr << "error: " << pictures->problem() << "\n";
  return good && pictures_complete;
}

}  // namespace

void add_run_command(Command& program, ServeRun serve_run) {
  auto arguments = std::make_shared<RunArguments>();
  Command command = program.add_subcommand("run", "Run an experiment on the testbed that it names");
  command.footer(std::string("Example: freefloat run configs/experiments/standing_target.yaml --seed 7\n") +
                 (serve_run
                      ? "         freefloat run configs/experiments/standing_target.yaml --paced --console "
                        "--udp-json 9870\n"
                      : "") +
                 "Ctrl-C stops the robot, closes the log and still writes the report.");
  command.add_file("EXPERIMENT.yaml", arguments->experiment, "experiment file");
  add_testbed_option(command, *arguments).take_last();
  command.add_option("--seed", arguments->seed, "seed of the simulation instead of the experiment's");
  command.add_option("--set", arguments->settings,
                     "KEY=VALUE instead of a file's, e.g. guidance.position_gain_per_s=4");
  command.add_option("--log-dir", arguments->log_dir, "where the run's folder is made").show_default();
  command.add_flag("--readonly", arguments->readonly,
                   "run everything and command nothing: captures are observed, never passed");
  command.add_flag("--inject", arguments->inject,
                   "inject the experiment's `faults` into a real robot, too: those that keep back pictures, "
                   "commands or statuses");
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
  const Option no_log = command.add_flag("--no-log", arguments->no_log, "write neither log nor report");
  command.add_flag("--yes", arguments->yes, "arm a real robot without asking at the terminal");
  if (serve_run) {
    const Option console =
        command.add_flag("--console", arguments->console, "serve this run's page").excludes(no_log);
    add_console_options(command, arguments->console_at).needs(console);
  }
  command.add_flag("--json", arguments->json, "print the result as JSON; progress goes to standard error");
  command.on_run([arguments, serve_run = std::move(serve_run)] { return run(*arguments, serve_run); });
}

}  // namespace freefloat
