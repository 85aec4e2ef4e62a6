#pragma once

#include <optional>
#include <string_view>

#include "types/marker_frame.h"

namespace freefloat {

/// What one datagram of a marker stream says: JSON, described in hal/README.md.
struct MarkerDatagram {
  MarkerFrame frame;  ///< captured on the sender's clock, whatever that counts from; markers without pixels
  Duration age{};     ///< from the middle of the exposure to the sending
};

/// @param text Bytes that anybody may have sent.
/// @return Nothing when it is no such datagram: other format, missing value, or a number that makes no sense.
std::optional<MarkerDatagram> decode_markers(std::string_view text);

}  // namespace freefloat
