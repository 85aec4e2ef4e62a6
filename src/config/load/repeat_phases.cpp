#include "config/load/repeat_phases.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>

namespace freefloat {

namespace {

constexpr int kMostTimes = 100;
constexpr std::size_t kMostPhases = 1000;  // beyond that the list's own limit refuses it
constexpr int kDeepest = 4;
constexpr const char* kForm = "a map: {times: 3, phases: [...]}";

std::optional<int> read_times(const ConfigNode& repeat, Problems& problems) {
  const ConfigNode* times = repeat.find("times");
  if (times == nullptr) {
    problems.add_missing(repeat, "times", "2 to 100");
    return std::nullopt;
  }
  int value = 0;
  const char* end = times->text.data() + times->text.size();
  const auto read = std::from_chars(times->text.data(), end, value);
  const bool whole =
      times->kind == NodeKind::kScalar && !times->quoted && read.ec == std::errc() && read.ptr == end;
  if (whole && value >= 2 && value <= kMostTimes) return value;
  problems.add_at(*times, "is no number of times", "2 to 100, without a fraction");
  return std::nullopt;
}

void name_repeat(ConfigNode& phase, int number, int times) {
  if (phase.kind != NodeKind::kMap) return;
  const std::string which = " (" + std::to_string(number) + " of " + std::to_string(times) + ")";
  if (ConfigNode* name = phase.find("name")) {
    name->text += which;
    return;
  }
  const ConfigNode* kind = phase.find("phase");
  if (kind == nullptr) return;
  ConfigNode name = *kind;
  name.text += which;
  name.quoted = true;
  phase.keys.emplace_back("name");
  phase.items.push_back(std::move(name));
}

void append(const ConfigNode& phase, std::vector<ConfigNode>& phases, int depth, Problems& problems) {
  const ConfigNode* repeat = phase.find("repeat");
  if (repeat == nullptr) {
    phases.push_back(phase);
    return;
  }
  if (phase.keys.size() > 1 || repeat->kind != NodeKind::kMap || depth >= kDeepest) {
    problems.add_at(*repeat,
                    depth >= kDeepest       ? "is repeated inside of too many others"
                    : phase.keys.size() > 1 ? "stands beside other keys"
                                            : "is no map",
                    kForm, "write it as an entry of its own: - repeat: {times: 3, phases: [...]}");
    return;
  }
  for (const std::string& key : repeat->keys) {
    if (key != "times" && key != "phases")
      problems.add_at(*repeat->find(key), "unknown key", "times, phases");
  }
  const ConfigNode* inner = repeat->find("phases");
  const std::optional<int> times = read_times(*repeat, problems);
  if (inner == nullptr || inner->kind != NodeKind::kList || inner->items.empty()) {
    problems.add_of(*repeat, "phases", "has nothing to repeat", "a list of phases");
    return;
  }
  if (!times) return;
  std::vector<ConfigNode> once;
  for (const ConfigNode& item : inner->items) append(item, once, depth + 1, problems);
  for (int i = 1; i <= *times && phases.size() < kMostPhases; ++i) {
    for (ConfigNode copy : once) {
      name_repeat(copy, i, *times);
      phases.push_back(std::move(copy));
    }
  }
}

}  // namespace

void repeat_phases(ConfigNode& experiment, Problems& problems) {
  ConfigNode* list = experiment.find("phases");
  if (list == nullptr || list->kind != NodeKind::kList) return;
  const bool any = std::any_of(list->items.begin(), list->items.end(),
                               [](const ConfigNode& phase) { return phase.find("repeat") != nullptr; });
  if (!any) return;
  std::vector<ConfigNode> phases;
  for (const ConfigNode& phase : list->items) append(phase, phases, 0, problems);
  list->items = std::move(phases);
}

}  // namespace freefloat
