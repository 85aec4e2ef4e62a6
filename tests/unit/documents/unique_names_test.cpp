// A class has one definition in all that is linked into one program: compiler and linker take two of one name
// for the same, and mix their functions without a word.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "support/source_dir.h"

namespace freefloat {
namespace {

/// Adds the classes and enumerations of a file that other files see, by their whole names.
void add_definitions(const std::filesystem::path& file,
                     std::map<std::string, std::set<std::string>>& files_of) {
  static const std::regex kOpens(R"(^namespace ?([\w:]*) ?\{)");
  static const std::regex kDefines(R"(^(?:struct|class|enum(?: class)?) (\w+)(?: final)?(?: :[^:].*)? \{.*)");
  std::ifstream text(file);
  std::vector<std::string> spaces;  // empty names: unnamed
  std::smatch found;
  for (std::string line; std::getline(text, line);) {
    if (std::regex_search(line, found, kOpens)) {
      spaces.push_back(found[1]);
    } else if (line.starts_with("}  // namespace") && !spaces.empty()) {
      spaces.pop_back();
    } else if (std::regex_match(line, found, kDefines)) {
      std::string name;
      bool is_seen = true;
      for (const std::string& space : spaces) {
        is_seen = is_seen && !space.empty();
        name += space + "::";
      }
      if (is_seen) files_of[name + found[1].str()].insert(file.string());
    }
  }
}

/// @return Names that stand in more than one file, with their files.
std::vector<std::string> names_defined_twice(const std::vector<std::filesystem::path>& folders) {
  std::map<std::string, std::set<std::string>> files_of;
  for (const std::filesystem::path& folder : folders) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
      const std::filesystem::path& file = entry.path();
      if (file.extension() == ".h" || file.extension() == ".cpp") add_definitions(file, files_of);
    }
  }
  std::vector<std::string> twice;
  for (const auto& [name, files] : files_of) {
    if (files.size() < 2) continue;
    twice.push_back(name + ":");
    for (const std::string& file : files) twice.back() += " " + file;
  }
  return twice;
}

TEST(UniqueNames, NoClassIsDefinedInTwoFiles) {
  const std::filesystem::path root = source_dir();
  EXPECT_EQ(names_defined_twice({root / "src", root / "hal", root / "tests/support"}),
            std::vector<std::string>{});
}

TEST(UniqueNames, OneThatIsDefinedTwiceIsSeen) {
  const auto folder = std::filesystem::path(testing::TempDir()) / ("ff_names_" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  const auto write = [&](const char* name, const std::string& text) { std::ofstream(folder / name) << text; };
  write("a.h",
        "namespace freefloat {\nstruct Spot {\n};\nclass Own final : public Base {\n};\n}  // namespace "
        "freefloat\n");
  write("b.h",
        "namespace freefloat {\nnamespace {\nclass Own {\n};\n}  // namespace\n"
        "enum class Spot : int { kOne };\n}  // namespace freefloat\n");
  write("c.cpp",
        "namespace freefloat {\nstruct Own::Part {\n};\n}  // namespace freefloat\n"
        "namespace other {\nstruct Spot {\n};\n}  // namespace other\n");
  EXPECT_EQ(names_defined_twice({folder}),
            std::vector<std::string>{"freefloat::Spot: " + (folder / "a.h").string() + " " +
                                     (folder / "b.h").string()});
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace freefloat
