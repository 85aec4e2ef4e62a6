#include "hal/serial/serial_port.h"

#include <fcntl.h>
#include <libserial/SerialPort.h>
#include <linux/serial.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <utility>

#include "hal/hal_error.h"
#include "hal/serial/port_owner.h"

namespace freefloat {
namespace {

using LibSerial::BaudRate;

constexpr std::pair<int, BaudRate> kBaudRates[] = {
    {9600, BaudRate::BAUD_9600},       {19200, BaudRate::BAUD_19200},     {38400, BaudRate::BAUD_38400},
    {57600, BaudRate::BAUD_57600},     {115200, BaudRate::BAUD_115200},   {230400, BaudRate::BAUD_230400},
    {460800, BaudRate::BAUD_460800},   {500000, BaudRate::BAUD_500000},   {576000, BaudRate::BAUD_576000},
    {921600, BaudRate::BAUD_921600},   {1000000, BaudRate::BAUD_1000000}, {1152000, BaudRate::BAUD_1152000},
    {1500000, BaudRate::BAUD_1500000}, {2000000, BaudRate::BAUD_2000000}, {2500000, BaudRate::BAUD_2500000},
    {3000000, BaudRate::BAUD_3000000}, {3500000, BaudRate::BAUD_3500000}, {4000000, BaudRate::BAUD_4000000}};

BaudRate find_baud_rate(const SerialPortConfig& config) {
  std::string known;
  for (const auto& [number, rate] : kBaudRates) {
    if (number == config.baud_rate) return rate;
    known += (known.empty() ? "" : ", ") + std::to_string(number);
  }
  throw HalError(config.path + ": baud rate " + std::to_string(config.baud_rate) + " is not one of " + known);
}

// The controlling side of a pseudo-terminal keeps its state when we die: a flag that excludes others would
// stay for ever, and keep all but root out. The lock, which goes with its holder, must do there.
bool is_pseudo_terminal(int descriptor) {
  constexpr unsigned kFirstMajor = 136;
  constexpr unsigned kLastMajor = 143;
  struct stat status {};
  if (fstat(descriptor, &status) != 0) return false;
  const unsigned number = major(status.st_rdev);
  return number >= kFirstMajor && number <= kLastMajor;
}

[[noreturn]] void throw_busy(const std::string& path) {
  std::string owner = find_lock_owner(path);
  if (owner.empty()) owner = find_port_user(path);
  throw HalError(path + ": in use by " +
                 (owner.empty() ? "another process (try: sudo fuser -v " + path + ")" : owner) +
                 "; only one program may hold the board");
}

[[noreturn]] void throw_cannot_open(const std::string& path, int error) {
  if (error == EBUSY) throw_busy(path);
  std::string message = path + ": cannot be opened: " + std::strerror(error);
  if (error == EACCES)
    message += "; add yourself to the port's group: sudo usermod -aG dialout $USER, then log in again";
  if (error == ENOENT) {
    const std::string ports = list_serial_ports();
    message += ports.empty() ? "; no serial adapter is plugged in" : "; plugged in are:" + ports;
  }
  throw HalError(message);
}

// USB adapters otherwise collect bytes for up to 16 ms.
void ask_for_low_latency(int descriptor) {
  serial_struct settings{};
  if (ioctl(descriptor, TIOCGSERIAL, &settings) != 0) return;
  settings.flags |= ASYNC_LOW_LATENCY;
  ioctl(descriptor, TIOCSSERIAL, &settings);
}

// A port that was unplugged meanwhile does not take its old settings back, and libserial's destructor then
// ends the program: so the object is given up, without its descriptor.
void abandon(std::unique_ptr<LibSerial::SerialPort> port) {
  if (port->IsOpen()) close(port->GetFileDescriptor());
  static_cast<void>(port.release());
}

bool is_gone(ssize_t result) {
  return result == 0 || (result < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR);
}

}  // namespace

Duration wire_time(std::size_t byte_count, int baud_rate) {
  constexpr std::int64_t kBitsPerByte = 10;  // with start and stop bit
  constexpr std::int64_t kNanoseconds = 1'000'000'000;
  return Duration{static_cast<std::int64_t>(byte_count) * kBitsPerByte * kNanoseconds /
                  std::max(baud_rate, 1)};
}

SerialPort::SerialPort(const SerialPortConfig& config)
    : descriptor_(open(config.path.c_str(), O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)) {
  if (descriptor_ < 0) throw_cannot_open(config.path, errno);
  try {
    take_for_ourselves(config.path);
    configure(config);
  } catch (...) {
    close(descriptor_);
    throw;
  }
}

// Before anything is changed: a port in use keeps its settings.
void SerialPort::take_for_ourselves(const std::string& path) {
  if (isatty(descriptor_) == 0) throw HalError(path + ": is not a serial port");
  if (flock(descriptor_, LOCK_EX | LOCK_NB) != 0) throw_busy(path);
  // A terminal program that takes no lock would still take our bytes. An emulated board may hold both ends of
  // its pseudo-terminal.
  if (!is_pseudo_terminal(descriptor_) && !find_port_user(path).empty()) throw_busy(path);
}

void SerialPort::configure(const SerialPortConfig& config) {
  const BaudRate baud_rate = find_baud_rate(config);
  termios settings{};
  auto port = std::make_unique<LibSerial::SerialPort>();
  try {
    port->Open(config.path);
    // libserial has asked for exclusive use; at once, so that no error and no kill comes between.
    if (is_pseudo_terminal(descriptor_)) ioctl(descriptor_, TIOCNXCL);
    port->SetBaudRate(baud_rate);
    // One byte suffices to end a read; so a read of nothing means that the port is gone.
    port->SetVMin(1);
    port->SetVTime(0);
    if (tcgetattr(descriptor_, &settings) != 0) throw std::runtime_error(std::strerror(errno));
    port->Close();
  } catch (const std::exception& error) {
    abandon(std::move(port));
    throw HalError(config.path + ": cannot be set up as a serial port: " + error.what());
  }
  // libserial puts the old settings back when it closes; what it had set up is what we want.
  if (tcsetattr(descriptor_, TCSANOW, &settings) != 0) throw_cannot_open(config.path, errno);
  if (!is_pseudo_terminal(descriptor_)) ioctl(descriptor_, TIOCEXCL);
  ask_for_low_latency(descriptor_);
  tcflush(descriptor_, TCIOFLUSH);
}

SerialPort::~SerialPort() {
  close(descriptor_);
}

std::optional<std::size_t> SerialPort::read(std::span<std::uint8_t> bytes) {
  const ssize_t count = ::read(descriptor_, bytes.data(), bytes.size());
  if (count > 0) return count;
  if (is_gone(count)) return std::nullopt;
  return 0;
}

std::optional<std::size_t> SerialPort::write(std::span<const std::uint8_t> bytes) {
  const ssize_t count = ::write(descriptor_, bytes.data(), bytes.size());
  if (count >= 0) return count;
  if (is_gone(count)) return std::nullopt;
  return 0;
}

std::size_t SerialPort::unsent_bytes() const {
  int count = 0;
  return ioctl(descriptor_, TIOCOUTQ, &count) == 0 && count > 0 ? count : 0;
}

bool SerialPort::wait(Duration limit) const {
  pollfd entry{descriptor_, POLLIN, 0};
  const timespec until{limit.count() / 1'000'000'000, limit.count() % 1'000'000'000};
  return ppoll(&entry, 1, &until, nullptr) > 0;
}

}  // namespace freefloat
