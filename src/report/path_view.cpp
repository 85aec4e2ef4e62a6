#include "report/path_view.h"

#include "drawing/xy_plot.h"
#include "report/plot_curves.h"

namespace freefloat {

namespace {

/// Where the hand was while the phase went on: in truth, where that is known.
std::vector<Vector2> way_of_hand(const RunRecord& record, const PhaseResult& phase) {
  std::vector<Vector2> way;
  for (const CycleRecord& sample : record.samples) {
    const CycleOutput& output = sample.output;
    if (output.now < phase.begin || output.now > phase.end) continue;
    if (output.guidance.path.stage != PathStage::kFollow || !output.estimate.valid) continue;
    way.push_back(sample.truth ? sample.truth->p_WE : output.estimate.p_WE);
  }
  return way;
}

}  // namespace

Figure draw_path_view(const RunRecord& record) {
  XyPlot plot = plane_plot("plot-path", "Path of the hand",
                           "The wanted path and the hand's way over it, from above, in the table's frame.");
  bool first = true;
  bool compared = false;
  for (const FollowedPath& path : record.paths) {
    const PhaseResult& phase = record.phases.at(path.phase);
    const bool ordinary = phase.path.resolve_with == ResolveWith::kFixedBaseJacobian;
    plot.curves.push_back({first ? "wanted" : "", 2, true, path.wanted});
    if (!path.by_fixed_base.empty())
      plot.curves.push_back({compared ? "" : "fixed base, computed", 5, false, path.by_fixed_base});
    plot.curves.push_back({ordinary ? "hand, fixed base"
                           : first  ? "hand"
                                    : "",
                           ordinary ? 5 : 1, false, way_of_hand(record, phase)});
    compared = compared || !path.by_fixed_base.empty();
    first = false;
  }
  std::string caption = has_truth(record) ? "The hand as it truly moved over the wanted path."
                                          : "The hand as it was estimated, over the wanted path.";
  if (compared) {
    caption +=
        " Beside it what the Jacobian of a robot with a fixed base makes of the same path from the same "
        "start, computed without noise: its satellite gives way, and only the feedback holds the hand near.";
  }
  return {plot.title, caption, draw_xy_plot(plot), false};
}

}  // namespace freefloat
