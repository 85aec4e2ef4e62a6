#include "runlog/compare_runs.h"

#include <cmath>
#include <condition_variable>
#include <limits>
#include <mutex>
#include <sstream>
#include <thread>

#include "runlog/messages/cycle_messages.h"
#include "runlog/messages/field_walk.h"
#include "runlog/messages/run_messages.h"
#include "runlog/run_log.h"
#include "runlog/run_topics.h"

namespace freefloat {
namespace {

std::optional<double> number_of(const FieldValue& field) {
  return std::visit(
      [](const auto& value) -> std::optional<double> {
        using T = std::decay_t<decltype(value)>;
        if constexpr (std::same_as<T, std::string_view>) {
          return std::nullopt;
        } else if constexpr (std::same_as<T, NamedValue>) {
          return static_cast<double>(value.number);
        } else {
          return static_cast<double>(value);
        }
      },
      field.value);
}

double distance_of(const FieldValue* a, const FieldValue* b) {
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  if (a == nullptr || b == nullptr) return kInfinite;
  const auto x = number_of(*a);
  const auto y = number_of(*b);
  if (!x || !y || std::isnan(*x) || std::isnan(*y)) return kInfinite;
  return std::abs(*x - *y);
}

/// `markers[3].position_m[0]` -> `markers[].position_m[]`: one line for an array, not one an element.
std::string without_indices(std::string_view path) {
  std::string name;
  bool inside = false;
  for (const char c : path) {
    if (c == ']') inside = false;
    if (!inside) name += c;
    if (c == '[') inside = true;
  }
  return name;
}

class Comparison {
 public:
  explicit Comparison(RunComparison& result) : result_(result) {}

  void compare(std::uint64_t cycle, const CycleRecord& a, const CycleRecord& b) {
    cycle_ = cycle;
    at_ = a.input.now;
    compare_part("input.", a.input, b.input);
    compare_part("output.", a.output, b.output);
    if (a.truth && b.truth) compare_part("truth.", *a.truth, *b.truth);
    if (a.truth.has_value() != b.truth.has_value())
      note("has_truth", a.truth ? "true" : "false", b.truth ? "true" : "false", 1.0);
    compare_part("timing.", a.timing, b.timing);
  }

 private:
  template <class T>
  void compare_part(const char* prefix, const T& a, const T& b) {
    // Whole runs are mostly alike; bytes are compared faster than fields.
    encode(bytes_a_, a);
    encode(bytes_b_, b);
    if (std::ranges::equal(bytes_a_.bytes(), bytes_b_.bytes())) return;
    compare_fields(a, b, [&](std::string_view path, const FieldValue* x, const FieldValue* y) {
      note(prefix + std::string(path), x != nullptr ? to_text(*x) : "-", y != nullptr ? to_text(*y) : "-",
           distance_of(x, y));
    });
  }

  void note(const std::string& path, const std::string& a, const std::string& b, double distance) {
    result_.same = false;
    if (!result_.first) result_.first = CycleDifference{cycle_, at_, path, a, b};
    const auto [found, fresh] = result_.fields.try_emplace(without_indices(path));
    FieldStatistics& field = found->second;
    if (fresh) field.first_cycle = cycle_;
    if (fresh || last_cycle_[found->first] != cycle_) ++field.cycles;
    last_cycle_[found->first] = cycle_;
    field.largest = std::max(field.largest, distance);
  }

  RunComparison& result_;
  std::uint64_t cycle_ = 0;
  Time at_{};
  CdrWriter bytes_a_, bytes_b_;
  std::map<std::string, std::uint64_t> last_cycle_;
};

/// First line in which two texts differ, with its number.
TextDifference first_line(const std::string& name, const std::string& a, const std::string& b) {
  std::istringstream lines_a(a);
  std::istringstream lines_b(b);
  for (int number = 1;; ++number) {
    std::string line_a;
    std::string line_b;
    const bool more_a = static_cast<bool>(std::getline(lines_a, line_a));
    const bool more_b = static_cast<bool>(std::getline(lines_b, line_b));
    if (!more_a && !more_b) return {name, "(ends differ)", "(ends differ)"};
    if (more_a != more_b || line_a != line_b) {
      return {name + ":" + std::to_string(number), more_a ? line_a : "(ends)", more_b ? line_b : "(ends)"};
    }
  }
}

void compare_texts(const McapTextMap& a, const McapTextMap& b, std::vector<TextDifference>& differences) {
  for (const auto& [key, value] : a) {
    const auto other = b.find(key);
    if (other == b.end() || other->second != value)
      differences.push_back({key, value, other == b.end() ? "" : other->second});
  }
  for (const auto& [key, value] : b) {
    if (!a.contains(key)) differences.push_back({key, "", value});
  }
}

/// Everything of a log but its cycles, and the cycles handed over one by one.
struct Side {
  std::vector<PhaseEvent> phases;
  std::vector<McapAttachment> attachments;
  McapTextMap identity;
  tl::expected<RunLogResult, std::string> result;
};

/// Gives the cycles of a log one after the other, read by a thread of its own: the reader calls, and so does
/// the comparison.
class CycleFeed {
 public:
  CycleFeed(std::string path, Side& side)
      : path_(std::move(path)), side_(side), thread_([this] { read(); }) {}
  ~CycleFeed() {
    {
      const std::lock_guard lock(mutex_);
      closed_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }
  CycleFeed(const CycleFeed&) = delete;
  CycleFeed& operator=(const CycleFeed&) = delete;

  /// @return The next batch; empty: there are no more.
  std::vector<CycleRecord> take() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return full_ || done_; });
    full_ = false;
    std::vector<CycleRecord> batch = std::move(ready_);
    ready_.clear();
    lock.unlock();
    changed_.notify_all();
    return batch;
  }

