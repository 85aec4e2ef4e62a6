#include "bring_up/lab_steps.h"
#include "config/yaml/config_texts.h"
#include "config/yaml/head_notes.h"

namespace freefloat {

namespace {

namespace fs = std::filesystem;

using Words = std::vector<std::string>;

void add_words(Words& command, const Words& more) {
  command.insert(command.end(), more.begin(), more.end());
}

/// @return Whether the testbed has a camera before which a board can be held.
bool has_live_camera(const LabFiles& files) {
  const auto& camera = files.testbed.file.hardware.camera;
  if (!camera || camera->is_emulated()) return false;
  return camera->source == MarkerSource::kDevice || camera->source == MarkerSource::kGenicam;
}

bool has_tracker(const LabFiles& files) {
  const auto& camera = files.testbed.file.hardware.camera;
  return camera && camera->tells_markers();
}

/// @param how Of the board, in words.
std::string ask_for_pictures(const LabFiles& files, const fs::path& folder, const std::string& how) {
  std::string words = "put pictures " + how + " into " + folder.string();
  if (!files.testbed.file.hardware.camera)
    words +=
        "; the camera of this testbed is simulated and shows no board: they come from a program that draws "
        "them, or the step is left out with --skip";
  return words;
}

/// A board of another size than it really has would make the table larger or smaller.
void ask_for_board(Step& step, const BringUpQuestion& question) {
  if (!question.board.empty()) return;
  step.command.clear();
  step.needs =
      "print a board, measure a square, and say which it is, best a ChArUco board: --charuco 7x5 --square-mm "
      "80";
}

Step needs_nothing(Step step, StepState state, const std::string& found) {
  step.state = state;
  step.found = found;
  return step;
}

Step lens_step(const BringUpQuestion& question, const LabFiles& files) {
  Step step{"lens", "the camera's lens"};
  if (has_tracker(files)) {
    return needs_nothing(step, StepState::kSkipped,
                         "markers come from a tracker with a calibration of its own");
  }
  const std::string& file = files.lens.empty() ? files.camera : files.lens;
  const std::string by_camera = note_in(file, files.lens.empty() ? "Changed by freefloat calibrate camera."
                                                                 : "Made by freefloat calibrate camera.");
  if (!by_camera.empty()) return needs_nothing(step, StepState::kDone, by_camera);
  if (!files.lens.empty())
    return needs_nothing(
        step, StepState::kDone,
        "from " + files.lens + ", which another program made: how well it is known it does not say");
  const LabFolder& folder = question.folder;
  const int pictures = count_pictures(folder.lens_pictures());
  const bool live = pictures == 0 && has_live_camera(files);
  step.found = "as the file has it, of a camera of its kind";
  if (pictures == 0 && !live)
    step.needs = ask_for_pictures(files, folder.lens_pictures(),
                                  "of a board held all over the picture, near and tilted, 15 or more,");
  if (live) step.needs = "hold a board before the camera; it says which pose is missing";
  step.command = {"freefloat", "calibrate", "camera",
                  (live ? folder.testbed() : folder.lens_pictures()).string()};
  add_words(step.command, question.board);
  add_words(step.command, {"--write-camera", files.camera, "--report", (folder.root / "lens.html").string()});
  ask_for_board(step, question);
  return step;
}

Step pose_step(const BringUpQuestion& question, const LabFiles& files) {
  Step step{"pose", "the camera's pose over the table"};
  if (has_tracker(files)) {
    return needs_nothing(step, StepState::kSkipped,
                         "markers come from a tracker; the robot tells where it hangs");
  }
  const std::string by_table = note_in(files.camera, "Changed by freefloat calibrate table.");
  if (!by_table.empty()) return needs_nothing(step, StepState::kDone, by_table);
  const LabFolder& folder = question.folder;
  step.found = "as the file has it, measured by nobody";
  step.command = {"freefloat", "calibrate", "table", files.camera};
  std::error_code gone;
  const bool by_boards = !fs::exists(folder.points(), gone);
  if (!by_boards) {
    add_words(step.command, {"--points", folder.points().string()});
  } else {
    if (count_pictures(folder.table_pictures()) == 0)
      step.needs =
          ask_for_pictures(files, folder.table_pictures(),
                           "of the board lying flat, 4 or more all over the table, in the first (by name) "
                           "with its first corner in the table's origin and its rows along x,") +
          "; a chessboard looks the same when it is turned round, so let it be a ChArUco board"
          "; or write surveyed points to " +
          folder.points().string() + ": name, x_m, y_m, z_m, u_px, v_px";
    add_words(step.command, {"--boards", folder.table_pictures().string()});
    add_words(step.command, question.board);
  }
  add_words(step.command, {"--write-camera", files.camera, "--report", (folder.root / "pose.html").string()});
  if (by_boards) ask_for_board(step, question);
  return step;
}

}  // namespace

std::string note_in(const std::string& path, const std::string& title) {
  const auto text = read_config_file(path);
  const auto note = text ? find_head_note(*text, title) : std::nullopt;
  if (!note) return {};
  std::string words;
  for (const std::string& line : note->lines) {
    if (!line.starts_with(' ')) words += (words.empty() ? "" : "\n") + line;
  }
  return words.empty() ? title : words;
}

std::vector<Step> camera_steps(const BringUpQuestion& question, const LabFiles& files) {
  return {lens_step(question, files), pose_step(question, files)};
}

}  // namespace freefloat
