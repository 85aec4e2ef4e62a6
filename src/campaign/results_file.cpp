#include "campaign/results_file.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <cmath>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "campaign/campaign_identity.h"
#include "campaign/sampling.h"
#include "campaign/worker_pool.h"

namespace freefloat {

namespace {

std::string with_quotes(std::string_view name, char quote) {
  std::string text(1, quote);
  for (const char c : name) text.append(c == quote ? 2 : 1, c);
  return text + quote;
}

/// A statement that ends with its scope.
class Statement {
 public:
  Statement(sqlite3* database, const std::string& sql) {
    sqlite3_prepare_v2(database, sql.c_str(), -1, &statement_, nullptr);
  }
  ~Statement() { sqlite3_finalize(statement_); }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;
  bool next() { return statement_ != nullptr && sqlite3_step(statement_) == SQLITE_ROW; }
  std::string text(int column) {
    const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
    return text == nullptr ? std::string() : text;
  }
  double number(int column) {
    return sqlite3_column_type(statement_, column) == SQLITE_NULL ? std::nan("")
                                                                  : sqlite3_column_double(statement_, column);
  }
  std::int64_t whole(int column) { return sqlite3_column_int64(statement_, column); }

 private:
  sqlite3_stmt* statement_ = nullptr;
};

/// Of rows that were lost with a killed worker. The pool's own SIGKILL, at `time_limit_s`, is another
/// outcome.
std::string is_lost() {
  return "outcome = " + with_quotes(kOutcomeNames[static_cast<std::size_t>(Outcome::kCrashed)], '\'') +
         " AND cause = " + with_quotes(signal_text(SIGKILL), '\'');
}

/// @return The file for SQLite, as one that nobody writes.
std::string unlocked_address(const std::string& path) {
  std::string address = "file:";
  for (const char c : path)
    address += std::string_view("?#%").find(c) == std::string_view::npos
                   ? std::string(1, c)
                   : fmt::format("%{:02x}", static_cast<unsigned char>(c));
  return address + "?immutable=1";
}

std::string all_columns(const Campaign& campaign) {
  std::string columns = "sample, arm, outcome, cause, seed";
  for (const Draw& draw : campaign.draws) columns += ", " + with_quotes(draw.key, '"');
  return columns + fmt::format(", {}", fmt::join(kRowNumbers, ", "));
}

std::string selected_rows() {
  return fmt::format("SELECT sample, arm, outcome, cause, {} FROM rows", fmt::join(kRowNumbers, ", "));
}

/// @param rows Of `selected_rows`.
Row read_selected(const Campaign& campaign, Statement& rows) {
  Row row;
  row.sample = static_cast<std::uint64_t>(rows.whole(0));
  const std::string arm = rows.text(1);
  while (row.arm + 1 < campaign.arms.size() && campaign.arms[row.arm].name != arm) ++row.arm;
  const std::string outcome = rows.text(2);
  for (std::size_t i = 0; i < kOutcomeNames.size(); ++i) {
    if (kOutcomeNames[i] == outcome) row.outcome = static_cast<Outcome>(i);
  }
  row.cause = rows.text(3);
  for (std::size_t i = 0; i < row.numbers.size(); ++i) row.numbers[i] = rows.number(static_cast<int>(4 + i));
  return row;
}

}  // namespace

void make_folder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error)
    throw std::runtime_error(folder + ": this folder cannot be made (" + error.message() +
                             "); name one of your own with --log-dir, --results or --folder");
}

ResultsFile::ResultsFile(const std::string& path, const Campaign& campaign, Opening opening)
    : path_(path), campaign_(campaign), opening_(opening) {
  const bool there = path != ":memory:" && std::filesystem::exists(path);
  if (there && opening == Opening::kNew) {
    throw std::runtime_error(
        path + ": is there already; go on with it by --resume, or name another file with --results");
  }
  open();
  Statement known(database_.get(),
                  "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name IN ('rows', 'campaign')");
  const std::int64_t tables = known.next() ? known.whole(0) : -1;
  if (tables < 0) fail("is no results file that can be read");
  if (tables == 0) {
    Statement others(database_.get(), "SELECT count(*) FROM sqlite_master");
    if (others.next() && others.whole(0) > 0) fail("is a database of something else");
    if (opening == Opening::kRead) fail("has no rows in it");
    begin_file();
  } else {
    check_file();
  }
  if (opening == Opening::kResume) forget_lost();
  if (opening != Opening::kRead) prepare_insert();
}

