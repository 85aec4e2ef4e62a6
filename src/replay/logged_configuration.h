#pragma once

#include <string>
#include <vector>

#include "runlog/mcap_format.h"
#include "runtime/run_config.h"

namespace freefloat {

/// The configuration of a run as its log holds it; `log_configuration` put it there.
class LoggedConfiguration {
 public:
  // Called for every attachment and metadata of the log; what is no configuration is ignored.
  void add(const McapAttachment& attachment);
  void add(const McapMetadata& metadata);

  /// @return Whether the log holds a configuration at all.
  bool present() const { return !experiment_.empty() && !files_.empty(); }

  const std::vector<ConfigSource>& files() const { return files_; }
  const std::vector<std::string>& settings() const { return settings_; }
  const std::string& experiment() const { return experiment_; }
  const std::string& pace() const { return pace_; }  ///< `free`, `paced`, `real_time`

  /// Reads it by the same strict rules as from disk.
  /// @param changes `key=value` each, after the log's own settings.
  /// @throws ConfigError; also when a change names a file that is neither in the log nor on the disk.
  RunConfig load(const std::vector<std::string>& changes = {}) const;

 private:
  std::vector<ConfigSource> files_;
  std::vector<std::string> settings_;
  std::string experiment_;
  std::string pace_;
};

}  // namespace freefloat
