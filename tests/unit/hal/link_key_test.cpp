#include "hal/link_key.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "hal/hal_error.h"
#include "support/pseudo_terminal.h"

namespace freefloat {
namespace {

using testing::HasSubstr;

struct KeyFile {
  explicit KeyFile(const std::string& text, mode_t mode = 0600) {
    std::ofstream(path) << text;
    chmod(path.c_str(), mode);
  }
  std::string error() const {
    try {
      read_key_file(path);
    } catch (const HalError& error) {
      return error.what();
    }
    return "no error";
  }
  TestFolder folder;
  std::string path = (folder.path() / "robot.key").string();
};

TEST(KeyFile, HoldsSixtyFourHexadecimalDigits) {
  std::string digits;
  for (int i = 0; i < 32; ++i) digits += i % 2 == 0 ? "0f" : "A1";
  const KeyFile file(digits + "\n");
  const LinkKey key = read_key_file(file.path);
  EXPECT_EQ(key[0], 0x0f);
  EXPECT_EQ(key[31], 0xa1);
}

TEST(KeyFile, EveryMistakeIsExplained) {
  EXPECT_THAT(KeyFile(std::string(64, 'a'), 0640).error(), HasSubstr("chmod 600"));
  EXPECT_THAT(KeyFile(std::string(63, 'a')).error(), HasSubstr("holds 63 digits"));
  EXPECT_THAT(KeyFile(std::string(62, 'a') + "xy").error(), HasSubstr("hexadecimal digits at position 63"));
  EXPECT_THAT(KeyFile(std::string(62, 'a') + "0x").error(), HasSubstr("hexadecimal digits"));
  EXPECT_THAT(KeyFile("").error(), HasSubstr("empty"));
  const TestFolder folder;
  EXPECT_THROW(read_key_file(folder.path() / "none.key"), HalError);
}

TEST(KeyFile, ALinkThatWantsNoneSaysWhatThatMeans) {
  LinkConfig link;
  link.type = LinkType::kUdp;
  link.address = "10.0.0.2:7001";
  link.key_file = "robot.key";
  EXPECT_EQ(warn_of_missing_key(link), "");
  link.key_file.clear();
  link.insecure = true;
  EXPECT_THAT(warn_of_missing_key(link),
              HasSubstr("whoever reaches the board at 10.0.0.2:7001 may move the robot"));
}

}  // namespace
}  // namespace freefloat
