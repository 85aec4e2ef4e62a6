#include "bring_up/table_check.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace freefloat {
namespace {

class TableCheckRecord : public testing::Test {
 protected:
  TableCheckRecord() : place_(testing::TempDir() + "/table_check_" + std::to_string(getpid())) {
    std::filesystem::create_directories(place_);
    write("camera.yaml", "name: a\ncalibration: lens.yaml\n");
    write("lens.yaml", "width: 3\n");
    write("robot.yaml", "name: b\n");
  }
  ~TableCheckRecord() override { std::filesystem::remove_all(place_); }

  void write(const std::string& name, const std::string& text) const { std::ofstream(path(name)) << text; }
  std::string path(const std::string& name) const { return place_ + "/" + name; }
  std::string fingerprint() const { return fingerprint_of_files(path("camera.yaml"), path("robot.yaml")); }

  std::string place_;
};

TEST_F(TableCheckRecord, ReadsAsItWasWritten) {
  write("check.json", table_check_text({true, "all \"agree\"", "0123abcd"}));
  const auto check = read_table_check(path("check.json"));
  ASSERT_TRUE(check);
  EXPECT_TRUE(check->agrees);
  EXPECT_EQ(check->words, "all \"agree\"");
  EXPECT_EQ(check->fingerprint, "0123abcd");
}

TEST_F(TableCheckRecord, IsNoneWhereTheFileIsSomethingElse) {
  EXPECT_FALSE(read_table_check(path("missing.json")));
  for (const char* text : {"", "[]", "{}", "{\"agrees\": 1, \"words\": \"\", \"fingerprint\": \"\"}"}) {
    write("check.json", text);
    EXPECT_FALSE(read_table_check(path("check.json"))) << text;
  }
}

TEST_F(TableCheckRecord, HasAnotherFingerprintOnceCameraLensOrRobotDiffers) {
  const std::string before = fingerprint();
  EXPECT_EQ(before.size(), 8u);
  EXPECT_EQ(fingerprint(), before);
  for (const char* name : {"camera.yaml", "lens.yaml", "robot.yaml"}) {
    const std::string last = fingerprint();
    std::ofstream(path(name), std::ios::app) << "# changed\n";
    EXPECT_NE(fingerprint(), last) << name;
  }
}

}  // namespace
}  // namespace freefloat
