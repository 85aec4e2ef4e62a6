#include "config/files/check_targets.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "config/fields/key_check.h"
#include "config/fields/simple_value.h"

namespace freefloat {

namespace {

std::vector<std::string> target_names(const ExperimentFile& file) {
  std::vector<std::string> names;
  for (const TargetParameters& target : file.targets) names.push_back(target.name);
  return names;
}

bool is_word(const std::string& name) {
  return std::all_of(name.begin(), name.end(), [](unsigned char letter) {
    return std::isalnum(letter) != 0 || letter == '_' || letter == '-';
  });
}

void check_motion(const TargetParameters& target, const ConfigNode& at, Problems& problems) {
  const bool moves = target.start.v.norm() > 0.0 || target.start.w != 0.0;
  if (moves && target.mount == TargetMount::kTable) {
    problems.add_at(*at.find("mount"), "a target fixed to the table cannot move", "floating",
                    "set mount: floating, or remove the velocity");
  }
}

/// Of several targets. @return Whether captures can choose by them.
bool check_names(const ExperimentFile& file, const ConfigNode& list, Problems& problems) {
  const std::size_t before = problems.count();
  for (std::size_t i = 0; i < file.targets.size(); ++i) {
    const TargetParameters& target = file.targets[i];
    const ConfigNode& at = list.items[i];
    if (target.name.empty()) {
      problems.add_missing(at, "name", "text", "captures choose a target by its name: add it");
      continue;
    }
    if (!is_word(target.name))
      problems.add_at(*at.find("name"), "viewers know the target by this name", "letters, digits, _ and -");
    const auto same = [&](const TargetParameters& other) { return other.name == target.name; };
    if (std::any_of(file.targets.begin(), file.targets.begin() + static_cast<std::ptrdiff_t>(i), same))
      problems.add_at(*at.find("name"), "another target has this name already", "a name of its own");
    if (target.mount == TargetMount::kNone)
      problems.add_at(*at.find("mount"), "a target in a list of targets is there", "table or floating",
                      "remove it from the list");
  }
  return problems.count() == before;
}

/// Whether a capture says which target it means.
void check_choice(const Phase& phase, const std::vector<std::string>& names, const ConfigNode& at,
                  Problems& problems) {
  if (phase.target.empty()) {
    if (names.size() > 1)
      problems.add_missing(at, "target", list_words(names), "there are several targets: say which one");
    return;
  }
  if (std::find(names.begin(), names.end(), phase.target) != names.end()) return;
  const std::string* nearest = find_nearest(phase.target, names, 3);
  problems.add_at(*at.find("target"), "no target has this name", list_words(names),
                  nearest == nullptr ? std::string() : "did you mean " + *nearest + "?");
}

/// A hand that holds one target captures no other.
void check_hands(const ExperimentFile& file, const ConfigNode& list, Problems& problems) {
  const std::vector<Phase>& phases = file.experiment.phases;
  const Phase* held = nullptr;
  for (std::size_t i = 0; i < phases.size(); ++i) {
    const Phase& phase = phases[i];
    const bool opens = phase.kind == PhaseKind::kRelease ||
                       (phase.kind == PhaseKind::kGripper && phase.gripper == GripperAction::kOpen);
    if (opens) held = nullptr;
    if (!is_capture(phase.kind)) continue;
    if (held != nullptr && held->target != phase.target)
      problems.add_at(*list.items[i].find("phase"), "the gripper still holds " + held->target, {},
                      "put the phase `release` before it");
    held = &phase;
  }
}

}  // namespace

void check_targets(const ExperimentFile& file, const ConfigNode& node, Problems& problems) {
  const ConfigNode* single = node.find("target");
  const ConfigNode* several = node.find("targets");
  if (single == nullptr && several == nullptr) {
    problems.add_missing(node, "target", "a map");
    return;
  }
  if (single != nullptr && several != nullptr) {
    problems.add_at(*several, "there is a `target` as well", "either target or targets");
    return;
  }
  std::vector<std::string> names = target_names(file);
  bool named = true;
  if (several != nullptr) {
    named = check_names(file, *several, problems);
    for (std::size_t i = 0; i < file.targets.size(); ++i)
      check_motion(file.targets[i], several->items[i], problems);
    if (const ConfigNode* payload = node.find("payload"))
      problems.add_at(*payload, "says not of which of the targets", {},
                      "remove it: each captured target is assumed to be as its entry says");
  } else {
    check_motion(file.target, *single, problems);
    if (!file.target.name.empty()) names.push_back(file.target.name);
  }
  if (!named) return;
  const ConfigNode& list = *node.find("phases");
  for (std::size_t i = 0; i < file.experiment.phases.size(); ++i) {
    const Phase& phase = file.experiment.phases[i];
    if (!is_capture(phase.kind)) continue;
    if (several == nullptr && file.target.mount == TargetMount::kNone) {
      problems.add_at(*list.items[i].find("phase"), "there is no target to capture", {},
                      "set target.mount, or remove the phase");
    } else {
      check_choice(phase, names, list.items[i], problems);
    }
  }
  check_hands(file, list, problems);
}

std::uint32_t target_number(const ExperimentFile& file, const Phase& phase) {
  const auto named =
      std::find_if(file.targets.begin(), file.targets.end(),
                   [&](const TargetParameters& target) { return target.name == phase.target; });
  return named == file.targets.end() ? 0 : static_cast<std::uint32_t>(named - file.targets.begin());
}

}  // namespace freefloat
