#include "bring_up/bring_up.h"

#include <algorithm>
#include <stdexcept>

#include "bring_up/lab_steps.h"

namespace freefloat {

namespace {

void skip(BringUp& list, const std::vector<std::string>& ids) {
  for (const std::string& id : ids) {
    const auto step =
        std::find_if(list.steps.begin(), list.steps.end(), [&](const Step& s) { return s.id == id; });
    if (step == list.steps.end() || step == list.steps.begin()) {
      std::string known;
      for (std::size_t i = 1; i < list.steps.size(); ++i) known += (i == 1 ? "" : ", ") + list.steps[i].id;
      throw std::runtime_error("--skip " + id + ": there is no such step; " + known);
    }
    if (step->state == StepState::kDone) continue;
    step->found = "left out by --skip " + id + (step->found.empty() ? "" : "; " + step->found);
    step->state = StepState::kSkipped;
  }
}

/// What comes later is found when it is its turn: the runs and files that it takes are not there yet.
void keep_command_of_next(BringUp& list) {
  const Step* next = list.next();
  for (Step& step : list.steps) {
    if (&step == next) continue;
    step.needs.clear();
    step.command.clear();
  }
  for (Step& step : list.steps) {
    if (std::find(step.command.begin(), step.command.end(), "") == step.command.end()) continue;
    step.command.clear();
    step.needs = "this needs the log of a jog run that passed: do not skip that step";
  }
}

bool is_over(const Step& step) {
  return step.state == StepState::kDone || step.state == StepState::kSkipped;
}

}  // namespace

const char* name_of(StepState state) {
  switch (state) {
    case StepState::kDone:
      return "done";
    case StepState::kOpen:
      return "open";
    case StepState::kFailed:
      return "failed";
    case StepState::kSkipped:
      return "skipped";
  }
  return "";
}

const Step* BringUp::next() const {
  const auto step = std::find_if_not(steps.begin(), steps.end(), is_over);
  return step == steps.end() ? nullptr : &*step;
}

BringUp examine_lab(const BringUpQuestion& question) {
  const LabReading reading = read_lab(question.folder);
  BringUp list{{files_step(question, reading)}};
  for (Step& step : lab_steps(question, reading.files ? &*reading.files : nullptr))
    list.steps.push_back(std::move(step));
  skip(list, question.skip);
  keep_command_of_next(list);
  return list;
}

nlohmann::ordered_json bring_up_json(const BringUp& list, const LabFolder& folder) {
  const Step* next = list.next();
  nlohmann::ordered_json json{{"folder", folder.root.string()},
                              {"done", next == nullptr},
                              {"steps", nlohmann::ordered_json::array()}};
  if (next != nullptr) json["next"] = next->id;
  for (const Step& step : list.steps) {
    nlohmann::ordered_json entry{{"step", step.id}, {"title", step.title}, {"state", name_of(step.state)}};
    if (!step.found.empty()) entry["found"] = step.found;
    if (!step.needs.empty()) entry["needs"] = step.needs;
    if (!step.command.empty()) entry["words"] = step.command;
    json["steps"].push_back(std::move(entry));
  }
  return json;
}

}  // namespace freefloat
