#pragma once

#include <cstddef>
#include <vector>

#include "campaign/campaign.h"
#include "drawing/figure.h"

namespace freefloat {

/// @param good Whether each sample succeeded, in their order. @return Share and interval after so many
/// samples.
Figure draw_cumulative(const std::vector<bool>& good);

/// @param number Of the draw, for the picture's id. @param x Drawn values, in the key's unit, one a sample.
/// @return Success over the drawn value: tenths with intervals, and a logistic fit.
Figure draw_parameter(const Draw& draw, std::size_t number, const std::vector<double>& x,
                      const std::vector<bool>& good);

/// @return Success over two drawn values: a map of boxes.
Figure draw_pair(const Draw& first, const Draw& second, const std::vector<double>& x,
                 const std::vector<double>& y, const std::vector<bool>& good);

}  // namespace freefloat
