#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>

#include "campaign/campaign.h"
#include "campaign/row.h"

namespace freefloat {

/// Another build of this program that computes an arm's rows: `PROGRAM campaign rows FILE ARM`. It says in
/// one line what it is; then each line on its standard input, a sample's number and where its log goes, is
/// answered by a line, the world that it drew and the row.
class ArmProgram {
 public:
  /// Starts it, and waits until it has said what it is. It ends with this process.
  /// @throws std::runtime_error that names arm and program, and why it cannot compute the arm: it is no such
  /// program, does not read the files, or its rows have other columns.
  ArmProgram(const Campaign& campaign, std::size_t arm);
  ~ArmProgram();
  ArmProgram(const ArmProgram&) = delete;
  ArmProgram& operator=(const ArmProgram&) = delete;

  const std::string& version() const { return version_; }
  const std::string& build() const { return build_; }

  /// @param log Path of the log; empty: none. @return The row; that of a crash where it ended.
  /// Invalid, where it draws another world than this build does.
  Row run(std::uint64_t sample, const std::string& log);

 private:
  void start();
  /// @return False: it has ended.
  bool ask(const std::string& question);
  /// @param wait_ms Below 0: for ever. @return Whether there was a whole line.
  bool read_line(std::string& line, int wait_ms);
  void end();
  [[noreturn]] void fail(const std::string& why);

  const Campaign& campaign_;
  std::size_t arm_;
  pid_t process_ = -1;
  int to_ = -1;
  int from_ = -1;
  int signal_ = 0;  ///< that ended it
  std::string read_;
  std::string version_;
  std::string build_;
};

/// Asks the programs of all arms what they are. One that is this build is none: its rows are the same.
/// @throws std::runtime_error as ArmProgram's.
void ask_arm_programs(Campaign& campaign);

/// What such a program does: answers lines from standard input until its end.
/// @throws ConfigError when the arm's files cannot be read.
void serve_rows(const Campaign& campaign, std::size_t arm);

/// @return Of all that a sample is before an arm's settings: its files, settings, start and targets.
std::uint64_t world_hash(const Campaign& campaign, std::uint64_t sample);

}  // namespace freefloat
