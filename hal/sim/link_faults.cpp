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

const ScheduledFault* LinkFaults::failing(LinkWay way, FaultMode mode, Time now) const {
  const SimFault this_way = way == LinkWay::kToBoard ? SimFault::kLinkToBoard : SimFault::kLinkToPc;
  for (const ScheduledFault& fault : faults_) {
    const PartFailure failure = failure_of(fault);
    const bool concerned = failure.part == SimFault::kLink || failure.part == this_way;
    if (concerned && failure.mode == mode && is_active(fault, now)) return &fault;
  }
  return nullptr;
}

/// @return The frame as it leaves the other end.
std::span<const std::uint8_t> LinkFaults::change(std::span<const std::uint8_t> frame, LinkWay way, Time now) {
  const bool garbage = failing(way, FaultMode::kGarbage, now) != nullptr;
  const bool wrong = failing(way, FaultMode::kWrong, now) != nullptr;
  if (frame.empty() || !(garbage || wrong || is_active(faults_, SimFault::kBoardVersion, now))) return frame;
  std::copy(frame.begin(), frame.end(), bytes_.begin());
  if (garbage) {
    for (std::size_t i = 0; i < frame.size(); ++i) bytes_[i] = static_cast<std::uint8_t>(random_.next());
  } else if (wrong) {
    const auto bit = static_cast<std::size_t>(random_.uniform() * 8.0 * static_cast<double>(frame.size()));
    bytes_[bit / 8] = static_cast<std::uint8_t>(bytes_[bit / 8] ^ (1u << (bit % 8)));
  } else {
    change_version(bytes_.data());
  }
  return {bytes_.data(), frame.size()};
}

void LinkFaults::send(std::span<const std::uint8_t> frame, LinkWay way, Time now, BytePipe& pipe) {
  KeptFrame& kept = kept_[static_cast<std::size_t>(way)];
  std::span<const std::uint8_t> passing = frame;
  if (!frame.empty()) {
    const ScheduledFault* const slow = failing(way, FaultMode::kSlow, now);
    if (slow != nullptr && kept.passed && now - *kept.passed < slow->delay) return;
    if (kept.size > 0 && failing(way, FaultMode::kStuck, now) != nullptr) {
      passing = {kept.bytes.data(), kept.size};
    } else {
      kept.size = frame.size();
      std::copy(frame.begin(), frame.end(), kept.bytes.begin());
    }
    kept.passed = now;
  }
  const ScheduledFault* const late = failing(way, FaultMode::kDelayed, now);
  const Time sent = late != nullptr ? now + late->delay : now;
  passing = change(passing, way, now);
  pipe.send(passing, sent);
  if (!frame.empty() && failing(way, FaultMode::kDuplicated, now) != nullptr) pipe.send(passing, sent);
}

void LinkFaults::send_aside(std::span<const std::uint8_t> frame, LinkWay way, Time now, BytePipe& pipe) {
  pipe.send(change(frame, way, now), now);
}

std::span<const std::uint8_t> LinkFaults::make_noise(Time now) {
  if (!is_active(faults_, SimFault::kLinkNoise, now) || random_.uniform() >= kNoiseShare) return {};
  const auto size = static_cast<std::size_t>(random_.uniform(1.0, kMostNoise + 1.0));
  for (std::size_t i = 0; i < size; ++i) bytes_[i] = static_cast<std::uint8_t>(random_.next());
  return {bytes_.data(), size};
}

}  // namespace freefloat
