#pragma once

#include <filesystem>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace freefloat {

/// The runs in a folder, each a folder of its own with log, report, summary and what people noted of it. Any
/// thread; reads of the disk are done by `refresh`, `note` and `track`.
class RunArchive {
 public:
  explicit RunArchive(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Of one run alone. @param log Its file, by any name. Nothing but the log has to be there.
  static RunArchive of_log(const std::filesystem::path& log);

  /// @return Where the runs' folders are.
  const std::filesystem::path& folder() const { return folder_; }
  /// @return Of one run alone; else empty.
  const std::filesystem::path& log() const { return log_; }

  /// Looks what runs there are. A summary that is missing is made from the log.
  void refresh();

  /// @return The newest first: name, started, experiment, seed, passed, text, seconds, numbers, notes.
  nlohmann::json list() const;

  /// @return Log of a run that was listed; empty: there is none of that name.
  std::filesystem::path find(const std::string& name) const;

  /// Adds a note to the run's `notes.json`. @return Why not; empty: done.
  std::string note(const std::string& name, const std::string& by, const std::string& text);

  /// @return What `make_track` wrote; empty: it did not yet.
  std::string track(const std::string& name) const;

  /// Reads the run's log, and writes into its folder where robot and target were, thinned. @return Why not;
  /// empty: done.
  std::string make_track(const std::string& name);

 private:
  RunArchive(std::filesystem::path folder, std::filesystem::path log)
      : folder_(std::move(folder)), log_(std::move(log)) {}
  bool has_folder() const;

  const std::filesystem::path folder_;
  const std::filesystem::path log_{};  // of one run alone; else empty
  mutable std::mutex mutex_;
  std::vector<nlohmann::json> runs_;
  std::string lone_track_;  // of a log without a folder
};

}  // namespace freefloat
