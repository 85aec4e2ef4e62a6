#include "vision/unseen.h"

namespace freefloat {

std::string_view explain(Unseen reason) {
  switch (reason) {
    case Unseen::kSeen:
      return "seen";
    case Unseen::kNotExpected:
      return "not expected anywhere";
    case Unseen::kNoSpot:
      return "no spot where it is expected";
    case Unseen::kTwoSpots:
      return "two spots fit";
    case Unseen::kSharedSpot:
      return "its spot fits another LED";
    case Unseen::kWrongLength:
      return "a known length does not hold";
    case Unseen::kBackground:
      return "only what has always stood there";
    case Unseen::kNoCertainFit:
      return "no certain fit";
    case Unseen::kTooManySpots:
      return "too many spots";
    case Unseen::kSeveralFit:
      return "several spots may be it";
    case Unseen::kNotYetConfirmed:
      return "seen in too few pictures";
    case Unseen::kUnlikeAnLed:
      return "no spot like an LED's";
    case Unseen::kTooFar:
      return "farther than it can have moved";
    case Unseen::kWrongPicture:
      return "no picture of the camera's size";
  }
  return "unknown";
}

}  // namespace freefloat
