#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "mcap/field_walk.h"
#include "runlog/run_reader.h"

namespace freefloat {

// A run is exported as tables: one a topic, at its place in the list of topics, a row a message; and behind
// them what the log says of the run in words.

inline constexpr std::size_t kMetadataTable = kRunTopicCount;
inline constexpr std::size_t kRunTableCount = kRunTopicCount + 1;

/// @return The table's name in an export.
std::string_view table_name(std::size_t table);

/// Takes the rows of all tables, field by field.
class TableSink {
 public:
  virtual ~TableSink() = default;
  /// @param table Below `kRunTableCount`.
  virtual void begin_row(std::size_t table) = 0;
  virtual void add_field(std::string_view path, const FieldValue& value) = 0;
  virtual void end_row() = 0;
};

/// What a log holds beside its tables.
struct LogFacts {
  RunLogResult result;  ///< its `problem` also tells what had to be left out of the tables
  std::vector<McapAttachment> attachments;
  McapTextMap identity;

  /// @return Why not all of the log could be read; empty: all was.
  std::string note() const;
};

/// Reads a log once, in the order of the file. Every row of a topic begins with the message's number, `cycle`
/// where that is the cycle's, and its log time, `log_time_ns`. Of pictures the bytes stay out: only their
/// count is given.
/// @return The rest of it; or why it cannot be opened or holds no cycle that can be read, or more than one
/// run.
tl::expected<LogFacts, std::string> read_tables(const std::string& log_path, TableSink& sink);

/// What an export wrote.
struct ExportedTables {
  std::vector<std::string> files;
  std::size_t datasets = 0;  ///< of an HDF5 file
  std::string note;          ///< what of the log is missing in it, in words; empty: nothing
};

/// @return The name of a file of the log as one name without folders.
std::string flat_name(std::string_view name);

}  // namespace freefloat
