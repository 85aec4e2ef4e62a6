#include "planning/quick_runs.h"

#include <algorithm>
#include <cmath>

#include "campaign/causes.h"
#include "campaign/draw_case.h"
#include "config/yaml/config_error.h"
#include "types/random.h"

namespace freefloat {

namespace {

constexpr std::chrono::duration<double> kTimeLimit{60.0};  // of one run, by the wall's clock

std::string work_on(const std::function<RunConfig(std::uint64_t)>& config_of, std::uint64_t item) {
  Row row;
  try {
    const RunConfig config = config_of(item);
    row = make_row(run_case(config), scene_kind(config.experiment) != SceneKind::kNoCapture);
  } catch (const ConfigError& error) {
    row.cause = format_problem(error.problems().front());
  } catch (const std::exception& error) {
    row.outcome = Outcome::kFailure;
    row.cause = error.what();
  }
  return row_text(row);
}

}  // namespace

RunConfig quick_config(RunConfig config) {
  config.sim.imaging.render = false;
  config.sim.pace = SimPace::kFree;
  simulate_all(config);
  config.experiment.readonly = false;
  return config;
}

std::uint64_t quick_seed(std::uint64_t seed, std::uint64_t number) {
  return Random(seed, "plan", number).next();
}

std::vector<Row> run_rows(std::uint64_t count, const std::function<RunConfig(std::uint64_t item)>& config_of,
                          const Work& work, const std::string& what) {
  std::vector<Row> rows(count);
  std::uint64_t given = 0, done = 0;
  WorkerPool pool;
  pool.workers = work.jobs;
  pool.time_limit = kTimeLimit;
  pool.work = [&](std::uint64_t item) { return work_on(config_of, item); };
  pool.next = [&]() -> std::optional<std::uint64_t> {
    if (given == count || work.stopped()) return std::nullopt;
    return given++;
  };
  pool.done = [&](const WorkEnd& end) {
    rows[end.item] = worked_row(end, "a quick run took more than a minute");
    ++done;
    return !work.stopped();
  };
  pool.tick = [&] {
    work.tell(what, done, count);
    return !work.stopped();
  };
  pool.run();
  if (work.stopped()) rows.clear();
  return rows;
}

void QuickRuns::add(const Row& row) {
  if (row.outcome == Outcome::kInvalid) return;
  share.counted += 1;
  if (row.outcome == Outcome::kSuccess) {
    share.good += 1;
    const double time = row.number("capture_time_s");
    if (std::isfinite(time)) times.push_back(time);
    return;
  }
  const std::string cause = without_numbers(row.cause);
  for (auto& [known, count] : causes) {
    if (known != cause) continue;
    ++count;
    return;
  }
  causes.emplace_back(cause, 1);
}

void QuickRuns::sort_causes() {
  std::stable_sort(causes.begin(), causes.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
}

double QuickRuns::probability() const {
  return (static_cast<double>(share.good) + 0.5) / (static_cast<double>(share.counted) + 1.0);
}

QuickRuns run_quickly(const RunConfig& config, std::uint64_t runs, const Work& work,
                      const std::string& what) {
  const RunConfig quick = quick_config(config);
  const auto world = [&](std::uint64_t number) {
    RunConfig run = quick;
    run.sim.seed = quick_seed(config.sim.seed, number);
    return run;
  };
  QuickRuns result;
  for (const Row& row : run_rows(runs, world, work, what)) result.add(row);
  result.sort_causes();
  return result;
}

}  // namespace freefloat
