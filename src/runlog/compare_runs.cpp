#include "runlog/compare_runs.h"

#include <cmath>
#include <limits>
#include <sstream>

#include "mcap/encode.h"
#include "mcap/field_walk.h"
#include "runlog/run_reader.h"
#include "runlog/wall_time.h"

namespace freefloat {
namespace {

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

/// @return NaN where it is missing or a text.
double number_of(const FieldValue* field) {
  if (field == nullptr) return kMissing;
  if (const auto* named = std::get_if<NamedValue>(&field->value)) return named->number;
  return std::visit(
      [](const auto& value) {
        if constexpr (std::is_convertible_v<decltype(value), double>) return static_cast<double>(value);
        return kMissing;
      },
      field->value);
}

/// @return Nothing where one is missing, a text or not finite.
std::optional<double> distance_of(const FieldValue* a, const FieldValue* b) {
  const double distance = std::abs(number_of(a) - number_of(b));
  return std::isfinite(distance) ? std::optional(distance) : std::nullopt;
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

/// One of the two logs, at one of its cycles.
class LogSide {
 public:
  explicit LogSide(RunReader&& reader) : reader_(std::move(reader)) { advance(); }

  /// @return The current cycle; null: there are no more, and everything else is known.
  const CycleRecord* cycle() const { return cycle_; }
  /// @return The number of the phase that had begun before it, from 0.
  std::uint32_t phase() const { return phase_; }
  const std::vector<PhaseEvent>& phases() const { return phases_; }
  const McapTextMap& files() const { return files_; }
  const McapTextMap& identity() const { return identity_; }
  const RunLogResult& result() const { return reader_.result(); }

  void advance() {
    cycle_ = nullptr;
    while (cycle_ == nullptr) {
      const RunItem* item = reader_.next();
      if (item == nullptr) return;
      if (item->attachment != nullptr) files_[item->attachment->name] += item->attachment->data;
      if (item->metadata != nullptr && item->metadata->name == kIdentityMetadata)
        identity_ = item->metadata->values;
      if (const auto event = reader_.take(kPhaseTopic)) {
        if (event->moment == PhaseMoment::kBegin) phase_ = event->phase_number;
        phases_.push_back(*event);
      }
      cycle_ = reader_.record();
    }
  }

 private:
  RunReader reader_;
  std::vector<PhaseEvent> phases_;
  McapTextMap files_, identity_;
  std::uint32_t phase_ = 0;
  const CycleRecord* cycle_ = nullptr;
};

class Comparison {
 public:
  explicit Comparison(RunComparison& result) : result_(result) {}

  void compare(std::uint64_t cycle, std::uint32_t phase, const CycleRecord& a, const CycleRecord& b) {
    cycle_ = cycle;
    at_ = a.input.now;
    ++result_.pairs;
    compare_quantities(phase, a, b);
    compare_part("input.", a.input, b.input);
    const MarkerFrame none;
    compare_part("target_markers.", a.input.target_markers.value_or(none),
                 b.input.target_markers.value_or(none));
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
      note(prefix + std::string(path), to_text(x), to_text(y), distance_of(x, y));
    });
  }

  void compare_quantities(std::uint32_t phase, const CycleRecord& a, const CycleRecord& b) {
    for (std::size_t i = 0; i < kRunQuantities.size(); ++i) {
      const double distance = kRunQuantities[i].distance(a, b);
      if (!std::isfinite(distance)) continue;
      QuantityDifference& difference = result_.quantities[i];
      ++difference.cycles;
      if (distance <= difference.largest) continue;
      difference.largest = distance;
      difference.at = at_;
      difference.phase = phase;
    }
  }

