#include "app/output/log_output.h"

#include <fmt/format.h>

#include "app/output/add_line.h"
#include "app/output/gap_output.h"
#include "app/output/plain_zero.h"
#include "runlog/run_topics.h"
#include "runlog/wall_time.h"
#include "runtime/explain_faults.h"

namespace freefloat {
namespace {

double to_us(Duration duration) {
  return 1e-3 * static_cast<double>(duration.count());
}

std::string value_of(const McapTextMap& map, std::string_view key) {
  return text_in(map, key, "unknown");
}

std::string state_of(const RunInfo& info) {
  const std::string& damage = info.result.file.problem;
  if (!damage.empty()) {
    const std::string state = info.recorder.empty() ? "never closed: " + damage : damage;
    return state + "; `freefloat log recover` makes a whole log of what is left";
  }
  const std::string recovered = info.recovery.empty() ? "" : "recovered from a damaged log";
  if (!info.result.problem.empty()) return info.result.problem + (recovered.empty() ? "" : "; " + recovered);
  if (recovered.empty()) return "complete, closed properly";
  return info.recorder.empty() ? recovered + " that was never closed: its end may be missing"
                               : "complete, " + recovered;
}

void add_losses(std::string& text, const RunInfo& info) {
  text += format_gaps(info.result.gaps, "  missing          ");
  const std::string syncs = text_in(info.recorder, "failed_syncs", "0");
  if (syncs == "0") return;
  add_line(text, "  disk             {} times it did not confirm that the log was safe against a power cut",
           syncs);
}

void add_timing(std::string& text, const char* name, const DurationShares& shares) {
  add_line(text, "  {:<16} p50 {:8.1f}   p99 {:8.1f}   p99.9 {:8.1f}   largest {:9.1f} us", name,
           to_us(shares.half), to_us(shares.most), to_us(shares.nearly_all), to_us(shares.largest));
}

nlohmann::json timing_to_json(const DurationShares& shares) {
  return {{"p50_us", to_us(shares.half)},
          {"p99_us", to_us(shares.most)},
          {"p999_us", to_us(shares.nearly_all)},
          {"largest_us", to_us(shares.largest)}};
}

/// What the log keeps of the camera's pictures, and what had to be left out.
void add_pictures(std::string& text, const RunInfo& info) {
  const auto count_of = [&](std::string_view topic) {
    const auto found = info.topics.find(std::string(topic));
    return found == info.topics.end() ? 0 : found->second;
  };
  const std::uint64_t windows = count_of(kPictureWindowsTopic);
  const std::uint64_t whole = count_of(kWholePictureTopic);
  const auto dropped = [&](const char* key) { return value_of(info.recorder, key); };
  if (windows == 0 && whole == 0 && dropped("dropped_pictures") == "0") return;
  add_line(text, "  pictures         windows of {}, {} whole; dropped: windows of {}, {} whole", windows,
           whole, dropped("dropped_pictures"), dropped("dropped_whole_pictures"));
}

}  // namespace

bool is_sound(const RunInfo& info) {
  // What was recovered from a log that nobody closed lacks the end of its run, wherever it was cut.
  const bool has_end = info.recovery.empty() || !info.recorder.empty();
  return info.result.file.complete && info.result.problem.empty() && has_end;
}

std::string format_info(const RunInfo& info) {
  std::string text;
  add_line(text, "{}", info.path);
  add_line(text, "  state            {}", state_of(info));
  add_losses(text, info);
  if (!info.recovery.empty()) {
    add_line(text, "  recovery         {} chunks and {} messages known to be lost, source {}",
             value_of(info.recovery, "lost_chunks"), value_of(info.recovery, "lost_messages"),
             value_of(info.recovery, "source_was_cut") == "true" ? "was cut" : "had its end");
  }
  add_line(text, "  size             {} bytes, {} messages in {} chunks{}", info.file_bytes,
           info.result.file.message_count, info.result.file.chunk_count,
           info.result.file.damaged_chunks == 0
               ? std::string()
               : fmt::format(", {} damaged chunks", info.result.file.damaged_chunks));
  add_line(text, "  run              {}", value_of(info.identity, "run_id"));
  add_line(text, "  when             {}", value_of(info.identity, kStartedKey));
  for (const auto& [key, value] : info.identity) {
    if (key != "run_id" && key != kStartedKey) add_line(text, "  {:<16} {}", key, value);
  }
  const std::uint64_t cycles = info.result.cycle_count;
  if (cycles > 0) {
    add_line(text, "  cycles           {} from {:.3f} s to {:.3f} s, one every {:.3f} ms{}", cycles,
             to_seconds(info.first), to_seconds(info.last), 1e3 * to_seconds(info.period),
             info.result.broken_cycles == 0
                 ? std::string()
                 : fmt::format(", {} more are not whole", info.result.broken_cycles));
    add_line(text, "  inputs           pictures in {} cycles, {}board status in {}{}", info.frames,
             info.target_frames == 0
                 ? std::string()
                 : fmt::format("frames of the target's own tracker in {}, ", info.target_frames),
             info.feedbacks, info.has_truth ? ", truth of the simulation" : "");
  }
  add_line(
      text, "  gaps             {}; {} records dropped by the loop; {} overruns",
      info.gap_count == 0 ? std::string("none") : std::to_string(info.gap_count),
      info.recorder.empty() ? std::to_string(info.ring_drops) : value_of(info.recorder, "dropped_records"),
      info.overruns);
  add_pictures(text, info);
  constexpr std::size_t kMostLines = 5;
  for (std::size_t i = 0; i < std::min(info.gaps.size(), kMostLines); ++i) {
    add_line(text, "                   {:.1f} ms after {:.3f} s", 1e3 * to_seconds(info.gaps[i].length),
             to_seconds(info.gaps[i].begin));
  }
  if (cycles > 0) {
    add_timing(text, "wake-up late", info.wake_late);
    add_timing(text, "computing", info.compute);
  }
  add_line(text, "  faults           {}", info.faults == 0 ? "none" : name_faults(info.faults));
  for (const PhaseEvent& event : info.phases) {
    if (event.moment != PhaseMoment::kEnd) continue;
    std::string numbers;
    for (std::uint32_t i = 0; i < event.number_count && i < event.numbers.size(); ++i) {
      fmt::format_to(std::back_inserter(numbers), "   {} {:.6g}", event.numbers[i].name.view(),
                     plain_zero(event.numbers[i].value));
    }
    add_line(text, "  phase {:<2}         {:<20} {:<8} at {:8.3f} s{}{}{}", event.phase_number + 1,
             event.name.view(), event.verdict("FAILED"), to_seconds(event.at), numbers,
             event.reason.view().empty() ? "" : ": ", event.reason.view());
  }
  for (const std::string& name : info.attachments)
    add_line(text, "  {:<16} {}", name.starts_with("--set ") ? "setting" : "file", name);
  for (const auto& [topic, count] : info.topics)
    add_line(text, "  topic            {:<28} {:>8}", topic, count);
  return text;
}

nlohmann::json info_to_json(const RunInfo& info) {
  nlohmann::json answer{
      {"path", info.path},
      {"sound", is_sound(info)},
      {"complete", info.result.file.complete},
      {"problem", info.result.file.problem.empty() ? info.result.problem : info.result.file.problem},
      {"file_bytes", info.file_bytes},
      {"messages", info.result.file.message_count},
      {"chunks", info.result.file.chunk_count},
      {"damaged_chunks", info.result.file.damaged_chunks},
      {"started", nullptr},
      {"identity", info.identity},
      {"recorder", info.recorder},
      {"recovery", info.recovery},
      {"attachments", info.attachments},
      {"topics", info.topics},
      {"cycles", info.result.cycle_count},
      {"broken_cycles", info.result.broken_cycles},
      {"first_s", to_seconds(info.first)},
      {"last_s", to_seconds(info.last)},
      {"period_s", to_seconds(info.period)},
      {"cycles_with_pictures", info.frames},
      {"cycles_with_target_frames", info.target_frames},
      {"cycles_with_feedback", info.feedbacks},
      {"simulated", info.has_truth},
      {"missing_cycles", info.result.missing_cycles},
      {"closed", info.result.file.complete && !info.recorder.empty()},
      {"gaps", info.gap_count},
      {"overruns", info.overruns},
      {"dropped_records", info.ring_drops},
      {"faults", name_faults(info.faults)},
      {"wake_late", timing_to_json(info.wake_late)},
      {"compute", timing_to_json(info.compute)}};
  if (info.identity.contains(kStartedKey)) answer["started"] = text_in(info.identity, kStartedKey);
  answer["missing"] = gaps_to_json(info.result.gaps);
  answer["phases"] = nlohmann::json::array();
  for (const PhaseEvent& event : info.phases) {
    if (event.moment != PhaseMoment::kEnd) continue;
    nlohmann::json phase{{"name", event.name.view()},    {"kind", event.kind.view()},
                         {"passed", event.passed},       {"skipped", event.skipped},
                         {"observed", event.observed},   {"end_s", to_seconds(event.at)},
                         {"reason", event.reason.view()}};
    for (std::uint32_t i = 0; i < event.number_count && i < event.numbers.size(); ++i)
      phase[std::string(event.numbers[i].name.view())] = event.numbers[i].value;
    answer["phases"].push_back(phase);
  }
  return answer;
}

std::string format_recovery(const RecoveryReport& report, const std::string& output_path) {
  std::string text;
  if (report.was_whole) {
    add_line(text, "the log was whole: {} is a copy, {} messages in {} chunks", output_path, report.messages,
             report.chunks);
    return text;
  }
  add_line(text, "{}: {} messages in {} chunks, {} attachments, {} bytes", output_path, report.messages,
           report.chunks, report.attachments, report.written_bytes);
  if (report.cut_bytes > 0) {
    add_line(text, "  cut: the last {} bytes are no whole record; {} messages of theirs were kept",
             report.cut_bytes, report.cut_messages);
  }
  for (const DamagedPlace& damage : report.damaged) {
    std::string more;
    if (damage.chunk) {
      const auto run_time = [&](std::uint64_t log_ns) {
        return 1e-9 * static_cast<double>(static_cast<std::int64_t>(log_ns) - report.clock_offset_ns);
      };
      more = fmt::format(", {:.3f} s to {:.3f} s", run_time(damage.first_ns), run_time(damage.last_ns));
      if (damage.messages > 0) more += fmt::format(", {} messages", damage.messages);
    }
    add_line(text, "  lost: {}, bytes {} to {}{}", damage.what, damage.at, damage.at + damage.size - 1, more);
  }
  if (report.orphans > 0)
    add_line(text, "  lost: {} messages of channels that are known nowhere", report.orphans);
  if (report.damaged.empty() && report.orphans == 0 && report.cut_bytes == 0) {
    add_line(text, "  {}: everything that stood in it is kept",
             report.wrong_checksum ? "the checksum over all data is wrong, but every record is sound"
                                   : "only the end of the file was damaged");
  }
  return text;
}

nlohmann::json recovery_to_json(const RecoveryReport& report, const std::string& output_path) {
  return {{"output", output_path},
          {"was_whole", report.was_whole},
          {"messages", report.messages},
          {"chunks", report.chunks},
          {"attachments", report.attachments},
          {"cut_bytes", report.cut_bytes},
          {"cut_messages", report.cut_messages},
          {"lost_chunks", report.lost_chunks()},
          {"lost_messages", report.lost_messages + report.orphans}};
}

}  // namespace freefloat
