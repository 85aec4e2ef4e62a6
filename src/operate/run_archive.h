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

  /// Looks what runs there are. A summary that is missing is made from the log.
  void refresh();

  /// @return The newest first: name, started, experiment, seed, passed, text, seconds, numbers, notes.
  nlohmann::json list() const;

  /// @return Folder of a run that was listed; empty: there is none of that name.
  std::filesystem::path find(const std::string& name) const;

  /// Adds a note to the run's `notes.json`. @return Why not; empty: done.
  std::string note(const std::string& name, const std::string& by, const std::string& text);

  /// @return What `make_track` wrote; empty: it did not yet.
  std::string track(const std::string& name) const;

  /// Reads the run's log, and writes beside it where robot and target were, thinned. @return Why not; empty:
  /// done.
  std::string make_track(const std::string& name) const;

 private:
  const std::filesystem::path folder_;
  mutable std::mutex mutex_;
  std::vector<nlohmann::json> runs_;
};

}  // namespace freefloat
