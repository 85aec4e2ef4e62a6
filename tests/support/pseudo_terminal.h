#pragma once

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <termios.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace freefloat {

/// Both ends of a pseudo-terminal: a program opens `path`, the test holds the other end. Closing it is what
/// unplugging is to a serial port.
class PseudoTerminal {
 public:
  PseudoTerminal() {
    int slave = -1;
    char name[64] = {};
    termios raw{};  // as an emulator does it: nothing is echoed before the program comes
    cfmakeraw(&raw);
    if (openpty(&master_, &slave, name, &raw, nullptr) != 0) throw std::runtime_error("no pseudo-terminal");
    close(slave);
    path_ = name;
    fcntl(master_, F_SETFL, O_NONBLOCK);
  }
  ~PseudoTerminal() { unplug(); }
  PseudoTerminal(const PseudoTerminal&) = delete;
  PseudoTerminal& operator=(const PseudoTerminal&) = delete;

  const std::string& path() const { return path_; }
  int descriptor() const { return master_; }

  void unplug() {
    if (master_ >= 0) close(master_);
    master_ = -1;
  }

  /// @return What the program has written since, nothing if nothing comes within `limit_ms`.
  std::vector<std::uint8_t> read(int limit_ms = 0) {
    std::vector<std::uint8_t> bytes(4096);
    pollfd entry{master_, POLLIN, 0};
    const ssize_t count =
        poll(&entry, 1, limit_ms) > 0 ? ::read(master_, bytes.data(), bytes.size()) : ssize_t{0};
    bytes.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
    return bytes;
  }

  /// @return Bytes taken.
  std::size_t write(std::span<const std::uint8_t> bytes) {
    const ssize_t count = ::write(master_, bytes.data(), bytes.size());
    return count > 0 ? static_cast<std::size_t>(count) : 0;
  }

 private:
  int master_ = -1;
  std::string path_;
};

/// A folder of one test's own, removed at its end.
class TestFolder {
 public:
  TestFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "freefloat-test-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder for the test");
    path_ = name;
  }
  ~TestFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace freefloat
