#include "app/command_line/watch_files.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <thread>
#include <vector>

#include "app/command_line/run_program.h"
#include "app/command_line/stop_request.h"

namespace freefloat {

namespace {

namespace fs = std::filesystem;

constexpr std::chrono::milliseconds kLookEvery{300};

/// Time of last change by path.
using Changes = std::map<std::string, fs::file_time_type>;

void note(const fs::path& path, Changes& changes) {
  std::error_code error;
  const auto time = fs::last_write_time(path, error);
  if (!error) changes[path.string()] = time;
}

Changes look(const fs::path& program, const std::string& log, const std::string& experiment) {
  Changes changes;
  note(program, changes);
  note(log, changes);
  if (experiment.empty()) return changes;
  note(experiment, changes);
  // An experiment names files in the folders beside its own.
  std::error_code error;
  const fs::path all = fs::absolute(experiment).parent_path().parent_path();
  for (fs::recursive_directory_iterator entry(all, error), end; !error && entry != end;
       entry.increment(error)) {
    if (entry.depth() > 2) entry.disable_recursion_pending();
    if (entry->path().extension() == ".yaml") note(entry->path(), changes);
  }
  return changes;
}

/// This process' own arguments without --watch.
std::vector<std::string> own_arguments() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::vector<std::string> arguments;
  for (std::string argument; std::getline(file, argument, '\0');) {
    if (argument != "--watch") arguments.push_back(argument);
  }
  return arguments;
}

struct Answer {
  std::vector<std::string> lines;
  bool good = false;
};

Answer run(const fs::path& program, std::vector<std::string> arguments) {
  arguments[0] = program.string();
  const ProgramEnd end = run_program(arguments);
  Answer answer;
  answer.good = end.exit_code == 0;
  std::istringstream stream(end.output);
  for (std::string line; std::getline(stream, line);) answer.lines.push_back(line);
  return answer;
}

/// Lines about the replay's own speed differ every time and mean nothing.
bool is_timing(const std::string& line) {
  return line.find(" x real time)") != std::string::npos || line.find("\"wall_s\"") != std::string::npos;
}

void print_changes(const Answer& before, const Answer& now) {
  bool any = false;
  const auto print = [&](const Answer& from, const Answer& other, char sign) {
    for (const std::string& line : from.lines) {
      if (is_timing(line)) continue;
      if (std::find(other.lines.begin(), other.lines.end(), line) != other.lines.end()) continue;
      std::cout << sign << " " << line << "\n";
      any = true;
    }
  };
  print(before, now, '-');
  print(now, before, '+');
  if (!any) std::cout << "the same answer as before\n";
}

}  // namespace

bool watch_replay(const std::string& log, const std::string& experiment) {
  std::error_code error;
  // A new build replaces the file: the link must be read before it says "(deleted)".
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  const std::vector<std::string> arguments = own_arguments();
  const StopRequest stop;
  Changes seen = look(program, log, experiment);
  Answer answer = run(program, arguments);
  for (const std::string& line : answer.lines) std::cout << line << "\n";
  std::cout << std::flush;
  while (!stop && std::cout) {
    std::this_thread::sleep_for(kLookEvery);
    const Changes now = look(program, log, experiment);
    // While a build writes the program it is not there or not whole yet.
    if (now == seen || !now.contains(program.string())) continue;
    std::this_thread::sleep_for(kLookEvery);
    if (look(program, log, experiment) != now) continue;
    std::cout << "\nchanged:";
    for (const auto& [path, time] : now) {
      const auto known = seen.find(path);
      if (known == seen.end() || known->second != time) std::cout << " " << path;
    }
    std::cout << "\n";
    seen = now;
    Answer next = run(program, arguments);
    print_changes(answer, next);
    std::cout << std::flush;
    answer = std::move(next);
  }
  return answer.good;
}

}  // namespace freefloat
