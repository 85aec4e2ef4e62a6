#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "hal/sim/sim_config.h"
#include "types/random.h"
#include "wire/frame.h"

namespace freefloat {

/// One direction of a simulated wire: frames come out after the latency, in order, some lost, some with a
/// flipped bit.
class BytePipe {
 public:
  BytePipe(const WireParameters& wire, Random random) : wire_(wire), random_(random) {}

  /// Puts one frame in. @return False when the sender's buffer is full: the frame is dropped.
  bool send(std::span<const std::uint8_t> bytes, Time now);

  /// Takes the next frame that has arrived by `now`, empty if none has.
  /// @param arrival Set to the time of its arrival.
  /// @return Valid until the next `send`.
  std::span<const std::uint8_t> receive(Time now, Time& arrival);

  /// Loses everything that is under way.
  void clear() { count_ = 0; }

 private:
  struct Chunk {
    Time arrival{};
    std::size_t size = 0;
    std::array<std::uint8_t, FF_MAX_FRAME_SIZE> bytes{};
  };
  static constexpr std::size_t kCapacity = 64;

  WireParameters wire_;
  Random random_;
  std::array<Chunk, kCapacity> chunks_{};
  std::size_t first_ = 0;
  std::size_t count_ = 0;
};

}  // namespace freefloat
