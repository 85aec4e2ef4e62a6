#pragma once

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "hal/sim/byte_pipe.h"
#include "hal/sim/link_faults.h"

namespace freefloat {

/// The wire between a program and emulated servos: a pseudo-terminal that the program opens as its serial
/// port, with the delays, losses and faults of a simulated wire, and the time that bytes take on it. Its time
/// is that of whoever calls: in lockstep the program and this are one thread, and every byte that was written
/// is read.
class ServoWire {
 public:
  /// @throws HalError when the system has no pseudo-terminal to give.
  ServoWire(const WireParameters& wire, int baud_rate, std::uint64_t seed);
  ~ServoWire();
  ServoWire(const ServoWire&) = delete;
  ServoWire& operator=(const ServoWire&) = delete;

  /// @return What the program opens.
  const std::string& path() const { return path_; }

  /// What the servos say within a step goes into one piece, as USB hands over what came within a millisecond.
  void gather_answers() { gathers_ = true; }

  /// Takes what the program has written. @param faults Of the wire; null: it is perfect and has no delay.
  void collect(Time now, const std::vector<ScheduledFault>* faults);

  /// @return Bytes that have reached the servos by `now`; nothing: no more. @param arrival When they did.
  std::optional<std::vector<std::uint8_t>> take(Time now, Time& arrival);

  /// Sends an answer whose first byte goes out at `begin`, or when the line is free. @return When its last
  /// one has gone.
  Time answer(std::span<const std::uint8_t> bytes, Time begin);

  /// Hands the program what has reached it.
  void deliver(Time now, const std::vector<ScheduledFault>* faults);

 private:
  struct Chunk {
    Time at{};
    std::vector<std::uint8_t> bytes;
  };

  void put_on_wire(std::span<const std::uint8_t> bytes, LinkWay way, Time now, BytePipe& pipe);
  void write(std::span<const std::uint8_t> bytes);

  int baud_rate_;
  bool gathers_ = false;
  int master_ = -1;
  int held_slave_ = -1;
  std::string path_;
  std::uint64_t seed_;
  std::optional<LinkFaults> faults_;
  BytePipe to_servos_;
  BytePipe to_program_;
  std::deque<Chunk> under_way_;  // to the servos, on the slow wire
  std::deque<Chunk> answers_;    // on their way out of the servos
  Time line_free_ = Time::min();
};

}  // namespace freefloat