  void note(const std::string& path, const std::string& a, const std::string& b,
            const std::optional<double>& distance) {
    result_.same = false;
    // That times differ says nothing of two runs that were not in lockstep.
    const bool tells = !result_.by_phase || !(path.ends_with("_ns") || path.starts_with("timing."));
    if (!result_.first && tells) result_.first = CycleDifference{cycle_, at_, path, a, b};
    const auto [found, fresh] = result_.fields.try_emplace(without_indices(path));
    FieldStatistics& field = found->second;
    if (fresh) field.first_cycle = cycle_;
    if (fresh || last_cycle_[found->first] != cycle_) ++field.cycles;
    last_cycle_[found->first] = cycle_;
    if (!distance) return;
    ++field.numbers;
    field.largest = std::max(field.largest, *distance);
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

std::string describe_phase(const PhaseEvent& event) {
  std::string text(event.name.view());
  if (event.moment == PhaseMoment::kBegin) return text + " begins";
  text.append(" ")
      .append(event.verdict("failed"))
      .append(" at " + std::to_string(to_seconds(event.at)) + " s");
  if (!event.reason.view().empty()) text += ": " + std::string(event.reason.view());
  return text;
}

/// @return Whether a phase went alike but for its times.
bool same_outcome(const PhaseEvent& a, const PhaseEvent& b) {
  return a.phase_number == b.phase_number && a.name.view() == b.name.view() && a.moment == b.moment &&
         a.passed == b.passed && a.skipped == b.skipped && a.observed == b.observed;
}

void compare_phases(const LogSide& a, const LogSide& b, RunComparison& result) {
  const std::size_t count = std::max(a.phases().size(), b.phases().size());
  for (std::size_t i = 0; i < count; ++i) {
    const PhaseEvent* const in_a = i < a.phases().size() ? &a.phases()[i] : nullptr;
    const PhaseEvent* const in_b = i < b.phases().size() ? &b.phases()[i] : nullptr;
    if (in_a != nullptr && in_b != nullptr) {
      if (result.by_phase ? same_outcome(*in_a, *in_b) : !first_difference(*in_a, *in_b)) continue;
    }
    const auto text_of = [](const PhaseEvent* event) {
      return event != nullptr ? describe_phase(*event) : "";
    };
    result.phases.push_back({std::to_string(i), text_of(in_a), text_of(in_b)});
  }
}

void compare_configuration(const LogSide& a, const LogSide& b, RunComparison& result) {
  std::vector<TextDifference> whole;
  compare_texts(a.files(), b.files(), whole);
  for (const TextDifference& file : whole) {
    result.configuration.push_back(
        file.a.empty() || file.b.empty()
            ? TextDifference{file.name, file.a.empty() ? "" : "(there)", file.b.empty() ? "" : "(there)"}
            : first_line(file.name, file.a, file.b));
  }
}

/// A virtual clock stands still while a cycle is computed.
bool in_lockstep(const CycleRecord* first) {
  return first == nullptr || first->timing.compute == Duration{};
}

/// Pairs the cycles of two logs, and compares them.
void compare_cycles(LogSide& a, LogSide& b, RunComparison& result) {
  result.by_phase = !in_lockstep(a.cycle()) || !in_lockstep(b.cycle());
  Comparison comparison(result);
  while (a.cycle() != nullptr || b.cycle() != nullptr) {
    const bool both = a.cycle() != nullptr && b.cycle() != nullptr;
    // What a phase has more of in one run than in the other has no partner.
    const bool pair = both && (!result.by_phase || a.phase() == b.phase());
    if (pair) comparison.compare(result.cycles_a, a.phase(), *a.cycle(), *b.cycle());
    const bool next_a = pair || (both ? a.phase() < b.phase() : a.cycle() != nullptr);
    const bool next_b = pair || !next_a;
    if (next_a) ++result.cycles_a;
    if (next_b) ++result.cycles_b;
    if (next_a) a.advance();
    if (next_b) b.advance();
  }
}

void compare_identity(McapTextMap a, McapTextMap b, RunComparison& result) {
  for (const std::string_view key : {kStartedKey, kClockOffsetKey}) {
    a.erase(std::string(key));
    b.erase(std::string(key));
  }
  compare_texts(a, b, result.identity);
}

}  // namespace

tl::expected<RunComparison, std::string> compare_runs(const std::string& path_a, const std::string& path_b) {
  auto log_a = RunReader::open(path_a);
  if (!log_a) return tl::make_unexpected(log_a.error());
  auto log_b = RunReader::open(path_b);
  if (!log_b) return tl::make_unexpected(log_b.error());
  RunComparison result;
  LogSide a(*std::move(log_a));
  LogSide b(*std::move(log_b));
  compare_cycles(a, b, result);
  for (const auto& [path, side] : {std::pair(&path_a, &a), {&path_b, &b}}) {
    for (const std::string& problem : {side->result().problem, side->result().file.problem}) {
      if (!problem.empty()) result.problems.push_back(*path + ": " + problem);
    }
  }
  compare_identity(a.identity(), b.identity(), result);
  compare_configuration(a, b, result);
  compare_phases(a, b, result);
  for (const PhaseEvent& event : a.phases()) {
    constexpr std::uint32_t kMostPhases = 1000;
    if (event.moment != PhaseMoment::kBegin || event.phase_number >= kMostPhases) continue;
    result.phase_names.resize(std::max<std::size_t>(result.phase_names.size(), event.phase_number + 1U));
    result.phase_names[event.phase_number] = event.name.view();
  }
  result.same = result.same && result.cycles_a == result.cycles_b && result.configuration.empty() &&
                result.phases.empty();
  return result;
}

}  // namespace freefloat
