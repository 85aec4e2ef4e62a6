#include "model/singularity_free_annulus.h"

#include <algorithm>

#include "model/guaranteed_workspace.h"
#include "model/singular_locus.h"

namespace freefloat {

Annulus compute_singularity_free_annulus(const PlanarModel& model) {
  if (model.joint_count() < 2) return {};
  const Annulus reach = reachable_annulus(model);
  const double narrowest = 1e-6 * reach.outer;

  std::vector<RadiusRange> ranges = find_singular_radii(model);
  std::sort(ranges.begin(), ranges.end(),
            [](const RadiusRange& a, const RadiusRange& b) { return a.max > b.max; });
  double outer = reach.outer;
  double inner = reach.inner;  // singular itself unless 0
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
