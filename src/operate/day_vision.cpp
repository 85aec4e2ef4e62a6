// Settings of vision and camera: tried while disarmed, then written to their files.
#include "operate/day.h"
#include "operate/request.h"
#include "operate/settings.h"
#include "runlog/wall_time.h"

namespace freefloat {

using console::Answer;

namespace {

/// A field of the request and the setting that it changes.
struct VisionField {
  const char* field;
  const char* key;
  double scale;  ///< setting over field
};

constexpr std::array<VisionField, 7> kVisionFields{
    {{"threshold", "vision.threshold", 1.0},
     {"exposure_us", "camera.exposure_ms", 1e-3},
     {"min_area", "vision.min_area", 1.0},
     {"max_area", "vision.max_area", 1.0},
     {"gate_sigmas", "vision.gate_sigmas", 1.0},
     {"gate_floor_mm", "vision.gate_floor_mm", 1.0},
     {"length_tolerance_mm", "vision.length_tolerance_mm", 1.0}}};

}  // namespace

Answer Day::change_vision(const Asked& asked) {
  Opened wanted = opened();
  bool any = false;
  for (const VisionField& known : kVisionFields) {
    const auto value = number_in(asked.request, known.field);
    if (!value) continue;
    wanted.changes = with_change(wanted.changes, known.key, text_of_number(known.scale * *value));
    any = true;
  }
  if (!any) {
    std::string fields;
    for (const VisionField& known : kVisionFields)
      fields += (fields.empty() ? "" : ", ") + std::string(known.field);
    return refused("of the vision can be changed: " + fields);
  }
  make_ready([this, wanted] { reopen(wanted.file, wanted.changes); });
  return granted("the vision is begun anew with it");
}

/// The difference is shown first; what is written then is what was shown.
Answer Day::ask_vision_write(const Asked& asked) {
  const auto field = asked.request.find("confirm");
  const bool confirmed = field != asked.request.end() && field->is_boolean() && field->get<bool>();
  const std::lock_guard lock(mutex_);
  const VisionChange& planned = day_.vision;
  if (!planned.problem.empty()) return refused(planned.problem);
  if (!confirmed) {
    day_.vision_shown = planned.difference;
    return granted(planned.difference.empty() ? "the files say the same" : "look at it, then confirm",
                   {{"difference", planned.difference}});
  }
  if (planned.difference.empty()) return refused("there is nothing to write: the files say the same");
  if (planned.difference != day_.vision_shown)
    return refused("look at the difference first: it is another one now");
  day_.rebuilding = true;
  clerk_.give([this, planned] { write_vision(planned); });
  return granted("being written; the events say where the old file is");
}

void Day::write_vision(const VisionChange& planned) {
  Opened wanted = opened();
  try {
    feed_.tell(RunNote::Kind::kFact, write_vision_change(planned, file_time(wall_time_ns())));
    for (const std::string& written : planned.written) std::erase(wanted.changes, written);
  } catch (const std::exception& error) {
    feed_.tell(RunNote::Kind::kAlarm, error.what());
  }
  reopen(wanted.file, wanted.changes);
}

}  // namespace freefloat
