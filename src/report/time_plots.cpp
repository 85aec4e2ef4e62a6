#include "report/time_plots.h"

#include "report/motion_plots.h"
#include "report/plot_curves.h"
#include "report/quality_plots.h"

namespace freefloat {

std::vector<Figure> draw_time_plots(const RunRecord& record, const RunSummary& summary) {
  std::vector<Figure> figures{draw_approach(record, summary), draw_joints(record), draw_margins(record),
                              draw_momentum(record)};
  if (has_truth(record)) figures.push_back(draw_estimator(record, summary));
  figures.push_back(draw_vision(record));
  figures.push_back(draw_timing(record, summary));
  figures.push_back(draw_compute_histogram(record));
  return figures;
}

}  // namespace freefloat
