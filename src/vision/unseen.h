#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "types/marker_frame.h"

namespace freefloat {

/// Why an LED is not seen in a picture.
enum class Unseen : std::uint8_t {
  kSeen,             ///< it is
  kNotExpected,      ///< nobody knows where it is, and the whole picture was not searched
  kNoSpot,           ///< no spot where it is expected
  kTwoSpots,         ///< two spots fit about equally well
  kSharedSpot,       ///< its spot fits another LED as well
  kWrongLength,      ///< a known length to another LED does not hold
  kBackground,       ///< what is there has stood there all the time
  kNoCertainFit,     ///< the search for the robot left it open
  kTooManySpots,     ///< more spots than can be searched
  kSeveralFit,       ///< target: several spots may be it
  kNotYetConfirmed,  ///< target: seen in too few pictures
  kUnlikeAnLed,      ///< what is left is wider or narrower than LEDs, or a reflection
  kTooFar,           ///< target: farther from where it was than it can have moved
  kWrongPicture,     ///< no picture, or one of another size
};

inline constexpr std::size_t kUnseenReasons = static_cast<std::size_t>(Unseen::kWrongPicture) + 1;

/// @return In words, for displays.
std::string_view explain(Unseen reason);

using Reasons = std::array<Unseen, kMaxMarkers>;

}  // namespace freefloat
