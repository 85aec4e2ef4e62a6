#include "hal/sim/simulated_link.h"

#include <algorithm>
#include <iterator>

namespace freefloat {
namespace {

// A session number from the seed: reproducible, and never zero.
std::uint32_t draw_session(std::uint64_t seed) {
  return static_cast<std::uint32_t>(Random(seed, "link session").next() >> 32) | 1u;
}

}  // namespace

SimulatedLink::SimulatedLink(const WireParameters& wire, const std::vector<ScheduledFault>& faults,
                             std::uint64_t seed, SimulatedBoard& board)
    : board_(board),
      codec_({.joint_count = board.joint_count(),
              .session = draw_session(seed),
              .one_way_latency = wire.latency}),
      to_board_(wire, Random(seed, "link to board")),
      to_pc_(wire, Random(seed, "link to pc")) {
  std::copy_if(faults.begin(), faults.end(), std::back_inserter(cuts_),
               [](const ScheduledFault& fault) { return fault.fault == SimFault::kLinkCut; });
}

bool SimulatedLink::is_cut(Time now) const {
  return std::any_of(cuts_.begin(), cuts_.end(),
                     [now](const ScheduledFault& cut) { return now >= cut.begin && now < cut.end; });
}

void SimulatedLink::send(const JointCommand& command, Time now) {
  const auto frame = codec_.encode(command, now);
  if (!is_cut(now)) to_board_.send(frame, now);
}

void SimulatedLink::deliver_to_board(Time now) {
  Time arrival;
  for (auto bytes = to_board_.receive(now, arrival); !bytes.empty();
       bytes = to_board_.receive(now, arrival)) {
    if (!is_cut(arrival)) board_.receive(bytes, arrival);
  }
}

void SimulatedLink::collect_from_board(Time now) {
  const auto frame = board_.take_status();
  if (!frame.empty() && !is_cut(now)) to_pc_.send(frame, now);
}

void SimulatedLink::deliver_to_pc(Time now) {
  Time arrival;
  for (auto bytes = to_pc_.receive(now, arrival); !bytes.empty(); bytes = to_pc_.receive(now, arrival)) {
    if (!is_cut(arrival)) codec_.receive(bytes, arrival);
  }
}

std::optional<JointFeedback> SimulatedLink::poll(Time now) {
  deliver_to_pc(now);
  return codec_.poll();
}

LinkHealth SimulatedLink::health() const {
  return codec_.health();
}

}  // namespace freefloat