void ResultsFile::open() {
  const std::filesystem::path folder = std::filesystem::path(path_).parent_path();
  const bool reads = opening_ == Opening::kRead;
  if (!reads && path_ != ":memory:" && !folder.empty()) make_folder(folder.string());
  sqlite3* database = nullptr;
  const int opened =
      reads ? sqlite3_open_v2(unlocked_address(path_).c_str(), &database,
                              SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, nullptr)
            : sqlite3_open_v2(path_.c_str(), &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr);
  database_.reset(database);
  if (opened != SQLITE_OK) fail("cannot be opened");
  if (reads) return;
  sqlite3_busy_timeout(database_.get(), 2000);
  // One process writes; kept locked, another campaign cannot write into the same file.
  execute("PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = NORMAL");
}

void ResultsFile::prepare_insert() {
  std::string places = "?1, ?2, ?3, ?4, ?5";
  for (std::size_t i = 0; i < campaign_.draws.size() + kRowNumbers.size(); ++i)
    places += ", ?" + std::to_string(6 + i);
  const std::string sql = "INSERT INTO rows (" + all_columns(campaign_) + ") VALUES (" + places + ")";
  sqlite3_stmt* insert = nullptr;
  if (sqlite3_prepare_v2(database_.get(), sql.c_str(), -1, &insert, nullptr) != SQLITE_OK)
    fail("has other columns");
  insert_.reset(insert);
}

void ResultsFile::Close::operator()(sqlite3* database) const {
  sqlite3_close(database);
}

void ResultsFile::Close::operator()(sqlite3_stmt* statement) const {
  sqlite3_finalize(statement);
}

void ResultsFile::fail(const std::string& what) const {
  const int code = sqlite3_errcode(database_.get());
  std::string why = code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE
                        ? std::string()
                        : std::string(" (") + sqlite3_errmsg(database_.get()) + ')';
  std::string remedy = "name another file with --results";
  if (opening_ == Opening::kRead)
    remedy =
        "all parts are computed from the files and by the program that the campaign was begun with; begin it "
        "anew in another --folder";
  if (code == SQLITE_FULL || code == SQLITE_IOERR)
    remedy = "the rows until the last commit are kept: make room on the disk, then go on with --resume";
  if (code == SQLITE_BUSY) remedy = "another campaign writes it: wait for its end";
  throw std::runtime_error(path_ + ": " + what + why + "; " + remedy);
}

