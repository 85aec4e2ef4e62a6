// Documents that are made to hurt: refused at once, without much memory.
#include <gmock/gmock.h>
#include <sys/stat.h>

#include <filesystem>

#include "config/load/load_parts.h"
#include "config/yaml/parse_yaml.h"
#include "config_kinds/check_file.h"
#include "spatial/config/table_column.h"
#include "support/config_files.h"
#include "support/count_mallocs.h"

namespace freefloat {
namespace {

using testing::HasSubstr;
using namespace testing_support;

std::string repeated(const std::string& part, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) {
    text += part;
  }
  return text;
}

std::vector<ConfigProblem> parse(const std::string& text) {
  return problems_of([&] {
    Problems problems;
    parse_yaml(text, "f.yaml", problems);
    problems.throw_if_any();
  });
}

TEST(HostileDocument, IsRefusedWithTheReason) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"a: &x 1\n", "anchors"},
      {"a: *x\n", "is not valid YAML"},
      {"a: &a [1, 1]\nb: &b [*a, *a]\nc: &c [*b, *b]\n", "anchors"},
      {"a: !!python/object x\n", "tag"},
      {"a: !!float 1\n", "tag"},
      {"[a, b]: 1\n", "a key must be a plain name"},
      {"a: 1\n---\nb: 2\n", "second document"},
      {"a: [1, 2\n", "is not valid YAML"},
      {"a: 1\n\tb: 2\n", "a tabulator"},
      {"", "is empty"},
      {"# nothing\n", "is empty"},
      {std::string("a: 1\0b", 6), "zero bytes"},
      {repeated("[", 100000), "nested deeper"},
      {repeated("{a: ", 50000), "nested deeper"},
      {repeated("- ", 100000), "nested deeper"},
      {repeated("? ", 100000), "nested deeper"},
      {"a: [" + repeated("1,", 100000) + "]\n", "values in one file"},
      {repeated("-\n", 100000), "values in one file"},
      {repeated(" ", 300 * 1024), "larger than 256 KiB"},
  };
  for (const auto& [text, reason] : cases) {
    const auto problems = parse(text);
    ASSERT_EQ(problems.size(), 1u) << text.substr(0, 40);
    EXPECT_THAT(problems[0].problem, HasSubstr(reason));
  }
}

TEST(HostileDocument, IsNamedWithItsLineCountedFromOne) {
  EXPECT_EQ(parse("a: 1\nb: &x 2\n").at(0).line, 2);
  EXPECT_EQ(parse("a: 1\nb: 2\nc: [1\n").at(0).line, 4);
  EXPECT_EQ(parse("a: 1\na: 2\n").at(0).line, 2);
}

TEST(HostileDocument, TakesLittleMemory) {
  for (const char* part :
       {"[", "{", "{a: ", "- ", "? ", ": ", "&a ", "!", "\"", "[?", "+,", "-\n", "a:\n ", "|\n"}) {
    const std::string text = repeated(part, 250 * 1024 / static_cast<int>(std::string(part).size()));
    const std::size_t before = malloc_bytes;
    parse(text);
    // All that is ever asked for, so also the most that is held at once.
    EXPECT_LT(malloc_bytes - before, std::size_t{100} << 20) << part;
  }
}

TEST(HostileDocument, GivesManyMistakesShortly) {
  try {
    Problems problems;
    parse_yaml(repeated("k: 1\n", 5000), "f.yaml", problems);
    problems.throw_if_any();
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_EQ(error.problems().size(), 4999u);
    EXPECT_THAT(error.what(), HasSubstr("... and 4899 more"));
  }
}

TEST_F(ConfigFiles, AFileWithoutEndIsNotReadToItsEnd) {
  Problems problems;
  std::string text;
  const std::string large = write("large.yaml", repeated("#\n", 1024 * 1024));
  ASSERT_TRUE(read_config_text(large, nullptr, text, problems));
  EXPECT_LT(text.size(), 300u * 1024);
}

// A pipe would be waited for, for ever; a device may have no end.
TEST_F(ConfigFiles, PipesAndDevicesAreRefusedByEveryLoader) {
  const auto refusal = [](const std::vector<ConfigProblem>& problems) {
    return problems.size() == 1 ? format_problem(problems[0]) : std::to_string(problems.size()) + " problems";
  };
  for (const char* name : {"pipe.yaml", "pipe.urdf"}) {
    ASSERT_EQ(mkfifo(path(name).c_str(), 0600), 0);
    EXPECT_THAT(refusal(problems_of([&] { check_file(path(name)); })), HasSubstr("a pipe or a device"));
  }
  EXPECT_THAT(refusal(problems_of([] { check_file("/dev/zero"); })), HasSubstr("a pipe or a device"));
  EXPECT_THAT(refusal(problems_of([&] { load_camera(path("pipe.yaml")); })), HasSubstr("a pipe or a device"));

  Problems problems;
  ConfigNode at;
  at.file = std::make_shared<const std::string>("s.yaml");
  read_table_column(path("pipe.yaml"), "torque", at, at, problems);
  EXPECT_THAT(refusal(problems_of([&] { problems.throw_if_any(); })), HasSubstr("a pipe or a device"));
}

TEST_F(ConfigFiles, TagsAreRefusedInEveryKindOfFile) {
  const std::vector<std::string> files = {"robots/yoshida_umetani.yaml", "models/single_arm.yaml",
                                          "tables/glass_1800.yaml",      "cameras/ideal_10hz.yaml",
                                          "testbeds/modern.yaml",        "simulations/saha_1993.yaml",
                                          "experiments/reorient.yaml"};
  std::filesystem::copy(kConfigs, path("configs"), std::filesystem::copy_options::recursive);
  for (const std::string& file : files) {
    const std::string text = read_all(kConfigs + file);
    const std::string tagged = write("configs/" + file, "tag: !!python/object 1\n" + text);
    EXPECT_THAT(problem_of([&] { check_file(tagged); }).problem, HasSubstr("tag")) << file;
    write("configs/" + file, text);
  }
}

}  // namespace
}  // namespace freefloat
