#include <optional>
#include <utility>

#include "campaign/case_bound.h"
#include "campaign/draw_case.h"
#include "campaign/load_campaign.h"
#include "campaign/run_campaign.h"
#include "config/load/load_experiment.h"
#include "runlog/wall_time.h"

namespace freefloat {

namespace {

/// The campaign's files without the disk: what was read once counts for all samples.
RunConfig load_sample(const Campaign& campaign, std::uint64_t sample, const std::vector<std::string>& arm) {
  return load_experiment(campaign.experiment, sample_settings(campaign, sample, arm),
                         [&](const std::string& path) -> tl::expected<std::string, std::string> {
                           for (const ConfigSource& source : campaign.sources) {
                             if (source.path == path) return source.text;
                           }
                           return read_config_file(path);
                         });
}

/// @return Of the sample's robot. Computing it takes as long as half a capture, so the last one is kept: what
/// the simulation alone is told, and the seed, do not change the robot that the controller believes in.
Annulus annulus_of(const RunConfig& config) {
  thread_local std::vector<std::string> kept_for;
  thread_local std::optional<Annulus> kept;
  std::vector<std::string> settings{config.sources.front().text, config.sources.front().path};
  for (const std::string& setting : config.settings) {
    if (!setting.starts_with("simulation.") && !setting.starts_with("seed=")) settings.push_back(setting);
  }
  if (!kept || settings != kept_for)
    kept = compute_singularity_free_annulus(PlanarModel(config.controller.robot));
  kept_for = std::move(settings);
  return *kept;
}

/// A run's log that differs from another of the same sample in its clock alone.
void record_sample(RunSession& session, const std::string& log) {
  RunWriterOptions options;
  options.path = log;
  options.replace_existing = true;
  options.epoch_ns = wall_clock_offset_ns(session.hal().clock->now());
  session.record(std::move(options));
}

}  // namespace

bool judges_capture(const Campaign& campaign) {
  return scene_kind(load_experiment(campaign.experiment, campaign.settings).experiment) !=
         SceneKind::kNoCapture;
}

RunConfig sample_config(const Campaign& campaign, std::uint64_t sample, std::size_t arm) {
  return sample_config(campaign, sample, campaign.arms[arm].settings);
}

RunConfig sample_config(const Campaign& campaign, std::uint64_t sample,
                        const std::vector<std::string>& arm_settings) {
  RunConfig config = load_sample(campaign, sample, arm_settings);
  if (!campaign.drawn_scene) return config;
  const bool same = arm_settings.empty();
  RunConfig base = same ? config : load_sample(campaign, sample, {});
  // How fast a target turns is not drawn: an arm may say it.
  for (std::uint32_t i = 0; i <= config.sim.more_targets.size(); ++i)
    target_of(base.sim, i).start.w = target_of(config.sim, i).start.w;
  SceneDraw scene;
  scene.kind = scene_kind(base.experiment);
  copy_scene(draw_case(scene, base, annulus_of(base), config.sim.seed), config);
  return config;
}

Row run_sample(const Campaign& campaign, std::uint64_t sample, std::size_t arm, const std::string& log,
               const std::function<void(RunRecord)>& finished) {
  Row row;
  try {
    const RunConfig config = sample_config(campaign, sample, arm);
    const bool captures = scene_kind(config.experiment) != SceneKind::kNoCapture;
    std::function<void(RunSession&)> prepare;
    if (!log.empty()) prepare = [&](RunSession& session) { record_sample(session, log); };
    const CaseResult result = run_case(config, prepare, finished);
    row = make_row(result, captures);
    if (campaign.bound && result.begin) row.number("bound_s") = bound_of(config, *result.begin);
  } catch (const ConfigError& error) {
    row.cause = format_problem(error.problems().front());
  }
  row.sample = sample;
  row.arm = arm;
  return row;
}

}  // namespace freefloat
