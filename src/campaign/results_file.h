#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "campaign/campaign.h"
#include "campaign/row.h"

struct sqlite3;
struct sqlite3_stmt;

namespace freefloat {

/// How a results file is opened. Resume: one that is there is gone on with, another is begun. Read: from a
/// folder that many machines share, without a lock; nobody may write it meanwhile.
enum class Opening : std::uint8_t { kNew, kResume, kRead };

/// Makes a folder with those above it, for what a campaign writes.
/// @throws std::runtime_error that names it, and what to do.
void make_folder(const std::string& folder);

/// The results of a campaign: an SQLite file with a row a sample and arm (table `rows`), and what they are of
/// (`campaign`, `sources`). Any errors are std::runtime_error that name the file.
class ResultsFile {
 public:
  /// @param path `:memory:`: no file.
  /// A file that is there must be of this campaign and this build.
  ResultsFile(const std::string& path, const Campaign& campaign, Opening opening);
  ResultsFile(const ResultsFile&) = delete;
  ResultsFile& operator=(const ResultsFile&) = delete;

  /// Rows are on the disk after `commit`.
  void add(const Row& row);
  void commit();

  /// Forgets all rows from this sample on.
  void cut(std::uint64_t first_sample);

  /// Forgets the rows that were lost with a worker that someone else killed (SIGKILL: an operator, or the
  /// system for want of memory), which is no property of their samples; of a search, whose later samples
  /// follow from them, these as well. `Opening::kResume` does so. @return How many were lost.
  std::uint64_t forget_lost();

  /// @return How many rows were lost with a killed worker.
  std::uint64_t count_lost() const;

  /// Calls with every row, by sample and arm.
  void for_each(const std::function<void(const Row&)>& use) const;

  /// @return The row of this sample and arm, where there is one.
  std::optional<Row> find(std::uint64_t sample, std::size_t arm) const;

  /// Writes all rows, by sample and arm, with drawn values, as CSV.
  void export_csv(const std::string& path) const;

 private:
  struct Close {
    void operator()(sqlite3* database) const;
    void operator()(sqlite3_stmt* statement) const;
  };

  void open();
  void execute(const std::string& sql) const;
  void begin_file();
  void prepare_insert();
  void check_file();
  [[noreturn]] void fail(const std::string& what) const;

  std::string path_;
  const Campaign& campaign_;
  Opening opening_;
  std::unique_ptr<sqlite3, Close> database_;
  std::unique_ptr<sqlite3_stmt, Close> insert_;  // ends before its database
  bool open_transaction_ = false;
};

}  // namespace freefloat
