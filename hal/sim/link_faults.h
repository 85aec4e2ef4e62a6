#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "hal/sim/byte_pipe.h"
#include "hal/sim/fault_schedule.h"
#include "types/random.h"
#include "wire/frame.h"

namespace freefloat {

/// Which way frames go.
enum class LinkWay : std::uint8_t { kToBoard, kToPc };

/// What the scheduled faults do to the frames of a simulated wire. Draws random numbers only while such a
/// fault is there.
class LinkFaults {
 public:
  /// @param faults Must outlive this: conditions are met during the run.
  LinkFaults(const std::vector<ScheduledFault>& faults, std::uint64_t seed)
      : faults_(faults), random_(seed, "link faults") {}

  /// @return Whether no byte passes that way.
  bool cuts(LinkWay way, Time now) const { return failing(way, FaultMode::kOff, now) != nullptr; }

  /// Puts into `pipe` what becomes of a frame of the stream of commands or statuses, which may be empty.
  void send(std::span<const std::uint8_t> frame, LinkWay way, Time now, BytePipe& pipe);

  /// The same for a query or an answer to one, which neither stick nor slow down.
  void send_aside(std::span<const std::uint8_t> frame, LinkWay way, Time now, BytePipe& pipe);

  /// Call once a step for each way. @return Bytes that nobody sent; nothing in most steps. Valid until the
  /// next call.
  std::span<const std::uint8_t> make_noise(Time now);

 private:
  /// A frame, to be sent again.
  struct KeptFrame {
    std::size_t size = 0;
    std::array<std::uint8_t, FF_MAX_FRAME_SIZE> bytes{};
    std::optional<Time> passed{};  // when the newest one went
  };

  const ScheduledFault* failing(LinkWay way, FaultMode mode, Time now) const;
  std::span<const std::uint8_t> change(std::span<const std::uint8_t> frame, LinkWay way, Time now);

  const std::vector<ScheduledFault>& faults_;
  Random random_;
  std::array<std::uint8_t, FF_MAX_FRAME_SIZE> bytes_{};
  std::array<KeptFrame, 2> kept_;  // one a way
};

}  // namespace freefloat
