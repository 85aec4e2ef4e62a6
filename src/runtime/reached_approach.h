#pragma once

#include <string>

#include "guidance/approach_line.h"

namespace freefloat {

/// How a hand has come to a grapple point, beside how it was to come.
struct ReachedApproach {
  double way_error = 0.0;    ///< of its way on the part that counts, the largest, signed, rad
  bool way_seen = false;     ///< it has passed that part
  double hand_error = 0.0;   ///< of its angle at the end, rad
  bool hand_turned = false;  ///< its angle was to be turned as well
  double tolerance = 0.0;    ///< of both, rad

  bool within_tolerance() const;
};

/// @param line As it was wished. @param watch Of the whole way.
ReachedApproach reached_approach(const ApproachLine& line, const ApproachWatch& watch);

/// @return "comes at most 2.1 deg off approach_deg, itself turned 0.4 deg off".
std::string describe_approach(const ReachedApproach& reached);

}  // namespace freefloat
