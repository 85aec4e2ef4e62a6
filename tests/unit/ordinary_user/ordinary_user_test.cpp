// What every test with ORDINARY_USER relies on: nothing is permitted that others may not, whoever starts it.
#include <gtest/gtest.h>
#include <sys/ioctl.h>
#include <sys/stat.h>

#include <fstream>

#include "support/pseudo_terminal.h"
#include "support/run_program.h"

namespace freefloat {
namespace {

TEST(OrdinaryUser, DoesNotWriteIntoAFolderThatIsClosed) {
  const TestFolder folder;
  ASSERT_EQ(chmod(folder.path().c_str(), 0500), 0);
  EXPECT_FALSE(std::ofstream(folder.path() / "file").is_open());
  EXPECT_NE(run_command("touch " + (folder.path() / "file").string() + " 2>/dev/null").exit_code, 0)
      << "nor do the programs that it starts";
  chmod(folder.path().c_str(), 0700);
}

TEST(OrdinaryUser, DoesNotOpenAPortThatSomebodyHoldsForHimself) {
  const PseudoTerminal terminal;
  const int holder = open(terminal.path().c_str(), O_RDWR | O_NOCTTY);
  ASSERT_EQ(ioctl(holder, TIOCEXCL), 0);
  EXPECT_EQ(open(terminal.path().c_str(), O_RDWR | O_NOCTTY), -1);
  EXPECT_EQ(errno, EBUSY);
  close(holder);
}

}  // namespace
}  // namespace freefloat
