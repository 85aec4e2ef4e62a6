#include "operate/replay_job.h"

#include "drawing/page.h"
#include "replay/replay_controller.h"
#include "replay/what_if.h"
#include "types/angle.h"

namespace freefloat {

namespace {

using nlohmann::json;

constexpr const char* kWhatIfPage = "what_if.html";  // beside the log

json counts_json(const WhatIfCounts& counts) {
  json answer{{"active_cycles", counts.active},
              {"limited_cycles", counts.limited},
              {"workspace_corrected_cycles", counts.corrected}};
  if (counts.gripper_closed) answer["gripper_closed_s"] = to_seconds(*counts.gripper_closed);
  return answer;
}

}  // namespace

LongWork work_out_what_if(const std::string& name, const std::filesystem::path& log,
                          const std::vector<std::string>& settings) {
  LongWork work{.status = "done", .run = name, .text = {}};
  ReplayOptions options;
  options.changes = settings;
  ControllerReplay replay(log.string(), options);
  WhatIf what_if(replay.config());
  while (const RunItem* item = replay.next()) {
    if (item->cycle == nullptr) continue;
    const CycleOutput* replayed = replay.step(item->cycle->input);
    if (replayed != nullptr) what_if.add(*item->cycle, *replayed);
  }
  const WhatIfResult result = what_if.take_result();
  const auto written = write_page(make_what_if_page(result, "What if: " + work.run, settings),
                                  log.parent_path() / kWhatIfPage);
  work.result = {{"cycles", result.cycles},
                 {"different_commands", result.different_commands},
                 {"largest_rate_difference_deg_s", rad_to_deg(result.largest_rate_difference)},
                 {"predicted_hand_offset_mm", 1e3 * result.hand_offset},
                 {"settings", settings},
                 {"log", counts_json(result.logged)},
                 {"changed", counts_json(result.replayed)},
                 {"cannot_know", limits_of_knowledge(result)}};
  work.text = std::to_string(result.different_commands) + " of " + std::to_string(result.cycles) +
              " commands would have been others";
  if (written) {
    work.result["page"] = kWhatIfPage;
  } else {
    work.text += "; " + written.error();
  }
  return work;
}

LongWork verify_run(const std::string& name, const std::filesystem::path& log) {
  LongWork work{.status = "done", .run = name, .text = {}};
  ReplayOptions options;
  options.stop_at_difference = true;
  const ReplayResult result = replay_controller(log.string(), options);
  const bool same = result.same() && result.covers_all();
  work.status = same ? "done" : "failed";
  work.text = same ? "every bit of every output is as logged, " + std::to_string(result.cycles) + " cycles"
                   : "not the same, or not all of it could be compared; see `freefloat replay --verify`";
  work.result = {
      {"verify", true}, {"same", same}, {"cycles", result.cycles}, {"different", result.different}};
  return work;
}

}  // namespace freefloat
