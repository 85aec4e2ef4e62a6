#include <algorithm>

#include "bring_up/find_runs.h"
#include "bring_up/lab_steps.h"
#include "bring_up/table_check.h"

namespace freefloat {

namespace {

using Words = std::vector<std::string>;

/// The runs that were made, and what they are good for.
struct JogRuns {
  std::string any;      ///< log of the newest that passed; empty: none
  std::string current;  ///< of the newest that was made with the files' lens, pose and lengths
  std::string failure;  ///< of the newest, if it did not pass
};

JogRuns find_jog_runs(const LabFolder& folder, const LabFiles& files) {
  JogRuns jogs;
  const std::vector<FoundRun> runs = find_runs(folder.jog_runs());
  if (!runs.empty() && !runs.front().passed)
    jogs.failure = "the last one did not pass: " + runs.front().words + " (" +
                   (runs.front().log.parent_path() / "report.html").string() + ")";
  for (const FoundRun& run : runs) {
    if (!run.passed) continue;
    if (jogs.any.empty()) jogs.any = run.log.string();
    if (!was_made_with(run.log, files.testbed.robot, files.testbed.camera)) continue;
    jogs.current = run.log.string();
    break;
  }
  return jogs;
}

/// @return Whether a run failed by what a wrong potentiometer or tachogenerator does.
bool blames_sensors(const std::string& failure) {
  const auto says = [&](const char* words) { return failure.find(words) != std::string::npos; };
  return says("potentiometer") || says("tachogenerator") || says("does not follow") ||
         says("joint_disagreement");
}

/// @param log That shows it to be done; empty: none does.
Step jog_step(Step step, const BringUpQuestion& question, const JogRuns& jogs, const std::string& log) {
  step.found = log.empty() ? jogs.failure : log;
  step.state = !log.empty()            ? StepState::kDone
               : !jogs.failure.empty() ? StepState::kFailed
                                       : StepState::kOpen;
  step.needs = "have room for each joint to turn 90 deg one way and 60 deg the other";
  if (step.state == StepState::kFailed && blames_sensors(jogs.failure)) {
    const std::string testbed = question.folder.testbed().string();
    step.needs +=
        "; a joint's sensor that is reversed or far off keeps the drives from moving it: freefloat run " +
        question.folder.by_hand().string() +
        " --readonly, move each joint by hand, then freefloat calibrate joints RUN.mcap --write " + testbed +
        "; a real servo board wants freefloat board-parameters " + testbed + " then";
  }
  step.command = {"freefloat", "run", question.folder.jog().string(), "--log-dir",
                  question.folder.jog_runs().string()};
  return step;
}

/// @return The satellite's second LED, whose distance from the first holds the scale where nothing else does;
/// empty: it has none.
std::string second_led(const RobotParameters& robot) {
  Words names;
  for (const MarkerParameters& marker : robot.markers) {
    if (marker.body == 0) names.push_back(marker.name);
  }
  return names.size() < 2 ? std::string() : names[1];
}

Step lengths_step(const LabFolder& folder, const LabFiles& files, const JogRuns& jogs, bool has_pose) {
  Step step{"lengths", "the robot's LEDs and lengths"};
  step.found = note_in(files.robot, "Changed by freefloat calibrate table.");
  if (!step.found.empty()) step.state = StepState::kDone;
  step.command = {"freefloat", "calibrate", "table", files.camera, "--run", jogs.any, "--robot", files.robot};
  if (const std::string led = second_led(files.testbed.robot); has_pose && !led.empty()) {
    // With the camera's pose by boards or points the scale is known.
    step.command.insert(step.command.end(),
                        {"--hold", "camera.z,camera.roll,camera.pitch", "--free", led + ".along"});
  } else {
    step.command.insert(step.command.end(), {"--write-camera", files.camera});
  }
  step.command.insert(step.command.end(),
                      {"--write-robot", files.robot, "--report", (folder.root / "lengths.html").string()});
  return step;
}

/// Of what a command leaves a note in a file.
Step noted_step(const std::string& id, const std::string& title, const std::string& file,
                const std::string& command, Words words) {
  Step step{id, title};
  step.found = note_in(file, "Changed by freefloat " + command + ".");
  if (!step.found.empty()) step.state = StepState::kDone;
  step.command = std::move(words);
  return step;
}

Step check_step(const LabFolder& folder, const LabFiles& files, const JogRuns& jogs) {
  Step step{"check", "camera and robot against the pictures"};
  const std::string record = folder.check_record().string();
  step.command = {"freefloat", "calibrate", "table",   files.camera, "--run", jogs.any,
                  "--robot",   files.robot, "--check", "--record",   record};
  const auto check = read_table_check(record);
  if (!check) return step;
  step.found = check->words;
  if (check->fingerprint != fingerprint_of_files(files.camera, files.robot)) {
    step.found += "; but that was before the files were changed";
    return step;
  }
  step.state = check->agrees ? StepState::kDone : StepState::kFailed;
  if (!check->agrees) step.needs = "a moved camera or a wrong LED: calibrate pose and lengths again";
  return step;
}

}  // namespace

std::vector<Step> motion_steps(const BringUpQuestion& question, const LabFiles& files, bool has_pose) {
  const LabFolder& folder = question.folder;
  const std::string testbed = folder.testbed().string();
  const JogRuns jogs = find_jog_runs(folder, files);
  const Step first =
      jog_step({"first-jog", "a run that moves the joints to and fro"}, question, jogs, jogs.any);
  const Step lengths = lengths_step(folder, files, jogs, has_pose);
  const std::string& log = jogs.current.empty() ? jogs.any : jogs.current;  // where that run was left out
  Step joints = noted_step("joints", "the joints' sensors", testbed, "calibrate joints",
                           {"freefloat", "calibrate", "joints", log, "--write", testbed});
  if (joints.state == StepState::kDone && files.testbed.file.hardware.link)
    joints.found += "\nthe servo board wants its parameters anew: freefloat board-parameters " + testbed;
  const Step delays =
      noted_step("delays", "the delays", testbed, "calibrate delays",
                 {"freefloat", "calibrate", "delays", log, "--write", testbed, "--write-camera", files.camera,
                  "--report", (folder.root / "delays.html").string()});
  const Step masses =
      noted_step("masses", "masses, mass centres and inertias", files.robot, "identify",
                 {"freefloat", "identify", log, "--robot", files.robot, "--write", files.robot});
  // The masses move the robot's origin, after which no run is of these lengths; then none is needed.
  const auto is_done = [](const Step& step) { return step.state == StepState::kDone; };
  const bool all_found = is_done(joints) && is_done(delays) && is_done(masses);
  Step second = jog_step({"second-jog", "the same run with the lengths found"}, question, jogs,
                         all_found ? jogs.any : jogs.current);
  if (second.state == StepState::kFailed && jogs.any.empty()) {  // that is said of the first
    second.state = StepState::kOpen;
    second.found.clear();
  }
  return {first, lengths, second, joints, delays, masses, check_step(folder, files, jogs)};
}

}  // namespace freefloat
