#include "planning/capture_map.h"

#include <cmath>

#include "campaign/causes.h"
#include "model/satellite_outline.h"
#include "runtime/preview.h"
#include "types/angle.h"

namespace freefloat {

namespace {

constexpr double kHalfTarget = 0.02;  // m
constexpr double kLeastSpeed = 0.02;  // m/s
constexpr double kMostSpeed = 0.16;   // m/s

/// The experiment with another target, captured in the way that suits it.
RunConfig with_target(const RunConfig& config, MapKind kind, const MapCell& cell) {
  RunConfig run = config;
  const std::uint32_t number = first_target(run.experiment);
  TargetParameters& target = target_of(run.sim, number);
  const bool moving = kind == MapKind::kMoving;
  target.mount = moving ? TargetMount::kFloating : TargetMount::kTable;
  PayloadParameters& payload =
      number == 0 ? run.controller.payload : run.controller.more_targets[number - 1].payload;
  payload = {};
  payload.fixed = !moving;
  if (moving) {
    payload.mass = target.mass;
    payload.inertia = target.inertia;
    target.start.v = rotate(deg_to_rad(cell.x), {cell.y, 0.0});
  } else {
    target.start = {};
    target.start.p = {cell.x, cell.y};
    if (target.search.radius > 0.0) target.search.expected_at = target.start.p;
  }
  for (Phase& phase : run.experiment.phases) {
    if (is_capture(phase.kind) && phase.target_number == number)
      phase.kind = moving ? PhaseKind::kCaptureMoving : PhaseKind::kCaptureStanding;
  }
  return run;
}

bool can_be_there(const RunConfig& run) {
  const Vector2& p = target_of(run.sim, first_target(run.experiment)).start.p;
  const Vector2 half = 0.5 * run.controller.table.size;
  if (std::abs(p.x()) > half.x() || std::abs(p.y()) > half.y()) return false;
  const SatelliteOutline satellite{run.controller.robot.satellite_size, run.sim.start.p_WB,
                                   run.sim.start.theta_WB};
  return satellite.depth_of(p) < -kHalfTarget;
}

/// The middle of box `i` of `count` between `low` and `high`.
double middle_of(double low, double high, int i, int count) {
  return low + (high - low) * (i + 0.5) / count;
}

CaptureMap lay_out(MapKind kind, const RunConfig& config, const MapOptions& options) {
  CaptureMap map{kind, options.columns, options.rows, {}};
  const Vector2 half = 0.5 * config.controller.table.size;
  for (int row = 0; row < options.rows; ++row) {
    for (int column = 0; column < options.columns; ++column) {
      MapCell cell;
      if (kind == MapKind::kStanding) {
        cell.x = middle_of(-half.x(), half.x(), column, options.columns);
        cell.y = middle_of(-half.y(), half.y(), row, options.rows);
      } else {
        cell.x = -180.0 + 360.0 * column / options.columns;
        cell.y = middle_of(kLeastSpeed, kMostSpeed, row, options.rows);
      }
      map.cells.push_back(cell);
    }
  }
  return map;
}

}  // namespace

CaptureMap make_capture_map(MapKind kind, const RunConfig& config, const ControlSetup& setup,
                            const MapOptions& options, const Work& work) {
  const RunConfig quick = quick_config(config);
  CaptureMap map = lay_out(kind, quick, options);
  const std::string what = kind == MapKind::kStanding ? "map of standing targets" : "map of moving targets";
  std::vector<std::size_t> to_run;
  for (std::size_t i = 0; i < map.cells.size() && !work.stopped(); ++i) {
    MapCell& cell = map.cells[i];
    const RunConfig run = with_target(quick, kind, cell);
    cell.possible = can_be_there(run);
    if (!cell.possible) continue;
    const Preview preview = preview_capture(setup, run.experiment, estimate_at_start(run));
    cell.predicted = preview.status != Preview::Status::kRefused;
    cell.why = cell.predicted ? std::string() : preview.text;
    cell.seconds = preview.seconds;
    if (cell.predicted) to_run.push_back(i);
    work.tell(what + ", without noise", i + 1, map.cells.size());
  }
  const auto world = [&](std::uint64_t item) {
    RunConfig run = with_target(quick, kind, map.cells[to_run[item / options.runs]]);
    run.sim.seed = quick_seed(config.sim.seed, item % options.runs);
    return run;
  };
  const std::vector<Row> rows = run_rows(to_run.size() * options.runs, world, work, what);
  if (work.stopped()) return {};
  for (std::size_t item = 0; item < rows.size(); ++item) {
    MapCell& cell = map.cells[to_run[item / options.runs]];
    if (rows[item].outcome == Outcome::kInvalid) continue;
    const bool good = rows[item].outcome == Outcome::kSuccess;
    cell.runs.counted += 1;
    cell.runs.good += good ? 1 : 0;
    if (!good && cell.why.empty()) cell.why = rows[item].cause;
  }
  return map;
}

std::vector<std::pair<std::string, std::uint64_t>> reasons_of(const CaptureMap& map) {
  std::vector<std::string> causes;
  for (const MapCell& cell : map.cells) {
    if (!cell.why.empty()) causes.push_back(cell.why);
  }
  return count_causes(causes);
}

Share captured_share(const CaptureMap& map) {
  Share share;
  for (const MapCell& cell : map.cells) {
    if (!cell.possible) continue;
    share.counted += 1;
    share.good += cell.predicted && 2 * cell.runs.good > cell.runs.counted ? 1 : 0;
  }
  return share;
}

}  // namespace freefloat
