#include "app/log_output.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <utility>

#include "app/plain_zero.h"
#include "runlog/run_topics.h"
#include "runtime/explain_faults.h"

namespace freefloat {
namespace {

using Json = nlohmann::json;

double to_us(Duration duration) {
  return 1e-3 * static_cast<double>(duration.count());
}

template <class... Arguments>
void add_line(std::string& text, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  fmt::format_to(std::back_inserter(text), format, std::forward<Arguments>(arguments)...);
  text += '\n';
}

std::string value_of(const McapTextMap& map, const std::string& key) {
  const auto found = map.find(key);
  return found == map.end() ? std::string("unknown") : found->second;
}

std::string verdict_of(const PhaseEvent& event) {
  if (event.passed) return "passed";
  if (event.observed) return "observed";
  return event.skipped ? "skipped" : "FAILED";
}

std::string state_of(const RunInfo& info) {
  if (!info.result.file.problem.empty()) {
    return info.result.file.problem + "; `freefloat log recover` makes a whole log of what is left";
  }
  if (!info.result.problem.empty()) return info.result.problem;
  return info.recovery.empty() ? "complete, closed properly" : "complete, recovered from a damaged log";
}

void add_timing(std::string& text, const char* name, const DurationShares& shares) {
  add_line(text, "  {:<16} p50 {:8.1f}   p99 {:8.1f}   p99.9 {:8.1f}   largest {:9.1f} us", name,
           to_us(shares.half), to_us(shares.most), to_us(shares.nearly_all), to_us(shares.largest));
}

Json timing_to_json(const DurationShares& shares) {
  return {{"p50_us", to_us(shares.half)},
          {"p99_us", to_us(shares.most)},
          {"p999_us", to_us(shares.nearly_all)},
          {"largest_us", to_us(shares.largest)}};
}

Json differences_to_json(const std::vector<TextDifference>& differences) {
  Json list = Json::array();
  for (const TextDifference& d : differences) list.push_back({{"name", d.name}, {"a", d.a}, {"b", d.b}});
  return list;
}

void add_differences(std::string& text, const char* title, const std::vector<TextDifference>& differences) {
  if (differences.empty()) return;
  add_line(text, "{}", title);
  for (const TextDifference& d : differences) {
    add_line(text, "  {}\n    A  {}\n    B  {}", d.name, d.a.empty() ? "-" : d.a, d.b.empty() ? "-" : d.b);
  }
}

/// What the log keeps of the camera's pictures, and what had to be left out.
void add_pictures(std::string& text, const RunInfo& info) {
  const auto count_of = [&](std::string_view topic) {
    const auto found = info.topics.find(std::string(topic));
    return found == info.topics.end() ? 0 : found->second;
  };
  const std::uint64_t windows = count_of(kPictureWindowsTopic);
  const std::uint64_t whole = count_of(kWholePictureTopic);
  const auto dropped = [&](const char* key) {
    return info.recorder.contains(key) ? info.recorder.at(key) : std::string("unknown");
  };
  if (windows == 0 && whole == 0 && dropped("dropped_pictures") == "0") return;
  add_line(text, "  pictures         windows of {}, {} whole; dropped: windows of {}, {} whole", windows,
           whole, dropped("dropped_pictures"), dropped("dropped_whole_pictures"));
}

}  // namespace

bool is_sound(const RunInfo& info) {
  return info.result.file.complete && info.result.problem.empty();
}

std::string format_info(const RunInfo& info) {
  std::string text;
  add_line(text, "{}", info.path);
  add_line(text, "  state            {}", state_of(info));
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
  for (const auto& [key, value] : info.identity) {
    if (key != "run_id") add_line(text, "  {:<16} {}", key, value);
  }
  const std::uint64_t cycles = info.result.cycle_count;
  if (cycles > 0) {
    add_line(text, "  cycles           {} from {:.3f} s to {:.3f} s, one every {:.3f} ms{}", cycles,
             to_seconds(info.first), to_seconds(info.last), 1e3 * to_seconds(info.period),
             info.result.broken_cycles == 0
                 ? std::string()
                 : fmt::format(", {} more are not whole", info.result.broken_cycles));
    add_line(text, "  inputs           pictures in {} cycles, board status in {}{}", info.frames,
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
             event.name.view(), verdict_of(event), to_seconds(event.at), numbers,
             event.reason.view().empty() ? "" : ": ", event.reason.view());
  }
  for (const std::string& name : info.attachments) add_line(text, "  file             {}", name);
  for (const auto& [topic, count] : info.topics)
    add_line(text, "  topic            {:<28} {:>8}", topic, count);
  return text;
}

Json info_to_json(const RunInfo& info) {
  Json answer{{"path", info.path},
              {"sound", is_sound(info)},
              {"complete", info.result.file.complete},
              {"problem", info.result.file.problem.empty() ? info.result.problem : info.result.file.problem},
              {"file_bytes", info.file_bytes},
              {"messages", info.result.file.message_count},
              {"chunks", info.result.file.chunk_count},
              {"damaged_chunks", info.result.file.damaged_chunks},
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
              {"cycles_with_feedback", info.feedbacks},
              {"simulated", info.has_truth},
              {"gaps", info.gap_count},
              {"overruns", info.overruns},
              {"dropped_records", info.ring_drops},
              {"faults", name_faults(info.faults)},
              {"wake_late", timing_to_json(info.wake_late)},
              {"compute", timing_to_json(info.compute)}};
  answer["phases"] = Json::array();
  for (const PhaseEvent& event : info.phases) {
    if (event.moment != PhaseMoment::kEnd) continue;
    Json phase{{"name", event.name.view()},    {"kind", event.kind.view()},  {"passed", event.passed},
               {"skipped", event.skipped},     {"observed", event.observed}, {"end_s", to_seconds(event.at)},
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
  if (report.repair) {
    add_line(text,
             "  one byte was wrong, number {}; the data's checksum told which and what it must be: nothing "
             "is lost",
             report.repair->at);
  }
  if (report.cut_bytes > 0) {
    add_line(text, "  cut: the last {} bytes are no whole record; {} messages of theirs were kept",
             report.cut_bytes, report.cut_messages);
  }
  for (const DamagedPlace& damage : report.damaged) {
    std::string more;
    if (damage.chunk) {
      more = fmt::format(", {:.3f} s to {:.3f} s", 1e-9 * static_cast<double>(damage.first_ns),
                         1e-9 * static_cast<double>(damage.last_ns));
      if (damage.messages > 0) more += fmt::format(", {} messages", damage.messages);
    }
    add_line(text, "  lost: {}, bytes {} to {}{}", damage.what, damage.at, damage.at + damage.size - 1, more);
  }
  if (report.orphans > 0)
    add_line(text, "  lost: {} messages of channels that are known nowhere", report.orphans);
  const bool lost_nothing = report.damaged.empty() && report.orphans == 0 && report.cut_bytes == 0;
  if (lost_nothing && !report.repair)
    add_line(text, "  only the end of the file was damaged: everything that stood in it is kept");
  return text;
}

Json recovery_to_json(const RecoveryReport& report, const std::string& output_path) {
  Json answer{{"output", output_path},
              {"was_whole", report.was_whole},
              {"messages", report.messages},
              {"chunks", report.chunks},
              {"attachments", report.attachments},
              {"cut_bytes", report.cut_bytes},
              {"cut_messages", report.cut_messages},
              {"lost_chunks", report.lost_chunks()},
              {"lost_messages", report.lost_messages + report.orphans},
              {"repaired_byte", nullptr}};
  if (report.repair) answer["repaired_byte"] = report.repair->at;
  return answer;
}

std::string format_comparison(const RunComparison& comparison) {
  std::string text;
  for (const std::string& problem : comparison.problems) add_line(text, "note: {}", problem);
  if (comparison.same) {
    add_line(text, "same: {} cycles alike to the last bit, same identity, configuration and phases",
             comparison.cycles_a);
    return text;
  }
  add_differences(text, "identity", comparison.identity);
  add_differences(text, "configuration", comparison.configuration);
  add_differences(text, "phases", comparison.phases);
  if (comparison.cycles_a != comparison.cycles_b)
    add_line(text, "cycles: {} in A, {} in B", comparison.cycles_a, comparison.cycles_b);
  if (!comparison.first) {
    add_line(text, "the first {} cycles are alike to the last bit",
             std::min(comparison.cycles_a, comparison.cycles_b));
    return text;
  }
  const CycleDifference& first = *comparison.first;
  add_line(text, "first difference: cycle {} at {:.3f} s, {}\n    A  {}\n    B  {}", first.cycle,
           to_seconds(first.at), first.field, first.a, first.b);
  add_line(text, "by field, in the order of their first difference:");
  std::vector<std::pair<std::string, FieldStatistics>> fields(comparison.fields.begin(),
                                                              comparison.fields.end());
  std::stable_sort(fields.begin(), fields.end(),
                   [](const auto& x, const auto& y) { return x.second.first_cycle < y.second.first_cycle; });
  for (const auto& [name, field] : fields) {
    add_line(text, "  {:<52} from cycle {:>6}, in {:>6} cycles, largest {:.6g}", name, field.first_cycle,
             field.cycles, field.largest);
  }
  return text;
}

Json comparison_to_json(const RunComparison& comparison) {
  Json answer{{"same", comparison.same},
              {"problems", comparison.problems},
              {"identity", differences_to_json(comparison.identity)},
              {"configuration", differences_to_json(comparison.configuration)},
              {"phases", differences_to_json(comparison.phases)},
              {"cycles_a", comparison.cycles_a},
              {"cycles_b", comparison.cycles_b},
              {"first", nullptr}};
  if (comparison.first) {
    answer["first"] = {{"cycle", comparison.first->cycle},
                       {"at_s", to_seconds(comparison.first->at)},
                       {"field", comparison.first->field},
                       {"a", comparison.first->a},
                       {"b", comparison.first->b}};
  }
  for (const auto& [name, field] : comparison.fields) {
    // JSON has no infinity: null stands for a value that is missing, not a number, or a text.
    answer["fields"][name] = {
        {"cycles", field.cycles},
        {"first_cycle", field.first_cycle},
        {"largest", std::isfinite(field.largest) ? Json(field.largest) : Json(nullptr)}};
  }
  return answer;
}

}  // namespace freefloat
