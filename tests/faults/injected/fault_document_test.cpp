#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "injection/catalogue.h"
#include "runtime/explain_faults.h"
#include "safety/fault_table.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

/// The table of tests/faults/README.md, as it follows from the program's.
std::string make_table() {
  std::string table =
      "| fault | seen when | within | reaction | keeps from arming | remedy |\n"
      "|---|---|---|---|---|---|\n";
  for (const FaultRow& row : kFaultTable) {
    table += "| `" + std::string(row.name) + "` | " + std::string(row.detection) + " | " +
             std::string(row.bound) + " | " + (row.reaction == Reaction::kHold ? "hold" : "fault") + " | " +
             (row.blocks_arming ? "yes" : "no") + " | " + std::string(row.remedy) + " |\n";
  }
  return table;
}

/// The list of injections, in the same way.
std::string make_list() {
  std::string table =
      "| what goes wrong | `faults:` | promised in motion | armed, at rest | disarmed | answered by | "
      "further "
      "tests, or why not |\n"
      "|---|---|---|---|---|---|---|\n";
  for (const Injection& injection : injections()) {
    std::string how = std::string(injection.effects) + (injection.settings.empty() ? "" : " --set ") +
                      std::string(injection.settings);
    if (!how.empty()) how = "`" + how + "`";
    table += "| " + std::string(injection.name) + " | " + (how.empty() ? "-" : how) + " | " +
             std::string(name_of(injection.promises.moving)) +
             (injection.counts == Counts::kAlways ? "" : "; time counts ") +
             std::string(name_of(injection.counts)) + " | " + std::string(name_of(injection.promises.armed)) +
             " | " + std::string(name_of(injection.promises.disarmed)) + " | " +
             name_faults(injection.answers) + " | " + std::string(injection.note) + " |\n";
  }
  return table;
}

std::string read_document() {
  std::ifstream file(source_dir() + "/tests/faults/README.md");
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(FaultDocument, HasTheProgramsFaultTable) {
  EXPECT_THAT(read_document(), testing::HasSubstr(make_table())) << "put this table there:\n" << make_table();
}

TEST(FaultDocument, HasTheProgramsInjections) {
  EXPECT_THAT(read_document(), testing::HasSubstr(make_list())) << "put this table there:\n" << make_list();
}

}  // namespace
}  // namespace freefloat
