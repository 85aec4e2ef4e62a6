#include "hal/sim/link_faults.h"

#include <algorithm>

#include "wire/identity.h"

namespace freefloat {
namespace {

constexpr double kNoiseShare = 0.25;     // of the steps have noise,
constexpr double kMostNoise = 24.0;      // of at most so many bytes
constexpr unsigned kVersionStep = 0x10;  // one version further, in the byte that holds version and type
constexpr std::size_t kVersionByte = 2;

/// What a board of the next version would send: command and status frames of its own definition, but an
/// identity that everybody reads.
void change_version(std::uint8_t* frame) {
  ff_header header;
  ff_read_header(frame, &header);
  if (header.type == FF_FRAME_QUERY) return;
  if (header.type == FF_FRAME_IDENTITY) {
    ff_identity identity;
    ff_decode_identity(frame, &identity);
    ++identity.protocol_version;
    identity.definition_hash = ~identity.definition_hash;
    ff_encode_identity(header, &identity, frame);
    return;
  }
  frame[kVersionByte] = static_cast<std::uint8_t>(frame[kVersionByte] + kVersionStep);
  ff_reseal_frame(frame);
}

}  // namespace

std::span<const std::uint8_t> LinkFaults::pass(std::span<const std::uint8_t> frame, Time now) {
  const bool garbage = active(SimFault::kLinkGarbage, now);
  if (frame.empty() || !(garbage || active(SimFault::kBoardVersion, now))) return frame;
  std::copy(frame.begin(), frame.end(), bytes_.begin());
  if (garbage) {
    for (std::size_t i = 0; i < frame.size(); ++i) bytes_[i] = static_cast<std::uint8_t>(random_.next());
  } else {
    change_version(bytes_.data());
  }
  return {bytes_.data(), frame.size()};
}

std::span<const std::uint8_t> LinkFaults::make_noise(Time now) {
  if (!active(SimFault::kLinkNoise, now) || random_.uniform() >= kNoiseShare) return {};
  const auto size = static_cast<std::size_t>(random_.uniform(1.0, kMostNoise + 1.0));
  for (std::size_t i = 0; i < size; ++i) bytes_[i] = static_cast<std::uint8_t>(random_.next());
  return {bytes_.data(), size};
}

}  // namespace freefloat
