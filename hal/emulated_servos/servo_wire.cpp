#include "hal/emulated_servos/servo_wire.h"

#include <fcntl.h>
#include <pty.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "hal/hal_error.h"
#include "hal/serial/serial_port.h"

namespace freefloat {

ServoWire::ServoWire(const WireParameters& wire, int baud_rate, std::uint64_t seed)
    : baud_rate_(baud_rate),
      seed_(seed),
      to_servos_(wire, Random(seed, "servo wire to servos")),
      to_program_(wire, Random(seed, "servo wire to program")) {
  termios raw{};
  cfmakeraw(&raw);
  std::array<char, 64> name{};
  if (openpty(&master_, &held_slave_, name.data(), &raw, nullptr) != 0)
    throw HalError(std::string("no pseudo-terminal for emulated servos: ") + std::strerror(errno));
  path_ = name.data();
  fcntl(master_, F_SETFL, O_NONBLOCK);
  fcntl(master_, F_SETFD, FD_CLOEXEC);
  fcntl(held_slave_, F_SETFD, FD_CLOEXEC);
}

ServoWire::~ServoWire() {
  close(held_slave_);
  close(master_);
}

void ServoWire::put_on_wire(std::span<const std::uint8_t> bytes, LinkWay way, Time now, BytePipe& pipe) {
  if (faults_->cuts(way, now)) return;
  while (!bytes.empty()) {
    const auto part = bytes.first(std::min<std::size_t>(bytes.size(), FF_MAX_FRAME_SIZE));
    faults_->send(part, way, now, pipe);
    bytes = bytes.subspan(part.size());
  }
}

void ServoWire::collect(Time now, const std::vector<ScheduledFault>* faults) {
  if (faults != nullptr && !faults_) faults_.emplace(*faults, seed_);
  std::array<std::uint8_t, 1024> bytes;
  // Until nothing is left: a pseudo-terminal hands over in pieces.
  for (ssize_t count = 0; (count = ::read(master_, bytes.data(), bytes.size())) > 0;) {
    const auto part = std::span(bytes).first(count);
    if (faults_) {
      put_on_wire(part, LinkWay::kToBoard, now, to_servos_);
    } else {
      under_way_.push_back({now, {part.begin(), part.end()}});
    }
  }
  if (!faults_) return;
  if (const auto noise = faults_->make_noise(now); !noise.empty())
    under_way_.push_back({now, {noise.begin(), noise.end()}});
  Time arrival;
  for (auto part = to_servos_.receive(now, arrival); !part.empty(); part = to_servos_.receive(now, arrival)) {
    if (faults_->cuts(LinkWay::kToBoard, arrival)) continue;
    under_way_.push_back({arrival + wire_time(part.size(), baud_rate_), {part.begin(), part.end()}});
  }
}

std::optional<std::vector<std::uint8_t>> ServoWire::take(Time now, Time& arrival) {
  if (under_way_.empty() || under_way_.front().at > now) return std::nullopt;
  arrival = under_way_.front().at;
  auto bytes = std::move(under_way_.front().bytes);
  under_way_.pop_front();
  return bytes;
}

Time ServoWire::answer(std::span<const std::uint8_t> bytes, Time begin) {
  line_free_ = std::max(begin, line_free_) + wire_time(bytes.size(), baud_rate_);
  answers_.push_back({line_free_, {bytes.begin(), bytes.end()}});
  return line_free_;
}

void ServoWire::write(std::span<const std::uint8_t> bytes) {
  // Nobody may be reading; then the newest is lost, as on a line.
  static_cast<void>(!::write(master_, bytes.data(), bytes.size()));
}

void ServoWire::deliver(Time now, const std::vector<ScheduledFault>* faults) {
  while (!answers_.empty() && answers_.front().at <= now) {
    while (gathers_ && answers_.size() > 1 && answers_[1].at <= now) {
      auto& later = answers_[1].bytes;
      later.insert(later.begin(), answers_.front().bytes.begin(), answers_.front().bytes.end());
      answers_.pop_front();
    }
    if (faults != nullptr && faults_) {
      put_on_wire(answers_.front().bytes, LinkWay::kToPc, now, to_program_);
    } else {
      write(answers_.front().bytes);
    }
    answers_.pop_front();
  }
  if (!faults_) return;
  Time arrival;
  for (auto part = to_program_.receive(now, arrival); !part.empty();
       part = to_program_.receive(now, arrival)) {
    if (!faults_->cuts(LinkWay::kToPc, arrival)) write(part);
  }
}

}  // namespace freefloat
