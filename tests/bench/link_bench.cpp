// Round trip of a command and its status through a pseudo-terminal and through UDP on the loopback device:
// our links beside bare system calls and beside libserial's own Read, in one run and in turn, so that a noisy
// machine disturbs all of them alike. The other end is a process that parses commands and answers each with a
// status.
//
//   link_bench [ROUND_TRIPS]     10000 of each by default
#include <fcntl.h>
#include <libserial/SerialPort.h>
#include <poll.h>
#include <pty.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "hal/monotonic_clock.h"
#include "hal/serial/serial_link.h"
#include "hal/udp/udp_link.h"

namespace freefloat {
namespace {

constexpr int kJoints = 2;
constexpr int kBlock = 250;  // round trips of one kind before the next kind has its turn

/// The board's side: a status for every command.
class Answerer {
 public:
  Answerer() { ff_start_parser(&parser_, FF_ACCEPT_COMMANDS | FF_ACCEPT_QUERIES); }

  template <class Send>
  void answer(std::span<const std::uint8_t> bytes, Send send) {
    for (const std::uint8_t byte : bytes) {
      if (!ff_parse_byte(&parser_, byte)) continue;
      ff_header header;
      ff_read_header(parser_.bytes, &header);
      std::uint8_t frame[FF_MAX_FRAME_SIZE];
      send(std::span(frame,
                     header.type == FF_FRAME_COMMAND ? make_status(header, frame) : make_identity(frame)));
    }
  }

 private:
  std::size_t make_status(const ff_header& command, std::uint8_t* frame) {
    ff_status status{};
    status.joint_count = kJoints;
    status.lease_session = command.session;
    status.accepted_sequence = command.sequence;
    status.accepted_time_us = command.time_us;
    return ff_encode_status(make_header(++sequence_), &status, frame);
  }
  std::size_t make_identity(std::uint8_t* frame) {
    ff_identity identity{};
    identity.joint_count = kJoints;
    identity.protocol_version = FF_PROTOCOL_VERSION;
    identity.definition_hash = FF_PROTOCOL_HASH;
    return ff_encode_identity(make_header(1), &identity, frame);
  }
  static ff_header make_header(std::uint32_t sequence) {
    ff_header header{};
    header.source = FF_SOURCE_BOARD;
    header.session = 1;
    header.sequence = sequence;
    return header;
  }

  ff_parser parser_{};
  std::uint32_t sequence_ = 0;
};

pid_t start_process(const std::function<void()>& body) {
  const pid_t child = fork();
  if (child != 0) return child;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  body();
  _exit(0);
}

/// One end of a pseudo-terminal answers; `path` is the other.
struct TerminalPeer {
  TerminalPeer() {
    int master = -1;
    char name[64] = {};
    termios raw{};
    cfmakeraw(&raw);
    if (openpty(&master, &held, name, &raw, nullptr) != 0) throw std::runtime_error("no pseudo-terminal");
    path = name;
    process = start_process([master] {
      Answerer answerer;
      std::uint8_t bytes[512];
      for (ssize_t count = 0; (count = read(master, bytes, sizeof bytes)) > 0;) {
        answerer.answer({bytes, static_cast<std::size_t>(count)},
                        [master](std::span<const std::uint8_t> frame) {
                          if (write(master, frame.data(), frame.size()) < 0) _exit(1);
                        });
      }
    });
    close(master);
  }
  ~TerminalPeer() {
    kill(process, SIGKILL);
    waitpid(process, nullptr, 0);
    close(held);
  }
  TerminalPeer(const TerminalPeer&) = delete;
  TerminalPeer& operator=(const TerminalPeer&) = delete;
  int held = -1;  // so that the master does not see a hang-up between two users
  std::string path;
  pid_t process = -1;
};

struct UdpPeer {
  UdpPeer() {
    UdpSocket socket = UdpSocket::listen(resolve_udp_address("127.0.0.1:0"));
    address = to_string(socket.local_address());
    process = start_process([&socket] {
      Answerer answerer;
      std::uint8_t bytes[512];
      UdpDatagram datagram;
      for (;;) {
        socket.wait(std::chrono::seconds(10));
        if (socket.receive(bytes, datagram) != UdpResult::kDone) continue;
        answerer.answer(std::span(bytes).first(datagram.size),
                        [&](std::span<const std::uint8_t> frame) { socket.send_to(datagram.sender, frame); });
      }
    });
  }
  ~UdpPeer() {
    kill(process, SIGKILL);
    waitpid(process, nullptr, 0);
  }
  UdpPeer(const UdpPeer&) = delete;
  UdpPeer& operator=(const UdpPeer&) = delete;
  std::string address;
  pid_t process = -1;
};

/// A valid command frame, for the ways that have no codec.
std::vector<std::uint8_t> make_command_frame() {
  ff_header header{};
  header.session = 1;
  header.sequence = 1;
  ff_command command{};
  command.joint_count = kJoints;
  std::vector<std::uint8_t> frame(FF_COMMAND_FRAME_SIZE);
  ff_encode_command(header, &command, frame.data());
  return frame;
}

void wait_readable(int descriptor) {
  pollfd entry{descriptor, POLLIN, 0};
  if (poll(&entry, 1, 10000) != 1) throw std::runtime_error("no answer within 10 s");
}

JointCommand make_command() {
  JointCommand command;
  command.rates = JointVector::Constant(kJoints, 0.1);
  command.time_to_live = std::chrono::milliseconds(60);
  return command;
}

void make_round_trip(JointLink& link, MonotonicClock& clock, const std::function<void()>& wait) {
  static const JointCommand command = make_command();
  link.send(command, clock.now());
  do {
    wait();
  } while (!link.poll(clock.now()));
}

/// One way of talking, and what was measured of it.
struct Way {
  std::string name;
  std::function<void()> round_trip;
  std::vector<double> times_us;
  double cpu_us = 0.0;
};

double process_cpu_us() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e6 + static_cast<double>(time.tv_nsec) * 1e-3;
}

void measure(Way& way, MonotonicClock& clock, int count) {
  const double cpu = process_cpu_us();
  for (int i = 0; i < count; ++i) {
    const Time begin = clock.now();
    way.round_trip();
    way.times_us.push_back(to_seconds(clock.now() - begin) * 1e6);
  }
  way.cpu_us += process_cpu_us() - cpu;
}

double quantile(std::vector<double>& values, double share) {
  const auto at = static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), values.begin() + at, values.end());
  return values[static_cast<std::size_t>(at)];
}

