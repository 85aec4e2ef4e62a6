#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "hal/sim/fault_schedule.h"
#include "hal/sim/random.h"
#include "wire/frame.h"

namespace freefloat {

/// What the scheduled faults do to the frames of a simulated wire. Draws random numbers only while such a
/// fault is there.
class LinkFaults {
 public:
  LinkFaults(const std::vector<ScheduledFault>& faults, std::uint64_t seed)
      : faults_(faults), random_(seed, "link faults") {}

  /// @return Whether no byte passes on the way to the board, or back.
  bool cuts_to_board(Time now) const {
    return active(SimFault::kLinkCut, now) || active(SimFault::kLinkCutToBoard, now);
  }
  bool cuts_to_pc(Time now) const {
    return active(SimFault::kLinkCut, now) || active(SimFault::kLinkCutToPc, now);
  }

  /// @return The frame as it leaves the other end.
  std::span<const std::uint8_t> pass(std::span<const std::uint8_t> frame, Time now);

  /// Call once a step for each way. @return Bytes that nobody sent; nothing in most steps. Valid until the
  /// next call.
  std::span<const std::uint8_t> make_noise(Time now);

 private:
  bool active(SimFault fault, Time now) const { return is_active(faults_, fault, now); }

  std::vector<ScheduledFault> faults_;
  Random random_;
  std::array<std::uint8_t, FF_MAX_FRAME_SIZE> bytes_{};
};

}  // namespace freefloat
