#include "runtime/log_configuration.h"

#include "runlog/run_topics.h"
#include "runtime/log_truth.h"

namespace freefloat {

std::string setting_key(std::size_t index) {
  return "setting_" + std::to_string(index + 1);
}

void log_configuration(const RunConfig& config, RunWriterOptions& options) {
  for (const ConfigSource& source : config.sources) {
    options.attachments.push_back(
        {.name = source.path, .media_type = std::string(kConfigurationMediaType), .data = source.text});
  }
  constexpr std::array kPaceNames{"free", "paced", "real_time"};  // in the order of SimPace
  McapMetadata metadata{std::string(kConfigurationMetadata), {}};
  if (!config.sources.empty()) metadata.values["experiment"] = config.sources.front().path;
  metadata.values["pace"] = kPaceNames[static_cast<std::size_t>(config.sim.pace)];
  for (std::size_t i = 0; i < config.settings.size(); ++i) {
    metadata.values[setting_key(i)] = config.settings[i];
  }
  options.metadata.push_back(std::move(metadata));
  if (config.sim.truth) options.metadata.push_back(describe_truth(config));
}

}  // namespace freefloat
