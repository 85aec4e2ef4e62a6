// Every file in configs/ can be read.
#include <gtest/gtest.h>

#include "config_kinds/check_file.h"
#include "support/config_files.h"

namespace freefloat {
namespace {

using namespace testing_support;

TEST(ShippedFiles, AreAllGood) {
  const std::vector<std::pair<std::string, std::string>> folders = {
      {"robots", "robot"},           {"models", "model"},      {"tables", "table"},
      {"simulations", "simulation"}, {"cameras", "camera"},    {"testbeds", "testbed"},
      {"experiments", "experiment"}, {"campaigns", "campaign"}};
  for (const auto& [folder, kind] : folders) {
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(kConfigs + folder)) {
      if (entry.path().extension() == ".yaml") {
        ++count;
        EXPECT_EQ(check_file(entry.path().string()), kind) << entry.path();
      }
    }
    EXPECT_GT(count, 0) << folder;
  }
}

TEST(ShippedFiles, NameTheirSchemaInTheFirstLine) {
  for (const auto& entry : std::filesystem::recursive_directory_iterator(kConfigs)) {
    if (entry.path().extension() != ".yaml") {
      continue;
    }
    std::string kind = entry.path().parent_path().filename().string();
    kind.pop_back();
    EXPECT_EQ(read_all(entry.path().string()).substr(0, read_all(entry.path().string()).find('\n')),
              "# yaml-language-server: $schema=../schema/" + kind + ".schema.json");
  }
}

}  // namespace
}  // namespace freefloat
