#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "doctor/finding.h"
#include "hal/clock.h"
#include "hal/hardware_config.h"
#include "hal/joint_link.h"
#include "types/time.h"

namespace freefloat {

// What is too much for a loop over this link.
inline constexpr double kLargeTripShare = 0.5;        ///< of the loop's period, for a round trip
inline constexpr double kManyUnansweredShare = 0.02;  ///< of the commands

/// Where the time of a round trip goes, medians.
struct RoundTrip {
  std::uint64_t asked = 0;     ///< commands sent
  std::uint64_t answered = 0;  ///< that a status told of
  Duration p50{};              ///< from sending a command until its status is here
  Duration p99{};
  Duration wire{};   ///< bytes of both frames at the baud rate; zero where there is no such wire
  Duration board{};  ///< from a command's arrival until its board reads the sensors for the answer
  Duration pc{};     ///< until the waiting program runs: a median wake-up
  Duration rest() const { return p50 - wire - board - pc; }  ///< adapters, drivers, the board's receiver
};

/// What the doctor found out about the way to the servo board, and the board.
struct LinkExamination {
  std::string name;     ///< port or address
  std::string problem;  ///< why nothing could be asked; empty when it could
  std::string risk;     ///< of a link that is without a key on purpose; empty for others
  std::optional<BoardIdentity> identity;
  std::optional<JointFeedback> status;  ///< newest
  bool in_use = false;                  ///< another controller commands the board; it was left in peace
  LinkHealth health;
  std::string diagnosis;  ///< of the link, in plain words; empty when nothing is wrong
  RoundTrip round_trip;
};

/// Listens to the board, asks who it is, and measures round trips with commands that keep the drives off.
/// Sends none while another controller commands the board.
/// @param wire Of a command and a status together; zero where bytes cost no time.
/// @param wake_up Median lateness of a wake-up of this PC.
LinkExamination examine_link(JointLink& link, Clock& clock, Duration length, Duration wire, Duration wake_up,
                             const std::atomic<bool>& stop);

/// Opens the link of a testbed and does that. What cannot be opened becomes the answer's `problem`.
LinkExamination examine_link(const LinkConfig& config, int joint_count, Duration length, Duration wake_up,
                             const std::atomic<bool>& stop);

/// @param loop_period Of the control loop.
std::vector<Finding> judge_link(const LinkExamination& link, Duration loop_period);

}  // namespace freefloat
