#include <filesystem>

#include "app/command_line/find_configuration.h"
#include "app/command_line/messages.h"
#include "app/command_line/shell_words.h"
#include "app/commands/commands.h"
#include "app/commands/read_board.h"
#include "app/output/add_line.h"
#include "app/output/answer.h"
#include "app/output/bring_up_output.h"
#include "bring_up/bring_up.h"
#include "bring_up/write_lab.h"

namespace freefloat {

namespace {

constexpr const char* kShippedTestbed = "configs/testbeds/modern.yaml";
constexpr const char* kShippedCapture = "configs/experiments/standing_target.yaml";

struct BringUpArguments {
  std::string folder;
  std::string from;
  std::string capture = kShippedCapture;
  BoardArguments board;
  std::vector<std::string> skip;
  bool json = false;
};

/// The board as the calibrations' options say it again; empty: none was named.
std::vector<std::string> board_words(const BoardArguments& board) {
  if (board.board.empty() && board.charuco.empty()) return {};
  read_board(board);  // throws where it is none
  std::vector<std::string> words;
  if (!board.board.empty()) words = {"--board", board.board};
  if (!board.charuco.empty()) words = {"--charuco", board.charuco, "--dictionary", board.dictionary};
  words.insert(words.end(), {"--square-mm", fmt::format("{}", board.square_mm)});
  if (board.marker_mm > 0.0) words.insert(words.end(), {"--marker-mm", fmt::format("{}", board.marker_mm)});
  return words;
}

/// Lines behind the first are indented.
std::string indented(const std::string& text, const std::string& spaces) {
  std::string result;
  for (const char c : text) result += c == '\n' ? "\n" + spaces : std::string(1, c);
  return result;
}

/// With what was given, to go on.
std::string ask_again(const BringUpArguments& arguments) {
  std::vector<std::string> words{"freefloat", "bring-up", arguments.folder};
  const std::vector<std::string> board = board_words(arguments.board);
  words.insert(words.end(), board.begin(), board.end());
  if (!arguments.skip.empty()) {
    words.emplace_back("--skip");
    words.push_back(fmt::format("{}", fmt::join(arguments.skip, ",")));
  }
  return join_for_shell(words);
}

std::string describe_list(const BringUp& list, const BringUpArguments& arguments) {
  const Step* next = list.next();
  std::string text;
  for (const Step& step : list.steps) {
    const char* state = &step == next && step.state == StepState::kOpen ? "next" : name_of(step.state);
    add_line(text, "{:<8} {:<11} {}", state, step.id, step.title);
    if (!step.found.empty()) add_line(text, "{:21}{}", "", indented(step.found, std::string(21, ' ')));
  }
  text += "\n";
  if (next == nullptr)
    return text + "Nothing is left to do: the testbed of " + arguments.folder + " has captured.\n";
  if (!next->needs.empty()) add_line(text, "First: {}.", next->needs);
  if (!next->command.empty())
    add_line(text, "What is next, and then the list again:\n\n  {}", join_for_shell(next->command));
  return text + "  " + ask_again(arguments) + "\n";
}

bool bring_up(const BringUpArguments& arguments) {
  BringUpQuestion question;
  question.folder.root = std::filesystem::path(arguments.folder).lexically_normal();
  question.offered_testbed = kShippedTestbed;
  question.board = board_words(arguments.board);
  question.skip = arguments.skip;
  if (!arguments.from.empty()) {
    read_lab(question.folder);  // throws where no files can be written
    for (const std::string& file :
         write_lab(question.folder, {arguments.from, find_configuration(arguments.capture)}))
      say_info("wrote " + file);
  }
  const BringUp list = examine_lab(question);
  print_answer(arguments.json, bring_up_answer(list, question.folder), describe_list(list, arguments));
  return list.steps.front().state != StepState::kFailed;
}

}  // namespace

void add_bring_up_command(Command& program) {
  auto [command, arguments] = program.add_subcommand(
      "bring-up", "From nothing to the first capture on your own table: what is there, what is next",
      bring_up);
  command.footer(
      "Example: freefloat bring-up lab --from configs/testbeds/modern.yaml\n"
      "         freefloat bring-up lab --charuco 7x5 --square-mm 80\n"
      "FOLDER holds the lab's own files: testbed.yaml, jog.yaml, capture.yaml and those that they name; "
      "pictures of\n"
      "a board in pictures/lens and pictures/table; runs in runs. Each step's command writes what it finds "
      "into\n"
      "these files, and the list is read from them. Exit code 1: a file is not sound.");
  command.add_option("FOLDER", arguments.folder, "of the lab's own files; need not be there").required();
  command
      .add_option("--from", arguments.from,
                  "write the files that are missing, made from this testbed's file and those that it names")
      .configuration_file();
  command
      .add_option("--capture", arguments.capture,
                  "with --from: the experiment whose capture is to come in the end")
      .configuration_file()
      .show_default();
  add_board_options(command, arguments.board);
  command.add_option("--skip", arguments.skip, "steps to leave out: pc, lens, pose, ...").comma_separated();
  command.add_flag("--json", arguments.json, "print the list as JSON");
}

}  // namespace freefloat
