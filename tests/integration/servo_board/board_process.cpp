#include "board_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <thread>

namespace freefloat {
namespace {

using SteadyClock = std::chrono::steady_clock;

pid_t start_process(std::vector<std::string> words) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const pid_t process = fork();
  if (process == 0) {
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    execv(arguments[0], arguments.data());
    _exit(127);
  }
  return process;
}

std::size_t read_port(int port, std::array<std::uint8_t, 4096>& bytes) {
  const ssize_t count = ::read(port, bytes.data(), bytes.size());
  return count > 0 ? static_cast<std::size_t>(count) : 0;
}

void write_port(int port, const std::uint8_t* bytes, std::size_t count) {
  // A full port loses what does not fit, as a line does.
  [[maybe_unused]] const ssize_t written = ::write(port, bytes, count);
}

}  // namespace

BoardProcess::BoardProcess(const std::string& program, const std::string& key_file)
    : session_(static_cast<std::uint32_t>(getpid()) * 1000u + 1u) {
  std::string folder = std::filesystem::temp_directory_path() / "freefloat-board-test-XXXXXX";
  if (mkdtemp(folder.data()) == nullptr) throw std::runtime_error("no temporary directory");
  directory_ = folder;
  std::vector<std::string> words = program == "native" ? std::vector<std::string>{FF_NATIVE_BOARD}
                                                       : std::vector<std::string>{FF_EMULATE, FF_IMAGE};
  words.insert(words.end(), {"--link", directory_});
  if (!key_file.empty()) words.insert(words.end(), {"--key", key_file});
  process_ = start_process(words);
  command_port_ = open_port("command");
  instrument_port_ = open_port("instrument");
  ff_start_parser(&parser, FF_ACCEPT_STATUSES | FF_ACCEPT_IDENTITIES | FF_ACCEPT_TAGGED);
  ff_start_instrument_parser(&instrument_parser, FF_INSTRUMENT_DRIVE, 2);
  for (ff_motor_bench& motor : motors) ff_start_bench(&motor, 0.1, 1);
}

BoardProcess::~BoardProcess() {
  if (process_ > 0) {
    kill(process_, SIGTERM);
    waitpid(process_, nullptr, 0);
  }
  close(command_port_);
  close(instrument_port_);
  std::filesystem::remove_all(directory_);
}

int BoardProcess::open_port(const std::string& name) {
  const std::string path = directory_ + "/" + name;
  for (int i = 0; i < 500; ++i) {
    const int port = ::open(path.c_str(), O_RDWR | O_NOCTTY | O_NONBLOCK);
    if (port >= 0) return port;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  throw std::runtime_error("no port " + path);
}

void BoardProcess::query(std::uint8_t nonce) {
  ff_query query{};
  query.nonce[0] = nonce;
  ff_header header{};
  header.source = FF_SOURCE_CONTROLLER;
  header.session = session_;
  header.sequence = 1;
  std::array<std::uint8_t, FF_QUERY_FRAME_SIZE> frame;
  write_port(command_port_, frame.data(), ff_encode_query(header, &query, frame.data()));
}

void BoardProcess::send_command() {
  ff_command command{};
  command.flags = flags;
  command.joint_count = 2;
  command.time_to_live_us = 200000;  // the host may stall
  command.rates_urad_s[0] = rate_urad_s;
  ff_header header{};
  header.source = FF_SOURCE_CONTROLLER;
  header.session = session_;
  header.sequence = ++sequence_;
  std::array<std::uint8_t, FF_COMMAND_FRAME_SIZE> frame;
  write_port(command_port_, frame.data(), ff_encode_command(header, &command, frame.data()));
}

void BoardProcess::receive_command_port() {
  std::array<std::uint8_t, 4096> bytes;
  const std::size_t count = read_port(command_port_, bytes);
  for (std::size_t i = 0; i < count; ++i) {
    if (!ff_parse_byte(&parser, bytes[i])) continue;
    ff_header header;
    ff_read_header(parser.bytes, &header);
    if (header.type == FF_FRAME_STATUS) {
      ff_decode_status(parser.bytes, &status.emplace());
    } else {
      ff_decode_identity(parser.bytes, &identity.emplace());
    }
  }
}

void BoardProcess::answer() {
  ff_sensor_frame sensors{};
  sensors.tick = static_cast<std::uint16_t>(drive.tick);
  sensors.flags = hang ? FF_SENSOR_HANG : 0;
  for (int i = 0; i < 2; ++i) {
    ff_step_bench(&motors[i], drive.duties[i], (drive.flags & FF_DRIVE_ENERGISED) != 0);
    sensors.pot_counts[i] = ff_pot_count(&motors[i]);
    sensors.tacho_counts[i] = ff_tacho_count(&motors[i]);
    sensors.current_counts[i] = ff_current_count(&motors[i]);
  }
  std::array<std::uint8_t, FF_MAX_INSTRUMENT_FRAME_SIZE> frame;
  write_port(instrument_port_, frame.data(), ff_encode_sensor_frame(&sensors, 2, frame.data()));
}

void BoardProcess::receive_instrument_port() {
  std::array<std::uint8_t, 4096> bytes;
  const std::size_t count = read_port(instrument_port_, bytes);
  for (std::size_t i = 0; i < count; ++i) {
    if (!ff_parse_instrument_byte(&instrument_parser, bytes[i])) continue;
    const std::uint32_t before = drive.tick;
    const std::uint32_t boot_id = drive.boot_id;
    ff_decode_drive_frame(instrument_parser.bytes, 2, &drive);
    if (drives > 0 && drive.boot_id == boot_id && drive.tick > before)
      skipped_ticks += drive.tick - before - 1;
    ++drives;
    if (answering) answer();
    trace.push_back({drive, motors[0].rate});
  }
}

bool BoardProcess::run(double most_s, const std::function<bool()>& done) {
  const auto start = SteadyClock::now();
  auto next_command = start;
  while (SteadyClock::now() - start < std::chrono::duration<double>(most_s)) {
    if (done()) return true;
    if (commanding && SteadyClock::now() >= next_command) {
      send_command();
      next_command = SteadyClock::now() + std::chrono::milliseconds(10);
    }
    std::array<pollfd, 2> ports{pollfd{command_port_, POLLIN, 0}, pollfd{instrument_port_, POLLIN, 0}};
    poll(ports.data(), ports.size(), 2);
    receive_command_port();
    receive_instrument_port();
  }
  return done();
}

}  // namespace freefloat
