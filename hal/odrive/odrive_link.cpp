#include "hal/odrive/odrive_link.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "hal/hal_error.h"
#include "hal/odrive/odrive_errors.h"
#include "servo/plausibility.h"

namespace freefloat {
namespace {

constexpr const char* kEndOfNoise = "*1\n";  // a wrong check: ignored, with what stood before it
constexpr double kJawTurns = 0.01;           // turns
constexpr double kJawSpeed = 0.02;           // turns/s

}  // namespace

Duration odrive_stop_bound(Duration time_to_live) {
  constexpr Duration kCoastingTime = std::chrono::milliseconds(6000);
  return time_to_live + kCoastingTime;
}

OdriveLink::OdriveLink(const OdriveLinkConfig& config)
    : config_(config.servos), baud_rate_(config.ports.front().baud_rate), gate_(config.servos.limits) {
  for (const SerialPortConfig& port : config.ports) boards_.push_back(std::make_unique<Board>(port));
  for (std::size_t i = 0; i < config_.joints.size(); ++i)
    axes_.push_back({.number = config_.joints[i].id, .name = "joint " + std::to_string(i + 1)});
  if (config_.gripper) axes_.push_back({.number = config_.gripper->id, .name = "gripper"});
  for (const Axis& axis : axes_) {
    if (axis.board() >= boards_.size()) {
      throw HalError(
          fmt::format("{}: axis {} is of board {}, but hardware.link.port names {}; two ports with a comma "
                      "between are two "
                      "boards",
                      axis.name, axis.number, axis.board() + 1, boards_.size()));
    }
  }
  constexpr std::array kTurns{About::kState, About::kWatchdog, About::kState, About::kTimeout};
  for (std::size_t turn = 0; turn < kTurns.size(); ++turn) {
    for (const About about : {About::kError, kTurns[turn], About::kMotion}) {
      for (std::size_t i = 0; i < axes_.size(); ++i)
        boards_[axes_[i].board()]->questions[turn].push_back({i, about});
    }
  }
  for (Exchange& exchange : exchanges_) exchange.motions.resize(joint_count());
  set_up(config.while_waiting);
  health_ = LinkHealth{};
  health_.own_joint_count = health_.board_joint_count = static_cast<int>(joint_count());
}

std::string OdriveLink::describe() const {
  std::string text = std::to_string(boards_.size()) + (boards_.size() == 1 ? " ODrive" : " ODrives");
  for (const Axis& axis : axes_) text += ", " + axis.name + ": axis " + std::to_string(axis.number);
  return text + ", watchdog " + std::to_string(config_.time_to_live.count() / 1000000) + " ms";
}

std::string OdriveLink::describe_trouble() const {
  std::string text;
  for (const Axis& axis : axes_) {
    const std::string words = describe_odrive_error(axis.said.error);
    if (!words.empty()) text += (text.empty() ? "" : ", ") + axis.name + "'s axis: " + words;
  }
  for (const Axis& axis : axes_) {
    if (text.empty() && axis.said.forgot)
      text = axis.name +
             "'s ODrive was without power, and has forgotten what it was told: start the program " +
             "again, so that it is set up";
  }
  if (text.empty() && unplugged_)
    text = "an ODrive was unplugged: start the program again, so that it is set up";
  return text;
}

// A state is told again once a later answer shows that it was not taken: told twice, a drive enters it twice.
void OdriveLink::tell_state(Axis& axis, bool energy) {
  if (energy && axis.ran) return;
  if (axis.told != 0 && axis.said.asked[static_cast<std::size_t>(About::kState)] <= axis.told) return;
  boards_[axis.board()]->request +=
      odrive_line("w " + axis.prefix() + "requested_state " + std::to_string(energy ? kClosedLoop : kIdle));
  axis.told = cycle_;
}

void OdriveLink::put_axis(Axis& axis, bool energy, double rate) {
  std::string& request = boards_[axis.board()]->request;
  const bool running = axis.said.state == kClosedLoop;
  axis.ran = energy && (axis.ran || (running && axis.said.watched));
  if (axis.ran && (!running || !axis.said.watched)) return;
  if (energy && (!running || !axis.said.watched)) {
    request += odrive_line("v " + axis.index() + " 0 0");
    request += odrive_line("w " + axis.prefix() + "config.enable_watchdog 1");
    if (!running) tell_state(axis, true);
  } else if (energy) {
    request += odrive_line("v " + axis.index() + " " + odrive_number(rate) + " 0");
  } else if (running || axis.said.watched) {
    if (running) tell_state(axis, false);
    request += odrive_line("w " + axis.prefix() + "config.enable_watchdog 0");
  }
}

// The jaws keep what they do when the joints are stopped, and no watchdog lets them go.
void OdriveLink::put_gripper(Axis& axis) {
  axis.ran = gate_.wants_energy() && (axis.ran || axis.said.state == kClosedLoop);
  if (!gate_.wants_energy()) return;
  std::string& request = boards_[axis.board()]->request;
  closing_ = gate_.wants_closed_gripper();
  const double goal = (closing_ ? config_.gripper->closed : config_.gripper->open) / kShaftTurn;
  request += odrive_line("p " + axis.index() + " " + odrive_number(goal) + " 0 0");
  if (axis.said.state != kClosedLoop) tell_state(axis, true);
}

void OdriveLink::transmit(Time now) {
  Duration longest{};
  for (const auto& board : boards_) {
    if (!board->port.is_open()) continue;
    const std::string& text = board->request;
    if (board->port.write_or_drop({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}))
      ++health_.dropped;
    longest = std::max(longest, wire_time(text.size(), baud_rate_));
  }
  ++health_.sent;
  Exchange& exchange = exchanges_[cycle_ % exchanges_.size()];
  exchange.cycle = cycle_;
  exchange.sent_at = now;
  exchange.read_at = now + config_.latency + longest;
  exchange.heard = 0;
}

void OdriveLink::send(const JointCommand& command, Time now) {
  gate_.command(command, now);
  ++cycle_;
  for (const auto& board : boards_) {
    board->request = kEndOfNoise;
    if (board->port.came_back()) {
      board->reader.start_over();
      board->opened.reset();
    }
    unplugged_ = unplugged_ || board->port.reopenings() > 0 || !board->port.is_open();
  }
  if (gate_.take_clear()) {
    for (const auto& board : boards_) board->request += odrive_line("sc");
  }
  const JointVector rates = gate_.rates();
  for (std::size_t i = 0; i < joint_count(); ++i) {
    const double rate = config_.joints[i].to_shaft_rate(rates[static_cast<Eigen::Index>(i)]);
    put_axis(axes_[i], gate_.wants_energy() && heard_, rate / kShaftTurn);
  }
  if (config_.gripper) put_gripper(axes_.back());
  for (const auto& board : boards_) put_questions(*board);
  transmit(now);
}

void OdriveLink::receive(Time now) {
  std::array<std::uint8_t, 512> bytes;
  for (const auto& board : boards_) {
    for (int i = 0; i < 16; ++i) {
      const auto received = board->port.read(bytes);
      if (received.empty()) break;
      health_.received_bytes += received.size();
      health_.newest_byte = now;
      board->reader.add(received);
      while (const auto line = board->reader.take()) take_line(*board, *line, now);
    }
  }
}

ServoReport OdriveLink::report() const {
  ServoReport report;
  report.energised = true;
  report.restarted = unplugged_ || std::any_of(axes_.begin(), axes_.end(),
                                               [](const Axis& axis) { return axis.said.forgot; });
  for (std::size_t i = 0; i < joint_count(); ++i) {
    const AxisState& said = axes_[i].said;
    report.energised = report.energised && said.state == kClosedLoop && said.watched;
    report.any_energised = report.any_energised || said.state == kClosedLoop;
    report.timed_out = report.timed_out || odrive_watchdog_expired(said.error);
    if (const std::uint16_t faults = odrive_faults(said.error); faults != 0)
      report.faults = static_cast<std::uint16_t>(report.faults | faults | (1u << (FF_FAULT_JOINT_SHIFT + i)));
  }
  return report;
}

GripperState OdriveLink::gripper_state() const {
  if (!config_.gripper || !closing_) return GripperState::kOpen;
  const AxisState& said = axes_.back().said;
  if (std::abs(said.position - config_.gripper->closed / kShaftTurn) < kJawTurns) return GripperState::kEmpty;
  const bool begun = std::abs(said.position - config_.gripper->open / kShaftTurn) > kJawTurns;
  return begun && std::abs(said.velocity) < kJawSpeed ? GripperState::kHolding : GripperState::kClosing;
}

void OdriveLink::accept_all(const Exchange& exchange, Time now) {
  if (answered_ != 0) health_.lost += exchange.cycle - answered_ - 1;
  answered_ = exchange.cycle;
  heard_ = true;
  health_.count_answer(exchange.sent_at, now);
  JointFeedback feedback;
  feedback.sample_time = std::min(exchange.read_at, now);
  feedback.angles.resize(static_cast<Eigen::Index>(joint_count()));
  feedback.rates.resize(feedback.angles.size());
  for (std::size_t i = 0; i < joint_count(); ++i) {
    const auto j = static_cast<Eigen::Index>(i);
    feedback.angles[j] = config_.joints[i].to_joint_angle(exchange.motions[i][0] * kShaftTurn);
    feedback.rates[j] = config_.joints[i].to_joint_rate(exchange.motions[i][1] * kShaftTurn);
  }
  gate_.report(report(), feedback, now);
  feedback.gripper = gripper_state();
  feedback.accepted_sequence = exchange.cycle;
  feedback.accepted_age = now - exchange.sent_at;
  newest_ = feedback;
}

std::optional<JointFeedback> OdriveLink::poll(Time now) {
  receive(now);
  return std::exchange(newest_, std::nullopt);
}

void OdriveLink::listen(Clock& clock, Time until) {
  for (Time now = clock.now(); answered_ < cycle_ && now < until; now = clock.now()) {
    constexpr Duration kStep = std::chrono::milliseconds(1);
    if (boards_.front()->port.is_open())
      boards_.front()->port.get().wait(std::min<Duration>(until - now, kStep));
    receive(clock.now());
  }
}

LinkHealth OdriveLink::health() const {
  LinkHealth health = health_;
  health.connected = true;
  for (const auto& board : boards_) {
    health.connected = health.connected && board->port.is_open();
    health.reconnects += board->port.reopenings();
    health.rejects.check += board->reader.failed_checks();
  }
  health.rejected = health.rejects.sum();
  return health;
}

}  // namespace freefloat