void ResultsFile::execute(const std::string& sql) const {
  if (sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
    fail("cannot be written");
}

void ResultsFile::begin_file() {
  execute("BEGIN");
  execute("CREATE TABLE campaign (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID");
  for (const ConfigSource& fact : campaign_identity(campaign_))
    execute("INSERT OR REPLACE INTO campaign VALUES (" + with_quotes(fact.path, '\'') + ", " +
            with_quotes(fact.text, '\'') + ")");
  std::string columns = "sample INTEGER, arm TEXT, outcome TEXT, cause TEXT, seed INTEGER";
  for (const Draw& draw : campaign_.draws) columns += ", " + with_quotes(draw.key, '"') + " NUMERIC";
  for (const std::string_view name : kRowNumbers) columns += ", " + std::string(name) + " REAL";
  execute("CREATE TABLE rows (" + columns + ", PRIMARY KEY (sample, arm)) WITHOUT ROWID");
  execute("COMMIT");
}

void ResultsFile::check_file() {
  for (const ConfigSource& fact : campaign_identity(campaign_)) {
    Statement kept(database_.get(), "SELECT value FROM campaign WHERE key = " + with_quotes(fact.path, '\''));
    const bool there = kept.next();
    if (there && kept.text(0) == fact.text) continue;
    if (fact.path.starts_with("build"))
      fail("was begun by another build of this program, or of an arm's, whose rows may differ");
    fail("is of another campaign: " + fact.path + (there ? " was different" : " was not part of it"));
  }
}

void ResultsFile::add(const Row& row) {
  if (!open_transaction_) execute("BEGIN");
  open_transaction_ = true;
  int place = 0;
  const auto bind_text = [&](std::string_view text) {
    sqlite3_bind_text(insert_.get(), ++place, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT);
  };
  sqlite3_bind_int64(insert_.get(), ++place, static_cast<sqlite3_int64>(row.sample));
  bind_text(campaign_.arms[row.arm].name);
  bind_text(kOutcomeNames[static_cast<std::size_t>(row.outcome)]);
  bind_text(row.cause);
  sqlite3_bind_int64(insert_.get(), ++place, static_cast<sqlite3_int64>(run_seed(campaign_, row.sample)));
  for (const std::string& value : draw_sample(campaign_, row.sample)) bind_text(value);
  for (const double number : row.numbers)
    sqlite3_bind_double(insert_.get(), ++place, number);  // NaN becomes NULL
  const int result = sqlite3_step(insert_.get());
  if (result != SQLITE_DONE) fail("a row cannot be written");
  sqlite3_reset(insert_.get());
}

void ResultsFile::commit() {
  if (!open_transaction_) return;
  open_transaction_ = false;
  execute("COMMIT");
}

void ResultsFile::cut(std::uint64_t first_sample) {
  execute("DELETE FROM rows WHERE sample >= " + std::to_string(first_sample));
}

std::uint64_t ResultsFile::forget_lost() {
  const std::uint64_t lost = count_lost();
  if (lost == 0) return 0;
  execute("DELETE FROM rows WHERE " +
          (campaign_.listed_by.empty() ? is_lost()
                                       : "sample >= (SELECT min(sample) FROM rows WHERE " + is_lost() + ")"));
  return lost;
}

std::uint64_t ResultsFile::count_lost() const {
  Statement lost(database_.get(), "SELECT count(*) FROM rows WHERE " + is_lost());
  return lost.next() ? static_cast<std::uint64_t>(lost.whole(0)) : 0;
}

void ResultsFile::for_each(const std::function<void(const Row&)>& use) const {
  Statement rows(database_.get(), selected_rows() + " ORDER BY sample, arm");
  while (rows.next()) use(read_selected(campaign_, rows));
}

std::optional<Row> ResultsFile::find(std::uint64_t sample, std::size_t arm) const {
  Statement rows(database_.get(), selected_rows() + fmt::format(" WHERE sample = {} AND arm = {}", sample,
                                                                with_quotes(campaign_.arms[arm].name, '\'')));
  if (!rows.next()) return std::nullopt;
  return read_selected(campaign_, rows);
}

void ResultsFile::export_csv(const std::string& path) const {
  std::ofstream file(path);
  std::string head = "sample,arm,outcome,cause,seed";
  for (const Draw& draw : campaign_.draws) head += ',' + draw.key;
  file << head << ',' << fmt::format("{}", fmt::join(kRowNumbers, ",")) << '\n';
  for_each([&](const Row& row) {
    file << row.sample << ',' << with_quotes(campaign_.arms[row.arm].name, '"') << ','
         << kOutcomeNames[static_cast<std::size_t>(row.outcome)] << ',' << with_quotes(row.cause, '"') << ','
         << run_seed(campaign_, row.sample);
    for (const std::string& value : draw_sample(campaign_, row.sample))
      file << ',' << (value.find_first_of(",\"") == std::string::npos ? value : with_quotes(value, '"'));
    for (const double number : row.numbers) {
      file << ',';
      if (std::isfinite(number)) file << fmt::format("{}", number);
    }
    file << '\n';
  });
  file.close();
  if (!file)
    throw std::runtime_error(path +
                             ": the rows cannot be written; make room, or name another file with --csv");
}

}  // namespace freefloat
