#include "app/run_output.h"

#include <unistd.h>

#include <iostream>
#include <nlohmann/json.hpp>

#include "report/phase_table.h"

namespace freefloat {

namespace {

nlohmann::json describe_run(const RunOutput& output) {
  const RunRecord& record = output.record;
  nlohmann::json answer{{"passed", output.passed},
                        {"readonly", output.readonly},
                        {"experiment", record.experiment},
                        {"seed", record.seed},
                        {"started", record.started}};
  answer["phases"] = nlohmann::json::array();
  for (const PhaseResult& phase : record.phases) {
    nlohmann::json entry{{"name", phase.name},
                         {"verdict", describe(phase.verdict)},
                         {"begin_s", to_seconds(phase.begin)},
                         {"end_s", to_seconds(phase.end)},
                         {"reason", phase.reason}};
    if (phase.capture) {
      entry["distance_m"] = phase.capture->distance;
      entry["relative_speed_m_s"] = phase.capture->relative_speed;
      entry["straightness"] = phase.capture->straightness;
    }
    answer["phases"].push_back(entry);
  }
  if (!output.folder.empty()) {
    answer["log"] = (output.folder / "run.mcap").string();
    answer["report"] = (output.folder / "report.html").string();
  }
  return answer;
}

}  // namespace

void print_run(const RunOutput& output, bool json) {
  if (json) {
    std::cout << describe_run(output).dump(2) << "\n";
    return;
  }
  std::cout << "\n" << format_phase_table(output.record, isatty(STDOUT_FILENO) != 0);
  if (output.folder.empty()) return;
  std::cout << "\nreport  " << (output.folder / "report.html").string() << "\nlog     "
            << (output.folder / "run.mcap").string() << " (" << output.recorder.bytes_written / 1024
            << " KiB, " << output.recorder.cycles_written << " cycles)\n";
  const RecorderStatus& recorder = output.recorder;
  if (recorder.dropped_pictures + recorder.dropped_whole_pictures == 0) return;
  std::cout << "        left out of it: windows of " << recorder.dropped_pictures << " pictures, "
            << recorder.dropped_whole_pictures << " whole pictures (see recording in the testbed's file)\n";
}

}  // namespace freefloat