 private:
  static constexpr std::size_t kBatch = 256;

  void offer() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !full_ || closed_; });
    ready_ = std::move(collecting_);
    full_ = true;
    collecting_ = {};
    lock.unlock();
    changed_.notify_all();
  }

  void read() {
    RunLogHandlers handlers;
    handlers.on_cycle = [this](const CycleRecord& cycle) {
      collecting_.push_back(cycle);
      if (collecting_.size() == kBatch) offer();
    };
    handlers.on_phase = [this](const PhaseEvent& event) { side_.phases.push_back(event); };
    handlers.on_attachment = [this](const McapAttachment& file) { side_.attachments.push_back(file); };
    handlers.on_metadata = [this](const McapMetadata& metadata) {
      if (metadata.name == kIdentityMetadata) side_.identity = metadata.values;
    };
    side_.result = stream_run_log(path_, handlers);
    if (!collecting_.empty()) offer();
    {
      const std::lock_guard lock(mutex_);
      done_ = true;
    }
    changed_.notify_all();
  }

  const std::string path_;
  Side& side_;
  std::vector<CycleRecord> collecting_, ready_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool full_ = false, done_ = false, closed_ = false;
  std::thread thread_;
};

std::string describe_phase(const PhaseEvent& event) {
  std::string text(event.name.view());
  if (event.moment == PhaseMoment::kBegin) return text + " begins";
  text += event.passed ? " passed" : event.observed ? " observed" : event.skipped ? " skipped" : " failed";
  text += " at " + std::to_string(to_seconds(event.at)) + " s";
  if (!event.reason.view().empty()) text += ": " + std::string(event.reason.view());
  return text;
}

void compare_phases(const Side& a, const Side& b, RunComparison& result) {
  const std::size_t count = std::max(a.phases.size(), b.phases.size());
  for (std::size_t i = 0; i < count; ++i) {
    const bool in_a = i < a.phases.size();
    const bool in_b = i < b.phases.size();
    if (in_a && in_b && !first_difference(a.phases[i], b.phases[i])) continue;
    result.phases.push_back({std::to_string(i), in_a ? describe_phase(a.phases[i]) : "",
                             in_b ? describe_phase(b.phases[i]) : ""});
  }
}

void compare_configuration(const Side& a, const Side& b, RunComparison& result) {
  const auto texts_of = [](const Side& side) {
    McapTextMap texts;
    for (const McapAttachment& file : side.attachments) texts[file.name] += file.data;
    return texts;
  };
  std::vector<TextDifference> whole;
  compare_texts(texts_of(a), texts_of(b), whole);
  for (const TextDifference& file : whole) {
    result.configuration.push_back(
        file.a.empty() || file.b.empty()
            ? TextDifference{file.name, file.a.empty() ? "" : "(there)", file.b.empty() ? "" : "(there)"}
            : first_line(file.name, file.a, file.b));
  }
}

}  // namespace

tl::expected<RunComparison, std::string> compare_runs(const std::string& path_a, const std::string& path_b) {
  RunComparison result;
  Side a;
  Side b;
  {
    CycleFeed feed_a(path_a, a);
    CycleFeed feed_b(path_b, b);
    Comparison comparison(result);
    for (;;) {
      const std::vector<CycleRecord> cycles_a = feed_a.take();
      const std::vector<CycleRecord> cycles_b = feed_b.take();
      for (std::size_t i = 0; i < std::min(cycles_a.size(), cycles_b.size()); ++i)
        comparison.compare(result.cycles_a + i, cycles_a[i], cycles_b[i]);
      result.cycles_a += cycles_a.size();
      result.cycles_b += cycles_b.size();
      if (cycles_a.empty() && cycles_b.empty()) break;
    }
  }
  if (!a.result) return tl::make_unexpected(a.result.error());
  if (!b.result) return tl::make_unexpected(b.result.error());
  for (const auto& [path, side] : {std::pair(&path_a, &a), {&path_b, &b}}) {
    for (const std::string& problem : {side->result->problem, side->result->file.problem}) {
      if (!problem.empty()) result.problems.push_back(*path + ": " + problem);
    }
  }
  compare_texts(a.identity, b.identity, result.identity);
  compare_configuration(a, b, result);
  compare_phases(a, b, result);
  result.same = result.same && result.cycles_a == result.cycles_b && result.identity.empty() &&
                result.configuration.empty() && result.phases.empty();
  return result;
}

}  // namespace freefloat
