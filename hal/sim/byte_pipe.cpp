#include "hal/sim/byte_pipe.h"

#include <algorithm>

namespace freefloat {

bool BytePipe::send(std::span<const std::uint8_t> bytes, Time now) {
  // Both draws are made for every frame, so that one effect does not shift the random numbers of the other.
  const bool lost = random_.uniform() < wire_.loss;
  const bool corrupted = random_.uniform() < wire_.corruption;
  if (bytes.empty() || bytes.size() > FF_MAX_FRAME_SIZE || count_ == kCapacity) return false;
  if (lost) return true;
  Chunk& chunk = chunks_[(first_ + count_) % kCapacity];
  ++count_;
  chunk.arrival = now + wire_.latency;
  chunk.size = bytes.size();
  std::copy(bytes.begin(), bytes.end(), chunk.bytes.begin());
  if (corrupted) {
    const auto bit = static_cast<std::size_t>(random_.uniform() * 8.0 * static_cast<double>(bytes.size()));
    chunk.bytes[bit / 8] = static_cast<std::uint8_t>(chunk.bytes[bit / 8] ^ (1u << (bit % 8)));
  }
  return true;
}

std::span<const std::uint8_t> BytePipe::receive(Time now, Time& arrival) {
  if (count_ == 0 || chunks_[first_].arrival > now) return {};
  const Chunk& chunk = chunks_[first_];
  first_ = (first_ + 1) % kCapacity;
  --count_;
  arrival = chunk.arrival;
  return {chunk.bytes.data(), chunk.size};
}

}  // namespace freefloat
