#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>

#include "model/robot_parameters.h"
#include "types/marker_frame.h"
#include "vision/locate_robot.h"

namespace freefloat {

/// An LED that is not seen where the robot's lengths and the camera's pose put it; held in eight bytes, so
/// that one thread can tell another without a lock, and aligned to them, so that Clang does it without a
/// library.
struct alignas(std::uint64_t) LedMisfit {
  std::uint16_t off = 0;      ///< thousandths of a pixel, from the middle of the pictures
  std::uint16_t allowed = 0;  ///< the same
  std::uint8_t led = 0;       ///< of the robot, in the order of its file
  std::uint8_t pictures = 0;  ///< it was seen in; 0: none is off
  std::uint16_t unused = 0;

  friend bool operator==(const LedMisfit&, const LedMisfit&) = default;
};

/// What to type where lengths and pictures disagree.
inline constexpr const char* kLengthRemedy =
    "push the robot about in a run with --readonly, then `freefloat calibrate table CAMERA.yaml --run "
    "RUN.mcap --robot ROBOT.yaml`";

/// What to type where the robot is not found at all, so that no run shows where its LEDs are.
inline constexpr const char* kPoseRemedy =
    "`freefloat calibrate table CAMERA.yaml --boards PICTURES`, or --points";

/// @param trouble As `LengthCheck::trouble` has it. @return What to type; empty: it says so itself.
std::string_view remedy_of(const std::string& trouble);

/// Holds the known lengths against what the camera sees, before the robot is armed.
///
/// In each of the newest pictures the robot is located by all its LEDs (locate_robot). An LED contradicts
/// when the median of what is left, over the pictures, is more than 2 px or 3 sigma: noise and single wrong
/// labels do not. Sigma is what the estimator trusts an LED with: the vision's covariance and its floor
/// (`estimator.marker_sigma_floor_mm`). A camera that was turned about the vertical or shifted along the
/// table only moves W, and no robot tells that.
///
/// Far more than that, and the vision finds the robot among the spots in no picture: where there have been
/// spots enough in all of the newest pictures, that is an objection as well.
class LengthCheck {
 public:
  static constexpr std::size_t kMostPictures = 15;
  static constexpr std::size_t kFewestPictures = 8;
  /// Between two pictures that are looked at.
  static constexpr Duration kBetween = std::chrono::milliseconds(20);

  /// @param robot, camera As the files say. @param sigma_floor Smallest LED noise believed, m.
  /// @param wanted False: nothing is compared.
  LengthCheck(const RobotParameters& robot, const CameraParameters& camera, double sigma_floor,
              bool wanted = true);

  /// In one thread, that which has the pictures and is not the loop. Takes no heap memory.
  void add(const MarkerFrame& frame);

  /// From any thread, without waiting. @return The LED that is the farthest beyond what is allowed;
  /// `pictures` is 0 while none is.
  LedMisfit misfit() const { return misfit_.load(std::memory_order_relaxed); }

  /// From any thread. @return Which LED is off and by how much, for people; empty: none.
  std::string trouble() const;

  /// From any thread. @return Why the robot must not be armed, with the remedy; empty: nothing.
  std::string objection() const;

 private:
  /// What one picture left.
  struct Seen {
    std::array<bool, kMaxMarkers> seen{};
    std::array<Vector2, kMaxMarkers> misfits;  ///< pixels
    std::array<double, kMaxMarkers> sigmas{};  ///< of a coordinate, pixels
  };

  LedMisfit judge() const;
  void watch_strange_spots(const MarkerFrame& frame);

  const RobotChain chain_;
  const CameraModel camera_;
  const double sigma_floor_;
  const bool wanted_;
  LedPicture newest_;                         // its memory is taken once
  std::array<Seen, kMostPictures> pictures_;  // a ring
  std::size_t count_ = 0;                     // looked at so far
  Time next_ = Time::min();
  std::atomic<LedMisfit> misfit_{};
  std::size_t strange_pictures_ = 0;   // in a row: spots enough, and not one of them an LED
  std::atomic<int> strange_spots_{0};  // 0: the robot is found, or its LEDs are dark
  static_assert(std::atomic<LedMisfit>::is_always_lock_free);
};

}  // namespace freefloat
