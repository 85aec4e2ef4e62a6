#pragma once

#include <string>
#include <vector>

#include "campaign/campaign.h"
#include "drawing/figure.h"

namespace freefloat {

// Each takes the picture's id, which must differ between the pictures of one page, and whether each sample
// succeeded, in their order.

/// @param id Of the picture. @param good Of each sample.
/// @return Share and interval after so many samples.
Figure draw_cumulative(const std::string& id, const std::vector<bool>& good);

/// @param id Of the picture. @param draw The key. @param good Of each sample.
/// @param x Drawn values, in the key's unit, one a sample.
/// @return Success over the drawn value: groups of samples with intervals, and a logistic fit.
Figure draw_parameter(const std::string& id, const Draw& draw, const std::vector<double>& x,
                      const std::vector<bool>& good);

/// @param id Of the picture. @param first, second The keys. @param good Of each sample.
/// @param x, y Drawn values of `first` and `second`, in their keys' units, one a sample.
/// @return Success over two drawn values: a map of boxes.
Figure draw_pair(const std::string& id, const Draw& first, const Draw& second, const std::vector<double>& x,
                 const std::vector<double>& y, const std::vector<bool>& good);

}  // namespace freefloat
