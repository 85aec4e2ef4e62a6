#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "campaign/campaign.h"
#include "campaign/row.h"

struct sqlite3;
struct sqlite3_stmt;

namespace freefloat {

/// The results of a campaign: an SQLite file with a row a sample and arm (table `rows`), and what they are of
/// (`campaign`, `sources`). Any errors are std::runtime_error that name the file.
class ResultsFile {
 public:
  /// @param path `:memory:`: no file.
  /// @param resume Go on with a file that is there, which must be of this campaign and this build.
  ResultsFile(const std::string& path, const Campaign& campaign, bool resume);
  ResultsFile(const ResultsFile&) = delete;
  ResultsFile& operator=(const ResultsFile&) = delete;

  /// Rows are on the disk after `commit`.
  void add(const Row& row);
  void commit();

  /// Forgets all rows from this sample on.
  void cut(std::uint64_t first_sample);

  /// Calls with every row, by sample and arm.
  void for_each(const std::function<void(const Row&)>& use) const;

  /// Writes all rows, by sample and arm, with drawn values, as CSV.
  void export_csv(const std::string& path) const;

 private:
  struct Close {
    void operator()(sqlite3* database) const;
    void operator()(sqlite3_stmt* statement) const;
  };

  void execute(const std::string& sql) const;
  void begin_file();
  void check_file();
  [[noreturn]] void fail(const std::string& what) const;

  std::string path_;
  const Campaign& campaign_;
  std::unique_ptr<sqlite3, Close> database_;
  std::unique_ptr<sqlite3_stmt, Close> insert_;  // ends before its database
  bool open_transaction_ = false;
};

}  // namespace freefloat
