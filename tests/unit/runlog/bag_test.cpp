// What ROS 2 reads of a log: metadata.yaml as rosbag2 parses it, and the package of our messages.
#include <gtest/gtest.h>
#include <unistd.h>
#include <yaml-cpp/yaml.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>

#include "runlog/bag_metadata.h"
#include "runlog/message_package.h"
#include "runlog/run_writer.h"
#include "support/made_up_cycles.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

namespace fs = std::filesystem;

/// Every field that rosbag2 reads of version 5, with its type.
TEST(BagMetadata, IsWhatRosbag2Parses) {
  const fs::path folder = fs::path(testing::TempDir()) / ("bag_metadata_test" + std::to_string(::getpid()));
  fs::create_directories(folder);
  RunWriterOptions options;
  options.path = (folder / "run \"1\".mcap").string();
  options.replace_existing = true;
  options.robot = testing_support::made_up_facts().robot;
  options.epoch_ns = 1'800'000'000'000'000'000;
  auto writer = RunWriter::create(options);
  ASSERT_TRUE(writer.has_value()) << writer.error();
  for (int i = 1; i <= 5; ++i) writer->write(testing_support::made_up_cycle(i));
  ASSERT_TRUE(writer->close(0));
  const auto written = write_bag_metadata(options.path);
  ASSERT_TRUE(written.has_value()) << written.error();
  EXPECT_EQ(fs::path(*written).filename(), "metadata.yaml");

  const YAML::Node bag = YAML::LoadFile(*written)["rosbag2_bagfile_information"];
  EXPECT_EQ(bag["version"].as<int>(), 5);
  EXPECT_EQ(bag["storage_identifier"].as<std::string>(), "mcap");
  EXPECT_EQ(bag["compression_format"].as<std::string>(), "");
  EXPECT_EQ(bag["compression_mode"].as<std::string>(), "");
  EXPECT_EQ(bag["duration"]["nanoseconds"].as<std::int64_t>(), 40'000'000);
  EXPECT_EQ(bag["starting_time"]["nanoseconds_since_epoch"].as<std::int64_t>(), 1'800'000'000'010'000'000);
  EXPECT_EQ(bag["relative_file_paths"].as<std::vector<std::string>>(),
            std::vector<std::string>{"run \"1\".mcap"});
  EXPECT_TRUE(fs::exists(folder / bag["relative_file_paths"][0].as<std::string>()));
  EXPECT_EQ(bag["files"][0]["path"].as<std::string>(), "run \"1\".mcap");
  EXPECT_EQ(bag["files"][0]["message_count"].as<std::uint64_t>(), bag["message_count"].as<std::uint64_t>());
  std::map<std::string, std::uint64_t> counts;
  std::uint64_t sum = 0;
  for (const YAML::Node& topic : bag["topics_with_message_count"]) {
    const YAML::Node about = topic["topic_metadata"];
    EXPECT_EQ(about["serialization_format"].as<std::string>(), "cdr");
    EXPECT_TRUE(
        std::regex_match(about["type"].as<std::string>(), std::regex("[a-z0-9_]+/msg/[A-Z][A-Za-z0-9]*")));
    // A text that is YAML itself: how the topic is to be offered again.
    const YAML::Node qos = YAML::Load(about["offered_qos_profiles"].as<std::string>());
    ASSERT_TRUE(qos.IsSequence());
    EXPECT_EQ(qos[0]["durability"].as<int>(),
              about["name"].as<std::string>() == "/robot_description" ? 1 : 2);
    counts[about["name"].as<std::string>()] = topic["message_count"].as<std::uint64_t>();
    sum += topic["message_count"].as<std::uint64_t>();
  }
  EXPECT_EQ(sum, bag["message_count"].as<std::uint64_t>());
  EXPECT_EQ(counts.at("/tf"), 5u);
  EXPECT_EQ(counts.at("/freefloat/cycle_output"), 5u);
  EXPECT_EQ(counts.at("/robot_description"), 1u);
  fs::remove_all(folder);
}

TEST(BagMetadata, SaysWhyThereIsNone) {
  const auto none = write_bag_metadata("/nowhere/run.mcap");
  ASSERT_FALSE(none.has_value());
  EXPECT_NE(none.error().find("/nowhere/run.mcap"), std::string::npos);
}

TEST(MessagePackage, IsTheOneInTools) {
  const fs::path folder = fs::path(source_dir()) / "tools/freefloat_msgs";
  std::set<std::string> there;
  for (const auto& entry : fs::directory_iterator(folder / "msg"))
    there.insert("msg/" + entry.path().filename().string());
  for (const auto& [path, text] : message_package()) {
    std::ifstream file(folder / path, std::ios::binary);
    const std::string kept{std::istreambuf_iterator<char>(file), {}};
    EXPECT_EQ(kept, text) << path << " is not what write_messages makes now";
    there.erase(path);
  }
  EXPECT_TRUE(there.empty()) << *there.begin() << " belongs to no topic any more";
}

/// Rules of rosidl for names, and the words that make code that it generates for Python or C++ invalid.
TEST(MessagePackage, NamesAreSuchAsRosidlTakes) {
  const std::regex field_name("(?!.*__)(?!.*_$)[a-z][a-z0-9_]*"),
      constant_name("[A-Z]([A-Z0-9_]?[A-Z0-9]+)*");
  const std::set<std::string> words{
      "and",     "as",        "assert",   "async",    "await",  "break",    "class",  "continue",
      "def",     "default",   "del",      "delete",   "elif",   "else",     "except", "explicit",
      "false",   "finally",   "for",      "from",     "if",     "import",   "in",     "is",
      "lambda",  "namespace", "new",      "nonlocal", "not",    "operator", "or",     "pass",
      "private", "public",    "raise",    "register", "return", "short",    "signed", "static",
      "struct",  "switch",    "template", "this",     "throw",  "true",     "try",    "union",
      "using",   "virtual",   "void",     "volatile", "while",  "with",     "yield"};
  int fields = 0;
  for (const auto& [path, text] : message_package()) {
    if (!path.ends_with(".msg")) continue;
    std::istringstream lines(text);
    for (std::string type, name; lines >> type >> name;) {
      ++fields;
      if (const std::size_t equals = name.find('='); equals != std::string::npos) {
        EXPECT_TRUE(std::regex_match(name.substr(0, equals), constant_name)) << path << ": " << name;
        continue;
      }
      EXPECT_TRUE(std::regex_match(name, field_name)) << path << ": " << name;
      EXPECT_EQ(words.count(name), 0u) << path << ": " << name;
      EXPECT_EQ(type.find('/'), std::string::npos) << path << " needs another package: " << type;
    }
  }
  EXPECT_GT(fields, 200);
}

}  // namespace
}  // namespace freefloat
