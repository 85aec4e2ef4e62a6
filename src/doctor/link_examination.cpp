#include "doctor/link_examination.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>

#include "doctor/timer_latency.h"
#include "hal/hal_error.h"
#include "hal/link_key.h"
#include "hal/make/make_link.h"
#include "hal/monotonic_clock.h"
#include "hal/serial/emulated_port.h"
#include "hal/serial/serial_port.h"
#include "runtime/board_check.h"
#include "runtime/explain_faults.h"
#include "wire/frame.h"

namespace freefloat {

namespace {

constexpr Duration kListenFor = std::chrono::milliseconds(300);  // before anything is sent
constexpr Duration kForAnswer = std::chrono::milliseconds(100);
constexpr Duration kBetween = std::chrono::milliseconds(20);
constexpr Duration kLease = std::chrono::milliseconds(500);

JointCommand drives_off(int joint_count) {
  JointCommand command;
  command.rates = JointVector::Zero(joint_count);
  command.time_to_live = std::chrono::milliseconds(60);
  return command;
}

/// An emulated board's port: its bytes cost no time, whatever the baud rate says.
bool is_pseudo_terminal(const std::string& port) {
  std::error_code error;
  return std::filesystem::canonical(port, error).string().starts_with("/dev/pts/");
}

/// Waits for statuses until `until`, or until one tells of a command from number `sequence` on.
std::optional<JointFeedback> wait_for_status(JointLink& link, Clock& clock, Time until,
                                             std::uint32_t sequence) {
  constexpr Duration kStep = std::chrono::microseconds(100);
  std::optional<JointFeedback> newest;
  while (clock.now() < until) {
    const Time before = clock.now();
    link.listen(clock, until);
    if (const auto status = link.poll(clock.now())) {
      newest = status;
      if (sequence != 0 && status->accepted_sequence >= sequence) return newest;
    }
    if (clock.now() - before < kStep) clock.sleep_until(before + kStep);
  }
  return newest;
}

void measure_round_trips(JointLink& link, Clock& clock, Duration length, LinkExamination& found,
                         const std::atomic<bool>& stop) {
  const JointCommand command = drives_off(link.health().own_joint_count);
  std::vector<Duration> trips;
  std::vector<Duration> ages;
  const Time end = clock.now() + length;
  while (clock.now() < end && !stop) {
    const Time sent = clock.now();
    link.send(command, sent);
    const auto sequence = static_cast<std::uint32_t>(link.health().sent);
    ++found.round_trip.asked;
    const auto status = wait_for_status(link, clock, sent + kForAnswer, sequence);
    if (status) found.status = status;
    if (status && status->accepted_sequence >= sequence) {
      trips.push_back(clock.now() - sent);
      ages.push_back(status->accepted_age);
    }
    clock.sleep_until(sent + kBetween);
  }
  found.round_trip.answered = trips.size();
  found.round_trip.board = quantile(ages, 0.5);
  found.round_trip.p99 = quantile(trips, 0.99);
  found.round_trip.p50 = quantile(trips, 0.5);
}

std::string milliseconds(Duration duration) {
  return fmt::format("{:.2f} ms", 1e3 * to_seconds(duration));
}

std::string name_state(BoardState state) {
  constexpr std::array kNames{"off", "enabled", "running", "timed out", "in fault", "stopped"};
  const auto i = static_cast<std::size_t>(state);
  return i < kNames.size() ? kNames[i] : "unknown";
}

Finding judge_board(const LinkExamination& link) {
  Finding finding{Grade::kGood, "board", "", ""};
  if (link.identity) finding.text = describe_board(*link.identity);
  if (link.status) {
    finding.text +=
        (finding.text.empty() ? "" : "; ") + std::string("now ") + name_state(link.status->board_state);
    const std::string trouble = explain_board(*link.status);
    if (!trouble.empty()) {
      finding.grade = Grade::kWarning;
      finding.text += ": " + trouble;
      finding.remedy = "find the cause before a run; a run of hardware in the loop also needs its plant";
    }
  }
  if (!link.diagnosis.empty()) {
    finding.grade = Grade::kProblem;
    finding.text += (finding.text.empty() ? "" : "; ") + link.diagnosis;
  }
  if (finding.text.empty()) {
    finding.grade = Grade::kProblem;
    finding.text = "does not answer";
    finding.remedy = "check its supply, and that this is its port";
  }
  return finding;
}

Finding judge_round_trip(const LinkExamination& link, Duration loop_period) {
  const RoundTrip& trip = link.round_trip;
  Finding finding{Grade::kGood, "round trip", "", ""};
  if (link.in_use) {
    return {Grade::kNote, "round trip", "not measured: another controller commands the board",
            "end the other program, then ask again"};
  }
  if (trip.answered == 0) {
    return {Grade::kProblem, "round trip", "no command was answered",
            link.diagnosis.empty() ? "check the way to the board" : ""};
  }
  finding.text = milliseconds(trip.p50) + " at the median, " + milliseconds(trip.p99) +
                 " in 99 of 100 cases; of the median: wire " + milliseconds(trip.wire) + ", board " +
                 milliseconds(trip.board) + ", waking this PC " + milliseconds(trip.pc) +
                 ", adapters and the rest " + milliseconds(trip.rest());
  const double unanswered = 1.0 - static_cast<double>(trip.answered) / static_cast<double>(trip.asked);
  if (unanswered > kManyUnansweredShare) {
    finding.text += fmt::format("; {:.0f} % unanswered", 100.0 * unanswered);
    finding.grade = Grade::kProblem;
    finding.remedy = "the line loses frames: check cable, ground, or the radio's distance";
  } else if (to_seconds(trip.p99) > kLargeTripShare * to_seconds(loop_period)) {
    finding.grade = Grade::kWarning;
    finding.remedy = "too slow for this loop; see the last line";
  }
  return finding;
}

}  // namespace

LinkExamination examine_link(JointLink& link, Clock& clock, Duration length, Duration wire, Duration wake_up,
                             const std::atomic<bool>& stop) {
  LinkExamination found;
  found.identity = await_identity(link, clock);
  found.status = wait_for_status(link, clock, clock.now() + kListenFor, 0);
  // Statuses tell how old the newest command is, whoever sent it.
  const LinkHealth before = link.health();
  found.in_use = found.status && before.lease_session != 0 && before.lease_session != before.own_session &&
                 found.status->accepted_age < kLease;
  if (!found.in_use) measure_round_trips(link, clock, length, found, stop);
  found.round_trip.wire = found.round_trip.answered > 0 ? wire : Duration::zero();
  found.round_trip.pc = found.round_trip.answered > 0 ? wake_up : Duration::zero();
  found.health = link.health();
  found.diagnosis = found.in_use ? "" : diagnose(found.health, clock.now());
  return found;
}

LinkExamination examine_link(const LinkConfig& config, int joint_count, Duration length, Duration wake_up,
                             const std::atomic<bool>& stop) {
  const bool serial = config.type == LinkType::kSerial;
  LinkExamination found;
  try {
    MonotonicClock clock;
    const auto link = make_link(config, joint_count);
    const bool has_wire = serial && !is_pseudo_terminal(find_serial_port(config.port, "command"));
    const Duration wire = has_wire ? wire_time(FF_COMMAND_FRAME_SIZE + FF_STATUS_FRAME_SIZE, config.baud_rate)
                                   : Duration::zero();
    found = examine_link(*link, clock, length, wire, wake_up, stop);
  } catch (const HalError& error) {
    found.problem = error.what();
  }
  found.name =
      serial ? config.port + " at " + std::to_string(config.baud_rate) + " baud" : "udp " + config.address;
  found.risk = warn_of_missing_key(config);
  return found;
}

std::vector<Finding> judge_link(const LinkExamination& link, Duration loop_period) {
  if (!link.problem.empty()) return {{Grade::kProblem, "link", link.problem, ""}};
  const Finding way = link.risk.empty() ? Finding{Grade::kGood, "link", link.name, ""}
                                        : Finding{Grade::kWarning, "link", link.name + ": " + link.risk, ""};
  return {way, judge_board(link), judge_round_trip(link, loop_period)};
}

}  // namespace freefloat
