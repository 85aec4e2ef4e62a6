#include "replay/logged_configuration.h"

#include "config/load/load_experiment.h"
#include "runlog/run_topics.h"
#include "runtime/log_configuration.h"

namespace freefloat {

void LoggedConfiguration::add(const McapAttachment& attachment) {
  if (attachment.media_type == kConfigurationMediaType) files_.push_back({attachment.name, attachment.data});
}

void LoggedConfiguration::add(const McapMetadata& metadata) {
  if (metadata.name != kConfigurationMetadata) return;
  experiment_ = text_in(metadata.values, "experiment");
  pace_ = text_in(metadata.values, "pace");
  settings_.clear();
  for (std::size_t i = 0; metadata.values.contains(setting_key(i)); ++i) {
    settings_.push_back(text_in(metadata.values, setting_key(i)));
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