void print(Way& way, Way& reference) {
  const auto count = static_cast<double>(way.times_us.size());
  const auto reference_count = static_cast<double>(reference.times_us.size());
  const double median = quantile(way.times_us, 0.5);
  std::printf("%-38s %8.1f %8.1f %8.2f %10.1f %8.2f\n", way.name.c_str(), median,
              quantile(way.times_us, 0.99), median / quantile(reference.times_us, 0.5), way.cpu_us / count,
              way.cpu_us / count / (reference.cpu_us / reference_count));
}

void print_wire_times() {
  std::printf("\nwire time of command (%d bytes) and status (%d bytes), which comes on top on a real line:\n",
              int{FF_COMMAND_FRAME_SIZE}, int{FF_STATUS_FRAME_SIZE});
  for (const int baud_rate : {115200, 921600, 3000000}) {
    std::printf("%9d baud  %7.3f + %7.3f ms\n", baud_rate,
                to_seconds(wire_time(FF_COMMAND_FRAME_SIZE, baud_rate)) * 1e3,
                to_seconds(wire_time(FF_STATUS_FRAME_SIZE, baud_rate)) * 1e3);
  }
}

void run(int count) {
  const TerminalPeer raw_peer, link_peer, libserial_peer;
  const UdpPeer raw_udp_peer, link_udp_peer;
  MonotonicClock clock;
  const std::vector<std::uint8_t> frame = make_command_frame();
  std::uint8_t answer[FF_STATUS_FRAME_SIZE];

  // Settings of the bare ways are libserial's and ours too.
  SerialPort raw({raw_peer.path, 921600});
  SerialLink serial_link({.port = {link_peer.path, 921600}, .joint_count = kJoints});
  LibSerial::SerialPort libserial(libserial_peer.path, LibSerial::BaudRate::BAUD_921600);
  LibSerial::DataBuffer received;
  UdpSocket raw_udp = UdpSocket::connect(resolve_udp_address(raw_udp_peer.address));
  UdpLink udp_link({.address = link_udp_peer.address, .joint_count = kJoints});

  const auto raw_serial_round_trip = [&] {
    if (write(raw.descriptor(), frame.data(), frame.size()) < 0) throw std::runtime_error("write failed");
    for (std::size_t have = 0; have < sizeof answer;) {
      wait_readable(raw.descriptor());
      const ssize_t got = read(raw.descriptor(), answer + have, sizeof answer - have);
      if (got > 0) have += static_cast<std::size_t>(got);
    }
  };
  const auto raw_udp_round_trip = [&] {
    if (send(raw_udp.descriptor(), frame.data(), frame.size(), 0) < 0)
      throw std::runtime_error("send failed");
    wait_readable(raw_udp.descriptor());
    if (recv(raw_udp.descriptor(), answer, sizeof answer, 0) < 0) throw std::runtime_error("recv failed");
  };
  const auto wait_serial = [&] { serial_link.listen(clock, clock.now() + std::chrono::seconds(10)); };
  const auto wait_udp = [&] { udp_link.wait(std::chrono::seconds(10)); };
  Way ways[] = {{"pty: write, poll, read", raw_serial_round_trip, {}, 0.0},
                {"pty: SerialLink", [&] { make_round_trip(serial_link, clock, wait_serial); }, {}, 0.0},
                {"pty: libserial Write, Read",
                 [&] {
                   libserial.Write(frame);
                   libserial.Read(received, FF_STATUS_FRAME_SIZE, 10000);
                 },
                 {},
                 0.0},
                {"udp: send, poll, recv", raw_udp_round_trip, {}, 0.0},
                {"udp: UdpLink", [&] { make_round_trip(udp_link, clock, wait_udp); }, {}, 0.0}};
  for (Way& way : ways) measure(way, clock, kBlock);  // warm-up
  for (Way& way : ways) {
    way.times_us.clear();
    way.cpu_us = 0.0;
  }
  for (int done = 0; done < count; done += kBlock) {
    for (Way& way : ways) measure(way, clock, kBlock);
  }
  std::printf("%-38s %8s %8s %8s %10s %8s\n", "round trips, us", "median", "p99", "ratio", "CPU each",
              "ratio");
  for (int i = 0; i < 3; ++i) print(ways[i], ways[0]);
  for (int i = 3; i < 5; ++i) print(ways[i], ways[3]);
  print_wire_times();
}

}  // namespace
}  // namespace freefloat

int main(int argc, char** argv) {
  try {
    freefloat::run(argc > 1 ? std::max(1, std::atoi(argv[1])) : 10000);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "link_bench: %s\n", error.what());
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
