#include "doctor/camera_examination.h"

#include "hal/device_camera.h"
#include "hal/hal_error.h"

namespace freefloat {

namespace {

constexpr const char* kSubject = "camera";

std::string describe_settings(const CameraHealth& health) {
  std::string text;
  for (const CameraSetting& setting : health.settings) {
    text += (text.empty() ? "" : ", ") + setting.name + " " + setting.got;
    if (!setting.wanted.empty() && setting.wanted != setting.got)
      text += " (asked for " + setting.wanted + ")";
  }
  return text;
}

}  // namespace

CameraExamination examine_camera(Camera& camera, Clock& clock, Duration length,
                                 const std::atomic<bool>& stop) {
  CameraExamination found;
  CameraPicture picture;
  const Time end = clock.now() + length;
  while (clock.now() < end && !stop) {
    const ReadStatus status = camera.read(picture);
    if (status == ReadStatus::kFrame) ++found.pictures;
    if (status == ReadStatus::kFailed)
      found.problem = "has failed, or sends what the camera's file does not say";
    if (status == ReadStatus::kEnded || status == ReadStatus::kFailed) break;
  }
  if (const auto* device = dynamic_cast<const DeviceCamera*>(&camera)) found.health = device->health();
  return found;
}

CameraExamination examine_camera(const HalConfig& config, Duration length, const std::atomic<bool>& stop) {
  CameraExamination found;
  try {
    const Hal hal = make_camera_alone(config);
    found = examine_camera(*hal.camera, *hal.clock, length, stop);
  } catch (const HalError& error) {
    found.problem = error.what();
  }
  found.name = config.hardware.camera->path;
  return found;
}

std::vector<Finding> judge_camera(const CameraExamination& camera) {
  if (!camera.problem.empty()) return {{Grade::kProblem, kSubject, camera.name + ": " + camera.problem, ""}};
  std::string text = camera.name;
  if (!camera.health) {
    return {{Grade::kGood, kSubject, text + ": " + std::to_string(camera.pictures) + " pictures", ""}};
  }
  text += ", " + camera.health->name + ": " + std::to_string(camera.pictures) + " pictures";
  std::vector<Finding> findings{{Grade::kGood, kSubject, text, ""},
                                {Grade::kGood, "settings", describe_settings(*camera.health), ""}};
  if (camera.pictures > 0)
    findings.push_back({Grade::kGood, "time stamps", describe_stamps(*camera.health), ""});
  for (const CameraComplaint& complaint : diagnose(*camera.health)) {
    findings.push_back(
        {complaint.fatal ? Grade::kProblem : Grade::kWarning, kSubject, complaint.what, complaint.remedy});
  }
  return findings;
}

}  // namespace freefloat
