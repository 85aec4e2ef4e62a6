#include "model/singularity_free_annulus.h"

#include <algorithm>

#include "model/guaranteed_workspace.h"
#include "model/singular_locus.h"

namespace freefloat {

Annulus compute_singularity_free_annulus(const PlanarModel& model) {
  if (model.joint_count() < 2) return {};
  const BodyVector k = link_coefficients(model);
  const double reach = k.sum();
  const double narrowest = 1e-6 * reach;

  std::vector<RadiusRange> ranges = find_singular_radii(model);
  std::sort(ranges.begin(), ranges.end(),
            [](const RadiusRange& a, const RadiusRange& b) { return a.max > b.max; });
  double outer = reach;
  double inner =
      std::max(0.0, 2.0 * k.maxCoeff() - reach);  // where the hand's reach ends; singular itself unless 0
  for (const RadiusRange& range : ranges) {
    if (range.max < outer - narrowest) {
      inner = std::max(inner, range.max);
      break;
    }
    outer = std::min(outer, range.min);
  }
  if (outer - inner < narrowest) return {outer, outer};
  return {inner, outer};
}

}  // namespace freefloat
