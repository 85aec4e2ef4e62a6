#include "replay/logged_configuration.h"

#include "config/load/load_experiment.h"
#include "runlog/run_topics.h"

namespace freefloat {

namespace {

constexpr std::string_view kMediaType = "application/yaml";

std::string pace_name(SimPace pace) {
  switch (pace) {
    case SimPace::kFree:
      return "free";
    case SimPace::kPaced:
      return "paced";
    case SimPace::kRealTime:
      return "real_time";
  }
  return "free";
}

std::string setting_key(std::size_t index) {
  return "setting_" + std::to_string(index + 1);
}

}  // namespace

void log_configuration(const RunConfig& config, RunWriterOptions& options) {
  for (const ConfigSource& source : config.sources) {
    options.attachments.push_back(
        {.name = source.path, .media_type = std::string(kMediaType), .data = source.text});
  }
  McapMetadata metadata{std::string(kConfigurationMetadata), {}};
  if (!config.sources.empty()) metadata.values["experiment"] = config.sources.front().path;
  metadata.values["pace"] = pace_name(config.sim.pace);
  for (std::size_t i = 0; i < config.settings.size(); ++i) {
    metadata.values[setting_key(i)] = config.settings[i];
  }
  options.metadata.push_back(std::move(metadata));
}

void LoggedConfiguration::add(const McapAttachment& attachment) {
  if (attachment.media_type == kMediaType) files_.push_back({attachment.name, attachment.data});
}

void LoggedConfiguration::add(const McapMetadata& metadata) {
  if (metadata.name != kConfigurationMetadata) return;
  const auto value = [&](const std::string& key) {
    const auto found = metadata.values.find(key);
    return found == metadata.values.end() ? std::string() : found->second;
  };
  experiment_ = value("experiment");
  pace_ = value("pace");
  settings_.clear();
  for (std::size_t i = 0; metadata.values.contains(setting_key(i)); ++i) {
    settings_.push_back(value(setting_key(i)));
  }
}

RunConfig LoggedConfiguration::load(const std::vector<std::string>& changes) const {
  std::vector<std::string> settings = settings_;
  settings.insert(settings.end(), changes.begin(), changes.end());
  const ConfigTexts kept = kept_config_files(files_);
  // A change may name a file that the run did not use.
  return load_experiment(experiment_, settings, [&](const std::string& path) {
    auto text = kept(path);
    return text || changes.empty() ? text : read_config_file(path);
  });
}

}  // namespace freefloat
