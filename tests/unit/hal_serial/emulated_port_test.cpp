#include "hal/serial/emulated_port.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>

#include "boards/host/port_folder.h"
#include "hal/hal_error.h"
#include "support/pseudo_terminal.h"

namespace freefloat {
namespace {

using testing::HasSubstr;

std::string error_of_emulated() {
  try {
    return "no error: " + find_serial_port("emulated", "command");
  } catch (const HalError& error) {
    return error.what();
  }
}

/// A session's own folder, as the system makes it when somebody logs in.
class EmulatedPort : public testing::Test {
 protected:
  EmulatedPort() { setenv("XDG_RUNTIME_DIR", folder_.path().c_str(), 1); }
  ~EmulatedPort() override { unsetenv("XDG_RUNTIME_DIR"); }

  const TestFolder folder_;
};

TEST_F(EmulatedPort, IsInAFolderOfTheUsersOwn) {
  EXPECT_EQ(find_serial_port("emulated", "command"), (folder_.path() / "freefloat/command").string());
  EXPECT_EQ(find_serial_port("emulated", "instrument"), (folder_.path() / "freefloat/instrument").string());
  EXPECT_EQ(find_serial_port("/dev/ttyUSB0", "command"), "/dev/ttyUSB0");
}

TEST_F(EmulatedPort, HasAFolderForEachUserWhereThereIsNoSession) {
  const std::string shared = "/tmp/freefloat-" + std::to_string(geteuid()) + "/command";
  unsetenv("XDG_RUNTIME_DIR");
  EXPECT_EQ(find_serial_port("emulated", "command"), shared);
  for (const char* not_ours : {"/nowhere", "/tmp", "relative"}) {
    setenv("XDG_RUNTIME_DIR", not_ours, 1);
    EXPECT_EQ(find_serial_port("emulated", "command"), shared) << not_ours;
  }
}

TEST_F(EmulatedPort, IsRefusedWhereOthersCouldPutTheirOwn) {
  const std::filesystem::path ports = folder_.path() / "freefloat";
  std::filesystem::create_directory(ports);
  ASSERT_EQ(chmod(ports.c_str(), 0755), 0);
  EXPECT_THAT(error_of_emulated(), HasSubstr("no error"));
  ASSERT_EQ(chmod(ports.c_str(), 0777), 0);
  EXPECT_THAT(error_of_emulated(), HasSubstr(ports.string() + " can be written to by other users"));
  std::filesystem::remove(ports);
  std::filesystem::create_directory_symlink(folder_.path(), ports);
  EXPECT_THAT(error_of_emulated(), HasSubstr("is a symbolic link"));
  EXPECT_THAT(error_of_emulated(), HasSubstr("tools/board_emulator --link"));
  EXPECT_STRNE(ff_check_port_folder("/tmp"), nullptr);
}

}  // namespace
}  // namespace freefloat
