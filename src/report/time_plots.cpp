#include "report/time_plots.h"

#include "report/path_view.h"
#include "report/plot_curves.h"

namespace freefloat {

namespace {

/// A virtual clock stands still while a cycle is computed.
bool in_lockstep(const RunRecord& record) {
  return std::all_of(record.samples.begin(), record.samples.end(),
                     [](const CycleRecord& sample) { return sample.timing.compute == Duration{}; });
}

}  // namespace

std::vector<Figure> draw_time_plots(const RunRecord& record, const RunSummary& summary) {
  std::vector<Figure> figures;
  const bool turns = has(record, &PhaseResult::achieved_turn);
  if (turns) figures.push_back(draw_attitude(record));
  const bool on_path = has(record, &PhaseResult::followed);
  if (on_path) {
    figures.push_back(draw_path_view(record));
    figures.push_back(draw_path_error(record));
  }
  const bool captures = summary.capture_phase || (!turns && !on_path);
  const bool leads_hand = captures || on_path;
  if (captures) figures.push_back(draw_approach(record, summary));
  if (has_plan_in_time(record)) figures.push_back(draw_plan_error(record));
  if (has(record, &PhaseResult::detumbled)) figures.push_back(draw_detumbling(record));
  figures.push_back(draw_joints(record));
  if (leads_hand) figures.push_back(draw_margins(record));
  figures.push_back(draw_momentum(record));
  if (has_truth(record)) figures.push_back(draw_estimator(record, summary));
  figures.push_back(draw_vision(record));
  if (in_lockstep(record)) {
    figures.push_back(
        {"Loop timing",
         "None to show: the run was in lockstep with the simulation, whose clock waits for the program.",
         {},
         false});
  } else {
    figures.push_back(draw_timing(record, summary));
    figures.push_back(draw_compute_histogram(record));
  }
  return figures;
}

}  // namespace freefloat
