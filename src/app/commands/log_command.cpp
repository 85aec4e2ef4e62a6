#include <filesystem>
#include <iostream>
#include <memory>

#include "app/commands/commands.h"
#include "app/output/answer.h"
#include "app/output/log_output.h"
#include "export/export_tables.h"
#include "export/export_video.h"
#include "runlog/bag_metadata.h"

namespace freefloat {

namespace {

struct LogArguments {
  std::string log;
  std::string other;
  std::string output;
  std::string csv_folder;
  std::string hdf5_path;
  VideoOptions pictures;
  bool json = false;
  bool replace = false;
  bool all = false;
};

using Arguments = std::shared_ptr<LogArguments>;

bool info(const LogArguments& arguments) {
  const RunInfo run = value_or_throw(inspect_run(arguments.log));
  print_answer(arguments.json, info_to_json(run), format_info(run));
  return is_sound(run);
}

/// `run.mcap` -> `run.recovered.mcap`
std::string recovered_name(const std::string& path) {
  const std::filesystem::path from(path);
  return (from.parent_path() / (from.stem().string() + ".recovered" + from.extension().string())).string();
}

bool recover(const LogArguments& arguments) {
  const std::string output = arguments.output.empty() ? recovered_name(arguments.log) : arguments.output;
  const RecoveryReport report = value_or_throw(recover_log(arguments.log, output, arguments.replace));
  print_answer(arguments.json, recovery_to_json(report, output), format_recovery(report, output));
  return true;
}

bool export_log(const LogArguments& arguments) {
  const bool pictures = !arguments.pictures.video_path.empty() || !arguments.pictures.png_folder.empty();
  if (arguments.csv_folder.empty() && arguments.hdf5_path.empty() && !pictures) {
    throw std::runtime_error(
        "nothing to export to: name --csv FOLDER, --hdf5 FILE, --video FILE or --png FOLDER");
  }
  nlohmann::json answer{{"files", nlohmann::json::array()}};
  std::string text;
  std::string note;
  const auto add_tables = [&](const ExportedTables& exported) {
    note = exported.note;
    for (const std::string& path : exported.files) {
      answer["files"].push_back(path);
      text +=
          path + (exported.datasets > 0 ? ": " + std::to_string(exported.datasets) + " datasets\n" : "\n");
    }
  };
  if (!arguments.csv_folder.empty())
    add_tables(value_or_throw(export_csv(arguments.log, arguments.csv_folder)));
  if (!arguments.hdf5_path.empty())
    add_tables(value_or_throw(export_hdf5(arguments.log, arguments.hdf5_path, arguments.replace)));
  answer["note"] = note;
  if (!note.empty())
    std::cerr << "warning: not all of " << arguments.log << " could be read: " << note << "\n";
  if (pictures) {
    const std::uint64_t count = value_or_throw(export_video(arguments.log, arguments.pictures));
    for (const std::string& path : {arguments.pictures.video_path, arguments.pictures.png_folder}) {
      if (path.empty()) continue;
      answer["files"].push_back(path);
      text += path + ": " + std::to_string(count) + " frames\n";
    }
  }
  print_answer(arguments.json, answer, text);
  return true;
}

bool make_bag(const LogArguments& arguments) {
  const std::string file = value_or_throw(write_bag_metadata(arguments.log));
  const std::string folder = std::filesystem::path(file).parent_path().string();
  print_answer(arguments.json, nlohmann::json{{"file", file}},
               file + "\nros2 bag play " + (folder.empty() ? "." : folder) + "\n");
  return true;
}

bool diff(const LogArguments& arguments) {
  const RunComparison comparison = value_or_throw(compare_runs(arguments.log, arguments.other));
  print_answer(arguments.json, comparison_to_json(comparison), format_comparison(comparison, arguments.all));
  return comparison.same;
}

Command add(Command& parent, const Arguments& arguments, const char* name, const char* description,
            bool (*work)(const LogArguments&)) {
  Command command = parent.add_subcommand(name, description);
  command.add_flag("--json", arguments->json, "print the result as JSON");
  command.on_run([arguments, work] { return work(*arguments); });
  return command;
}

}  // namespace

void add_log_command(Command& program) {
  auto arguments = std::make_shared<LogArguments>();
  Command log = program.add_subcommand("log", "Look at, repair, export and compare run logs");
  log.footer("Example: freefloat log info runs/2026-11-22_031502_standing_target-seed1/run.mcap");

  Command command = add(log, arguments, "info", "What was run, when, by which build, and how it went", info);
  command.footer(
      "Example: freefloat log info RUN.mcap\nExit code 1: the log is damaged, lacks a part of its run, or is "
      "not of one run.");
  command.add_option("RUN.mcap", arguments->log, "run log").required();

  command = add(log, arguments, "recover", "Make a whole log of a cut or damaged one", recover);
  command.footer(
      "Example: freefloat log recover RUN.mcap -o RECOVERED.mcap\nThe damaged log is never changed.");
  command.add_option("RUN.mcap", arguments->log, "cut or damaged log").required();
  command.add_option("-o,--output", arguments->output,
                     "recovered log; default: beside the other, *.recovered.mcap");
  command.add_flag("--replace", arguments->replace, "write over an existing output");

  command = add(log, arguments, "export", "Write the numbers of a run for other programs", export_log);
  command.footer(
      "Example: freefloat log export RUN.mcap --csv FOLDER --hdf5 RUN.h5\n"
      "All numbers are those of the log to the last bit; a column a field, its unit in the name. Pixels stay "
      "out.");
  command.add_option("RUN.mcap", arguments->log, "run log").required();
  command.add_option("--csv", arguments->csv_folder, "folder for one CSV file a table");
  command.add_option("--hdf5", arguments->hdf5_path, "HDF5 file, for h5py, MATLAB and Octave");
  command.add_option("--video", arguments->pictures.video_path,
                     "video of the run from above: .mp4 (H.264) or .webm (VP9)");
  command.add_option("--png", arguments->pictures.png_folder, "folder for the same frames as pictures");
  command.add_option("--fps", arguments->pictures.frame_rate, "frames a second of the run")
      .in_range(1.0, 200.0)
      .show_default();
  command.add_flag("--replace", arguments->replace, "write over an existing HDF5 file");

  command = add(log, arguments, "bag", "Make a log a bag of ROS 2: writes metadata.yaml beside it", make_bag);
  command.footer(
      "Example: freefloat log bag RUN.mcap\n"
      "Every run writes it; this is for recovered, copied and older logs. Of one folder one log is a bag.");
  command.add_option("RUN.mcap", arguments->log, "run log").required();

  command = add(log, arguments, "diff", "What differs between two runs, and from which cycle on", diff);
  command.footer(
      "Example: freefloat log diff A.mcap B.mcap\nExit code 0: the data are alike to the last bit.\n"
      "Runs that were not in lockstep are compared phase by phase.");
  command.add_flag("--all", arguments->all, "list every field that differs");
  command.add_option("A.mcap", arguments->log, "run log").required();
  command.add_option("B.mcap", arguments->other, "run log").required();
}

}  // namespace freefloat
