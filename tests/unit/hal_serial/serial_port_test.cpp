#include "hal/serial/serial_port.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <termios.h>

#include <fstream>
#include <numeric>

#include "hal/hal_error.h"
#include "hal/serial/frame_sender.h"
#include "support/pseudo_terminal.h"

namespace freefloat {
namespace {

using testing::HasSubstr;

std::string error_of(const SerialPortConfig& config) {
  try {
    const SerialPort port(config);
  } catch (const HalError& error) {
    return error.what();
  }
  return "no error";
}

std::vector<std::uint8_t> all_byte_values() {
  std::vector<std::uint8_t> bytes(256);
  std::iota(bytes.begin(), bytes.end(), std::uint8_t{0});
  return bytes;
}

TEST(SerialPort, CarriesEveryByteValueUnchangedBothWays) {
  PseudoTerminal terminal;
  SerialPort port({terminal.path(), 115200});
  const std::vector<std::uint8_t> sent = all_byte_values();
  ASSERT_EQ(port.write(sent), sent.size());
  EXPECT_EQ(terminal.read(10000), sent);
  ASSERT_EQ(terminal.write(sent), sent.size());
  ASSERT_TRUE(port.wait(std::chrono::seconds(10)));
  std::vector<std::uint8_t> received(1000);
  received.resize(port.read(received).value_or(0));
  EXPECT_EQ(received, sent);
}

TEST(SerialPort, ReadsNothingWhenNothingIsThereAndSaysWhenItIsGone) {
  PseudoTerminal terminal;
  SerialPort port({terminal.path(), 115200});
  std::vector<std::uint8_t> bytes(10);
  EXPECT_EQ(port.read(bytes), std::size_t{0});
  EXPECT_FALSE(port.wait(std::chrono::milliseconds(1)));
  terminal.unplug();
  EXPECT_FALSE(port.read(bytes).has_value());
  EXPECT_FALSE(port.write(bytes).has_value());
  EXPECT_TRUE(port.wait(std::chrono::seconds(10))) << "a port that is gone is news";
}

TEST(SerialPort, ForgetsWhatCameBeforeItWasOpened) {
  PseudoTerminal terminal;
  const int held = open(terminal.path().c_str(), O_RDWR | O_NOCTTY);  // or the bytes have nowhere to wait
  terminal.write(all_byte_values());
  SerialPort port({terminal.path(), 115200});
  std::vector<std::uint8_t> bytes(10);
  EXPECT_EQ(port.read(bytes), std::size_t{0});
  close(held);
}

TEST(SerialPort, IsOpenedByOneProgramOnly) {
  PseudoTerminal terminal;
  const SerialPort port({terminal.path(), 115200});
  EXPECT_THAT(error_of({terminal.path(), 115200}), HasSubstr("in use by"));
}

TEST(SerialPort, APortInUseKeepsItsSettings) {
  PseudoTerminal terminal;
  const SerialPort port({terminal.path(), 921600});
  error_of({terminal.path(), 9600});
  termios settings{};
  tcgetattr(port.descriptor(), &settings);
  EXPECT_EQ(cfgetospeed(&settings), static_cast<speed_t>(B921600));
}

/// A process that has a port open, with Freefloat's lock or without; killed at the end.
class PortUser {
 public:
  PortUser(const std::string& path, bool locks) {
    int ready[2];
    if (pipe(ready) != 0) return;
    process_ = fork();
    if (process_ == 0) {
      const int descriptor = open(path.c_str(), O_RDWR | O_NOCTTY);
      if (locks) flock(descriptor, LOCK_EX);
      const char byte = 1;
      if (write(ready[1], &byte, 1) == 1) pause();
      _exit(0);
    }
    char byte = 0;
    EXPECT_EQ(read(ready[0], &byte, 1), 1);
    close(ready[0]);
    close(ready[1]);
  }
  ~PortUser() {
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
  }
  PortUser(const PortUser&) = delete;
  PortUser& operator=(const PortUser&) = delete;
  std::string number() const { return "(process " + std::to_string(process_) + ")"; }

 private:
  pid_t process_ = -1;
};

TEST(SerialPort, NamesTheProcessThatHoldsThePort) {
  PseudoTerminal terminal;
  const PortUser bystander(terminal.path(), false);
  EXPECT_EQ(error_of({terminal.path(), 115200}), "no error") << "an emulated board holds its own port";
  const PortUser holder(terminal.path(), true);
  EXPECT_THAT(error_of({terminal.path(), 115200}), HasSubstr(holder.number()));
}

TEST(SerialPort, CanBeOpenedAgainWhereSomebodyElseHoldsItOpen) {
  PseudoTerminal terminal;
  const PortUser emulator(terminal.path(), false);
  for (int i = 0; i < 2; ++i) EXPECT_EQ(error_of({terminal.path(), 115200}), "no error");
  EXPECT_NE(error_of({terminal.path(), 123456}), "no error");
  EXPECT_EQ(error_of({terminal.path(), 115200}), "no error") << "after an error, too";
}

TEST(SerialPort, CanBeOpenedAgainAfterItsProgramWasKilled) {
  PseudoTerminal terminal;
  const pid_t child = fork();
  if (child == 0) {
    const SerialPort port({terminal.path(), 115200});
    kill(getpid(), SIGKILL);
  }
  waitpid(child, nullptr, 0);
  EXPECT_EQ(error_of({terminal.path(), 115200}), "no error");
}

TEST(SerialPort, SaysWhatIsWrongAndWhatToDo) {
  EXPECT_THAT(error_of({"/dev/no-such-port", 115200}),
              HasSubstr("/dev/no-such-port: cannot be opened: No such file"));
  PseudoTerminal terminal;
  EXPECT_THAT(error_of({terminal.path(), 123456}), HasSubstr("baud rate 123456 is not one of 9600"));
  const TestFolder folder;
  const std::string file = folder.path() / "file";
  std::ofstream(file) << "text";
  EXPECT_THAT(error_of({file, 115200}), HasSubstr("is not a serial port"));
}

TEST(FrameSender, RefusesAFrameThatDoesNotFitAndSendsNothingOfIt) {
  PseudoTerminal terminal;
  SerialPort port({terminal.path(), 115200});
  FrameSender sender;
  EXPECT_EQ(sender.send(port, std::vector<std::uint8_t>(FF_MAX_FRAME_SIZE + 1, 1)), SendResult::kDropped);
  EXPECT_EQ(sender.send(port, std::vector<std::uint8_t>(1'000'000, 1)), SendResult::kDropped);
  const std::vector<std::uint8_t> frame(FF_MAX_FRAME_SIZE, 2);
  EXPECT_EQ(sender.send(port, frame), SendResult::kSent);
  EXPECT_EQ(terminal.read(10000), frame);
}

TEST(SerialPort, WireTimeIsTenBitsAByte) {
  EXPECT_EQ(wire_time(24, 115200), std::chrono::nanoseconds(2083333));
  EXPECT_EQ(wire_time(300, 3000000), std::chrono::milliseconds(1));
}

}  // namespace
}  // namespace freefloat
