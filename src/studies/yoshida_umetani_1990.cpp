#include "studies/yoshida_umetani_1990.h"

#include "config/load_robot.h"
#include "model/guaranteed_workspace.h"
#include "model/planar_model.h"
#include "model/singularity_free_annulus.h"

namespace freefloat {

namespace {

StudyTable workspace_table(const PlanarModel& model) {
  const Annulus annulus = compute_singularity_free_annulus(model);
  StudyTable table{"Guaranteed workspace, Eqs. (9), (10)", {}};
  table.rows.push_back({"radius K1 + K2 - K0",
                        "Fig. 3",
                        "m",
                        {},
                        guaranteed_workspace_radius(model),
                        0.0,
                        "The paper prints no number; masses and lengths are those of its Table 2."});
  table.rows.push_back({"inner edge of the singularity-free annulus",
                        "-",
                        "m",
                        {},
                        annulus.inner,
                        0.0,
                        "The disc of the paper has a hole about the mass centre."});
  table.rows.push_back({"outer edge of the same", "-", "m", {}, annulus.outer, 0.0, ""});
  return table;
}

}  // namespace

StudyReport run_yoshida_umetani_1990(const StudyInput& input) {
  const PlanarModel model(load_robot((input.configs / "robots/yoshida_umetani.yaml").string()));
  StudyReport report;
  report.name = "yoshida_umetani_1990";
  report.citation = "K. Yoshida, Y. Umetani: Control of Space Free-Flying Robot, 1990.";
  report.summary = "Workspace of the robot of the paper's Table 2.";
  report.tables.push_back(workspace_table(model));
  return report;
}

}  // namespace freefloat
