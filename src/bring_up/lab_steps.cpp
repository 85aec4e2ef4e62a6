#include "bring_up/lab_steps.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "bring_up/find_runs.h"

namespace freefloat {

namespace {

/// Of the findings of a kind, what each says.
std::string findings_of(const nlohmann::json& record, const std::string& grade) {
  std::string words;
  for (const nlohmann::json& finding : record.value("findings", nlohmann::json::array())) {
    if (!finding.is_object() || finding.value("grade", "") != grade) continue;
    const std::string remedy = finding.value("remedy", "");
    words += (words.empty() ? "" : "\n") + finding.value("subject", "") + ": " + finding.value("text", "") +
             (remedy.empty() ? "" : " (" + remedy + ")");
  }
  return words;
}

/// @param has_link Whether the testbed has a servo board that is to be examined as well.
void judge_record(Step& step, const std::string& path, bool has_link) {
  std::ifstream file(path);
  if (!file) return;
  const nlohmann::json record = nlohmann::json::parse(file, nullptr, false);
  try {
    if (!record.is_object() || !record.contains("findings")) {
      step.found = path + " is no record of freefloat doctor";
    } else if (has_link != record.contains("link")) {
      step.found = path + " is of another link than the testbed's";
    } else if (const std::string problems = findings_of(record, "problem"); !problems.empty()) {
      step.state = StepState::kFailed;
      step.found = problems;
    } else {
      step.state = StepState::kDone;
      step.found =
          record.value("bottleneck", "") + (has_link ? "" : "\nthe servo board is simulated: not examined");
    }
  } catch (const nlohmann::json::exception&) {
    step.found = path + " is no record of freefloat doctor";
  }
}

Step pc_step(const BringUpQuestion& question, const LabFiles& files) {
  const LabFolder& folder = question.folder;
  Step step{"pc", "PC, link and servo board"};
  const std::string record = folder.doctor_record().string();
  step.command = {
      "freefloat", "doctor", folder.testbed().string(), "--log-dir", (folder.root / "runs").string(),
      "--record",  record};
  judge_record(step, record, files.testbed.file.hardware.link.has_value());
  return step;
}

Step capture_step(const BringUpQuestion& question) {
  const LabFolder& folder = question.folder;
  Step step{"capture", "the first capture"};
  step.command = {"freefloat", "run", folder.capture().string(), "--log-dir", folder.capture_runs().string()};
  const std::vector<FoundRun> runs = find_runs(folder.capture_runs());
  if (runs.empty()) return step;
  const auto passed = std::find_if(runs.begin(), runs.end(), [](const FoundRun& run) { return run.passed; });
  const FoundRun& shown = passed != runs.end() ? *passed : runs.front();
  step.state = shown.passed ? StepState::kDone : StepState::kFailed;
  step.found = shown.words + " (" + (shown.log.parent_path() / "report.html").string() + ")";
  return step;
}

/// What is ahead where the files are not there yet.
std::vector<Step> steps_ahead() {
  return {{"pc", "PC, link and servo board"},
          {"lens", "the camera's lens"},
          {"pose", "the camera's pose over the table"},
          {"first-jog", "a run that moves the joints to and fro"},
          {"lengths", "the robot's LEDs and lengths"},
          {"second-jog", "the same run with the lengths found"},
          {"joints", "the joints' sensors"},
          {"delays", "the delays"},
          {"masses", "masses, mass centres and inertias"},
          {"check", "camera and robot against the pictures"},
          {"capture", "the first capture"}};
}

}  // namespace

Step files_step(const BringUpQuestion& question, const LabReading& reading) {
  const std::string folder = question.folder.root.string();
  Step step{"files", "the lab's own files, sound"};
  if (reading.files) {
    const LabFiles& files = *reading.files;
    step.state = StepState::kDone;
    step.found = "testbed " + files.testbed.file.name + ", robot " + files.testbed.robot.name + ", camera " +
                 files.testbed.camera.name;
    return step;
  }
  if (!reading.problem.empty()) {
    step.state = StepState::kFailed;
    step.found = reading.problem;
    step.needs = "mend what is said above";
    step.command = {"freefloat", "check"};
    for (const auto& file : {question.folder.testbed(), question.folder.jog(), question.folder.capture()})
      step.command.push_back(file.string());
    return step;
  }
  step.found = "missing in " + folder + ":";
  for (const std::string& name : reading.missing) step.found += " " + name;
  step.command = {"freefloat", "bring-up", folder, "--from", question.offered_testbed};
  return step;
}

std::vector<Step> lab_steps(const BringUpQuestion& question, const LabFiles* files) {
  if (files == nullptr) return steps_ahead();
  std::vector<Step> steps{pc_step(question, *files)};
  for (Step& step : camera_steps(question, *files)) steps.push_back(std::move(step));
  const bool has_pose = steps.back().state == StepState::kDone;
  for (Step& step : motion_steps(question, *files, has_pose)) steps.push_back(std::move(step));
  steps.push_back(capture_step(question));
  return steps;
}

}  // namespace freefloat
