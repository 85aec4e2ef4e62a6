#pragma once

#include <cstdint>
#include <vector>

#include "hal/camera.h"
#include "hal/virtual_clock.h"

namespace freefloat::testing_support {

/// A simulated camera in lockstep: 100 Hz, pictures on time 8 ms after the middle of their exposure, each
/// with its number in every pixel.
class StandInWorld final : public Camera {
 public:
  static constexpr int kWidth = 64;
  static constexpr int kHeight = 48;
  static constexpr Duration kPeriod = std::chrono::milliseconds(10);
  static constexpr Duration kLatency = std::chrono::milliseconds(8);
  static constexpr Duration kExposure = std::chrono::milliseconds(2);

  static Time capture_time(std::uint64_t sequence) {
    return Time{} + (static_cast<std::int64_t>(sequence) + 1) * kPeriod;
  }

  explicit StandInWorld(VirtualClock& clock) : clock_(clock) {}

  ReadStatus read(CameraPicture& picture) override {
    if (clock_.now() < capture_time(next_) + kLatency) return ReadStatus::kNone;
    pixels_.assign(kWidth * kHeight, static_cast<std::uint8_t>(next_));
    picture = {.image = {pixels_.data(), kWidth, kHeight, kWidth},
               .capture_time = capture_time(next_),
               .sequence = next_,
               .exposure = kExposure};
    ++next_;
    return ReadStatus::kFrame;
  }

 private:
  VirtualClock& clock_;
  std::uint64_t next_ = 0;
  std::vector<std::uint8_t> pixels_;
};

}  // namespace freefloat::testing_support
