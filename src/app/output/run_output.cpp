#include "app/output/run_output.h"

#include <unistd.h>

#include <cstring>
#include <iostream>

#include "app/output/gap_output.h"
#include "report/phase_table.h"
#include "report/report_html.h"
#include "report/run_summary.h"
#include "report/summary_file.h"
#include "runlog/bag_metadata.h"
#include "types/angle.h"

namespace freefloat {

namespace {

nlohmann::json path_to_json(const MarkerPathHealth& path) {
  return {{"pictures", path.pictures + path.texts},
          {"lost", path.lost},
          {"late", path.late},
          {"repeated", path.repeated},
          {"refused", path.forged + path.garbage},
          {"latency_p50_ms", 1e3 * to_seconds(path.latency)},
          {"latency_jitter_ms", 1e3 * to_seconds(path.jitter)},
          {"offset_ms", 1e3 * to_seconds(path.offset)},
          {"offset_bound_ms", 1e3 * to_seconds(path.offset_bound)}};
}

nlohmann::json describe_run(const RunRecord& record, const RunOutput& output) {
  nlohmann::json answer{{"passed", output.passed && conditions_hold(record)},
                        {"readonly", record.config.experiment.readonly},
                        {"experiment", record.config.experiment.name},
                        {"seed", record.config.sim.seed},
                        {"started", record.started}};
  answer["phases"] = nlohmann::json::array();
  for (const PhaseResult& phase : record.phases) {
    nlohmann::json entry = phase_to_json(phase);
    if (phase.capture) {
      entry["distance_m"] = phase.capture->distance;
      entry["relative_speed_m_s"] = phase.capture->relative_speed;
      entry["straightness"] = phase.capture->straightness;
    }
    if (phase.reached) {
      entry["joint_error_deg"] = rad_to_deg(phase.reached->joint_error);
      entry["attitude_error_deg"] = rad_to_deg(phase.reached->attitude_error);
    }
    if (phase.followed) {
      entry["path_rms_m"] = phase.followed->rms;
      entry["path_max_m"] = phase.followed->largest;
      entry["path_length_m"] = phase.followed->length;
      entry["true_path_rms_m"] = phase.followed->truth_rms;
      entry["true_path_max_m"] = phase.followed->truth_largest;
    }
    answer["phases"].push_back(entry);
  }
  if (!record.conditions.empty()) answer["conditions"] = nlohmann::json::array();
  for (const ConditionResult& condition : record.conditions) {
    answer["conditions"].push_back(
        {{"text", condition.text}, {"value", condition.value}, {"holds", condition.holds}});
  }
  if (record.marker_path) answer["marker_path"] = path_to_json(*record.marker_path);
  if (record.target_path) answer["target_path"] = path_to_json(*record.target_path);
  if (!output.folder.empty()) {
    answer["log"] = output.log_exists ? nlohmann::json((output.folder / "run.mcap").string()) : nullptr;
    answer["log_complete"] = record.log_complete;
    answer["log_missing"] = gaps_to_json(record.log_gaps);
    answer["log_failed_syncs"] = output.recorder.failed_syncs;
    answer["report"] = (output.folder / "report.html").string();
  }
  return answer;
}

}  // namespace

nlohmann::json phase_to_json(const PhaseResult& phase) {
  return {{"name", phase.name},
          {"verdict", words_of(phase.verdict).phase},
          {"begin_s", to_seconds(phase.begin)},
          {"end_s", to_seconds(phase.end)},
          {"reason", phase.reason}};
}

void print_run(const RunRecord& record, const RunOutput& output, bool json) {
  if (json) {
    std::cout << describe_run(record, output).dump(2) << "\n";
    return;
  }
  std::cout << "\n" << format_phase_table(record, isatty(STDOUT_FILENO) != 0);
  if (record.marker_path) std::cout << "\nmarkers " << describe_in_numbers(*record.marker_path) << "\n";
  if (record.target_path)
    std::cout << "\ntarget's markers " << describe_in_numbers(*record.target_path) << "\n";
  if (output.folder.empty()) return;
  const RecorderStatus& recorder = output.recorder;
  std::cout << "\nreport  " << (output.folder / "report.html").string() << "\n";
  if (output.log_exists) {
    std::cout << "log     " << (output.folder / "run.mcap").string() << " (" << recorder.bytes_written / 1024
              << " KiB, " << recorder.cycles_written << " cycles"
              << (record.log_complete ? ")" : "), NOT COMPLETE") << "\n";
  } else {
    std::cout << "log     none: it was removed during the run and could not be put back\n";
  }
  if (!output.page.empty()) std::cout << "page    " << output.page << "\n";
  std::cout << format_gaps(record.log_gaps, "missing ");
  if (recorder.dropped_pictures + recorder.dropped_whole_pictures == 0) return;
  std::cout << "        left out of it: windows of " << recorder.dropped_pictures << " pictures, "
            << recorder.dropped_whole_pictures << " whole pictures (see recording in the testbed's file)\n";
}

std::string explain_incomplete_log(const RunOutput& output) {
  const RecorderStatus& recorder = output.recorder;
  if (!output.log_exists) return "the log was removed during the run and is lost";
  const std::string path = (output.folder / "run.mcap").string();
  const std::uint64_t dropped = recorder.dropped_records + recorder.dropped_pictures;
  const bool unsafe = recorder.lost_messages + dropped == 0 && recorder.failed_syncs > 0;
  std::string text =
      (unsafe ? "the log is not surely safe on the disk: " : "the log is not complete: ") + path;
  if (recorder.lost_messages > 0)
    text += "; " + std::to_string(recorder.lost_messages) + " messages not written";
  if (dropped > 0) text += "; " + std::to_string(dropped) + " records dropped";
  if (recorder.failed_syncs > 0) {
    text += "; the disk did not confirm " + std::to_string(recorder.failed_syncs) + " times that it has it";
  }
  if (recorder.write_error != 0) text += std::string(" (") + std::strerror(recorder.write_error) + ")";
  return text + "; see `freefloat log info " + path + "`";
}

std::string write_run_pages(const RunRecord& record, const std::filesystem::path& folder) {
  std::string unwritten;
  for (const auto& written :
       {write_report(record, folder / "report.html"), write_summary(record, folder / "summary.json"),
        write_top_view(record, folder / "top_view.svg")}) {
    if (!written) unwritten = written.error();
  }
  if (!record.log_path.empty()) {
    if (const auto written = write_bag_metadata(record.log_path); !written) unwritten = written.error();
  }
  return unwritten;
}

}  // namespace freefloat
