#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "safety/fault_table.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

/// The table of tests/faults/README.md, as it follows from the program's.
std::string make_table() {
  std::string table =
      "| fault | seen when | reaction | keeps from arming | remedy |\n"
      "|---|---|---|---|---|\n";
  for (const FaultRow& row : kFaultTable) {
    table += "| `" + std::string(row.name) + "` | " + std::string(row.detection) + " | " +
             (row.reaction == Reaction::kHold ? "hold" : "fault") + " | " +
             (row.blocks_arming ? "yes" : "no") + " | " + std::string(row.remedy) + " |\n";
  }
  return table;
}

TEST(FaultDocument, HasTheProgramsFaultTable) {
  std::ifstream file(source_dir() + "/tests/faults/README.md");
  std::ostringstream text;
  text << file.rdbuf();
  EXPECT_THAT(text.str(), testing::HasSubstr(make_table())) << "put this table there:\n" << make_table();
}

}  // namespace
}  // namespace freefloat
