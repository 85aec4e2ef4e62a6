#include <chrono>
#include <iostream>
#include <memory>
#include <optional>
#include <thread>

#include "app/command_line/find_configuration.h"
#include "app/command_line/messages.h"
#include "app/command_line/stop_request.h"
#include "app/commands/commands.h"
#include "app/output/bring_up_output.h"
#include "app/output/open_browser.h"
#include "app/output/serve_console.h"
#include "operate/day.h"
#include "runlog/build_identity.h"

namespace freefloat {

namespace {

struct OperateArguments {
  std::string testbed = "configs/testbeds/modern.yaml";
  std::string experiments = "configs/experiments";
  std::string first;
  std::vector<std::string> settings;
  std::string log_dir = "runs";
  std::string lab;
  std::vector<std::string> lab_skip;
  std::string console_lost = "continue";
  ConsoleArguments console;
  bool real_time = false;
  bool no_browser = false;
};

/// What the page shows of the way to the first capture. A testbed that is a lab's own leads to its folder.
BringUpQuestion lab_of(const OperateArguments& arguments, const std::string& testbed) {
  const std::filesystem::path file(testbed);
  BringUpQuestion question;
  question.folder.root = arguments.lab;
  if (arguments.lab.empty()) {
    const bool own = file.filename() == LabFolder{}.testbed().filename();
    question.folder.root = !own ? "lab" : file.has_parent_path() ? file.parent_path() : ".";
  }
  question.offered_testbed = arguments.testbed;
  question.skip = arguments.lab_skip;
  return question;
}

DayConfig day_of(const OperateArguments& arguments) {
  const BuildIdentity build = build_identity();
  DayConfig day;
  day.testbed = find_configuration(arguments.testbed);
  if (!std::filesystem::exists(day.testbed))
    throw std::runtime_error("TESTBED.yaml: " + day.testbed +
                             ": there is no such file; name a testbed's, or start where configs/ is");
  day.experiments = find_configuration(arguments.experiments);
  day.lab = [question = lab_of(arguments, day.testbed)] {
    return nlohmann::json(bring_up_answer(examine_lab(question), question.folder));
  };
  day.first_experiment = arguments.first;
  day.runs = arguments.log_dir;
  day.settings = arguments.settings;
  day.pace = arguments.real_time ? SimPace::kRealTime : SimPace::kPaced;
  day.console_lost =
      arguments.console_lost == "continue" ? ConsoleLost::kContinue : ConsoleLost::kHoldAfter2s;
  day.program = std::string(build.version) + " (" + std::string(build.git_id) + ")";
  return day;
}

/// Rather now than when the first run is to begin.
/// @throws std::runtime_error when there is no folder for the runs and none can be made.
void make_log_folder(const std::filesystem::path& folder) {
  std::error_code trouble;
  std::filesystem::create_directories(folder, trouble);
  if (trouble && !std::filesystem::is_directory(folder))
    throw std::runtime_error("--log-dir: " + folder.string() + ": " + trouble.message() +
                             "; name a folder that can be written");
}

bool operate(const OperateArguments& arguments) {
  // All outlive the day, whose recorders tell them to the end.
  std::optional<console::ConsoleServer> kept;
  std::unique_ptr<ros::RosServer> ros;
  const std::unique_ptr<console::UdpJson> datagrams = make_udp_json(arguments.console);
  Day day(day_of(arguments));
  console::ConsoleServer& server = kept.emplace(console_config(arguments.console, arguments.log_dir), day);
  const ServerEnd end(&server);
  server.start();
  day.add(server.listener());
  day.add({.on_note = [](const RunNote& note) {
    if (note.kind == RunNote::Kind::kFact) return say_info(note.text);
    note.kind == RunNote::Kind::kWarning ? say_warning(note.text) : say_error(note.text);
  }});
  if (datagrams) day.add(datagrams->listener());
  if (const auto config = day.config(); config->ros) {
    ros = make_ros(*config->ros, day, &server);
    day.add(ros->listener());
  }
  const ServerEnd ros_end(ros.get());
  day.on_testbed([&](const LiveTestbed& testbed) {
    server.set_run(facts_of(testbed));
    if (ros) ros->set_run(testbed.config(), testbed.epoch_ns());
    if (datagrams) datagrams->set_run(facts_of(testbed));
  });
  const StopRequest stop(HangUp::kStops);
  day.open(true);
  make_log_folder(arguments.log_dir);
  std::cout << "open  " << server.address() << "\n"
            << "Ctrl-C stops the robot, ends run, log and report, and the program.\n"
            << std::flush;
  if (const std::string risk = server.risk(); !risk.empty()) say_warning(risk);
  if (!arguments.no_browser) open_browser(server.address());
  while (!stop) std::this_thread::sleep_for(std::chrono::milliseconds(20));
  std::cout << "\nstopping\n" << std::flush;
  day.close();
  return true;
}

}  // namespace

void add_operate_command(Command& program) {
  auto [command, arguments] = program.add_subcommand(
      "operate", "A day at the table: prepare, arm, run, jog, stop and look, in a browser", operate);
  command.footer(
      "Example: freefloat operate\n"
      "         freefloat operate configs/testbeds/modern.yaml --experiments configs/experiments\n"
      "         freefloat operate --udp-json 9870                  # PlotJuggler: Streaming, UDP Server, "
      "JSON\n"
      "         freefloat operate --listen 0.0.0.0 --allow-host table.lab.example --certificate c.pem --key "
      "k.pem\n"
      "Without arguments it is the simulated testbed in real time. STOP on the page does not replace the\n"
      "hardwired emergency stop.");
  command.add_option("TESTBED.yaml", arguments.testbed, "testbed, real or simulated")
      .configuration_file()
      .show_default();
  command.add_option("--experiments", arguments.experiments, "folder of experiment files")
      .configuration_file()
      .show_default();
  command.add_option("--open", arguments.first, "experiment of that folder to begin with");
  command.add_option("--set", arguments.settings, "KEY=VALUE instead of a file's, for the whole day");
  command.add_option("--log-dir", arguments.log_dir, "where the runs' folders are made").show_default();
  command.add_option(
      "--lab", arguments.lab,
      "folder of a lab's own files, whose bring-up the page shows; default: the testbed's where "
      "it is FOLDER/testbed.yaml, else lab");
  command.add_option("--lab-skip", arguments.lab_skip, "steps of the bring-up to leave out: lens, pose, ...")
      .comma_separated();
  command
      .add_option("--console-lost", arguments.console_lost,
                  "what a run does when who commands has gone silent; jogging always ends at once")
      .one_of({"continue", "hold_after_2s"})
      .show_default();
  command.add_flag("--real-time", arguments.real_time,
                   "simulate in a thread of its own; loop and vision run as on hardware");
  command.add_flag("--no-browser", arguments.no_browser, "only print the address");
  add_console_options(command, arguments.console);
}

}  // namespace freefloat
