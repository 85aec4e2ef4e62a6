#include "hal/sim/simulated_link.h"

namespace freefloat {
namespace {

// A session number from the seed: reproducible, and never zero.
std::uint32_t draw_session(std::uint64_t seed) {
  return static_cast<std::uint32_t>(Random(seed, "link session").next() >> 32) | 1u;
}

WireParameters with_latency(WireParameters wire, Duration latency) {
  wire.latency = latency;
  return wire;
}

/// Calls `take` with the bytes of each frame that has arrived, and the time of its arrival.
template <class Take>
void deliver(BytePipe& pipe, Time now, Take&& take) {
  Time arrival;
  for (auto bytes = pipe.receive(now, arrival); !bytes.empty(); bytes = pipe.receive(now, arrival))
    take(bytes, arrival);
}

}  // namespace

SimulatedLink::SimulatedLink(const WireParameters& wire, const std::vector<ScheduledFault>& faults,
                             std::uint64_t seed, SimulatedBoard& board, int joint_count,
                             const WireDelays& delays)
    : faults_(faults, seed),
      board_(board),
      codec_({.joint_count = joint_count, .session = draw_session(seed), .one_way_latency = wire.latency}),
      to_board_(with_latency(wire, delays.to_board), Random(seed, "link to board")),
      to_pc_(with_latency(wire, delays.to_pc), Random(seed, "link to pc")),
      queries_(with_latency(wire, delays.to_board), Random(seed, "queries to board")),
      identities_(with_latency(wire, delays.to_pc), Random(seed, "identities to pc")) {}

void SimulatedLink::send(const JointCommand& command, Time now) {
  const auto frame = codec_.encode(command, now);
  const auto query = codec_.take_query(now);
  if (faults_.cuts(LinkWay::kToBoard, now)) return;
  faults_.send(frame, LinkWay::kToBoard, now, to_board_);
  if (!query.empty()) faults_.send_aside(query, LinkWay::kToBoard, now, queries_);
}

void SimulatedLink::deliver_to_board(Time now) {
  if (const auto noise = faults_.make_noise(now); !noise.empty()) board_.receive(noise, now);
  for (BytePipe* const pipe : {&to_board_, &queries_}) {
    deliver(*pipe, now, [this](std::span<const std::uint8_t> bytes, Time arrival) {
      if (!faults_.cuts(LinkWay::kToBoard, arrival)) board_.receive(bytes, arrival);
    });
  }
}

void SimulatedLink::collect_from_board(Time now) {
  const auto status = board_.take_status();
  const bool cut = faults_.cuts(LinkWay::kToPc, now);
  if (!status.empty() && !cut) faults_.send(status, LinkWay::kToPc, now, to_pc_);
  const auto identity = board_.take_identity();
  if (!identity.empty() && !cut) faults_.send_aside(identity, LinkWay::kToPc, now, identities_);
  if (const auto noise = faults_.make_noise(now); !noise.empty() && !cut) identities_.send(noise, now);
}

std::optional<JointFeedback> SimulatedLink::poll(Time now) {
  for (BytePipe* const pipe : {&identities_, &to_pc_}) {
    deliver(*pipe, now, [this](std::span<const std::uint8_t> bytes, Time arrival) {
      if (!faults_.cuts(LinkWay::kToPc, arrival)) codec_.receive(bytes, arrival);
    });
  }
  return codec_.poll();
}

}  // namespace freefloat
