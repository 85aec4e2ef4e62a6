#pragma once

#include <string>

#include "identification/measured_delays.h"
#include "identification/prediction_error.h"

namespace freefloat {

/// @param log Name of the run's log, for the title.
/// @param measured What was found.
/// @param errors Of the prediction, over the delay believed.
/// @param believed The delay that the testbed's file has, s.
/// @return A page in the looks of all of them: the delays in a table, the hand's error over a wrong delay.
std::string make_delay_page(const std::string& log, const MeasuredDelays& measured,
                            const PredictionErrors& errors, double believed);

}  // namespace freefloat
