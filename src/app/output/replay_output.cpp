#include "app/output/replay_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <vector>

#include "app/output/run_output.h"
#include "types/angle.h"

namespace freefloat {

namespace {

constexpr std::size_t kMostFields = 12;

void print_fields(std::ostream& out, const std::vector<FieldDifference>& fields) {
  for (std::size_t i = 0; i < std::min(fields.size(), kMostFields); ++i) {
    out << fmt::format("  {:<40} log {:<24} replay {}\n", fields[i].path, fields[i].a, fields[i].b);
  }
  if (fields.size() > kMostFields)
    out << fmt::format("  ... and {} more fields\n", fields.size() - kMostFields);
}

void print_first(std::ostream& out, const ReplayDifference& first) {
  out << fmt::format("\nfirst difference: cycle {} at {:.4f} s\n", first.cycle, to_seconds(first.now));
  print_fields(out, first.fields);
}

void print_changed(std::ostream& out, const ReplayResult& result) {
  const ChangedInput& first = *result.first_changed;
  out << fmt::format(
      "the file was changed after the run: the input of cycle {} at {:.4f} s is not the one that was "
      "recorded\n",
      first.cycle, to_seconds(first.now));
  for (const FieldDifference& field : first.fields) {
    out << fmt::format("  {:<40} recorded {:<19} log {}\n", "input." + field.path, field.a, field.b);
  }
  if (first.fields.empty())
    out << "  more than one bit of it differs, so the recorded values are not known\n";
  if (result.changed_inputs > 1)
    out << fmt::format("inputs of {} cycles are changed\n", result.changed_inputs);
}

nlohmann::json fields_json(const std::vector<FieldDifference>& fields, const std::string& prefix,
                           const char* a, const char* b) {
  nlohmann::json list = nlohmann::json::array();
  for (const FieldDifference& field : fields)
    list.push_back({{"field", prefix + field.path}, {a, field.a}, {b, field.b}});
  return list;
}

/// How many cycles the run had, as far as its log tells.
std::string share_of_run(const ReplayResult& result) {
  const RunLogResult& reading = result.reading;
  if (reading.numbered_cycles)
    return fmt::format("of the run's {}", *reading.numbered_cycles + reading.dropped_cycles());
  return result.stopped_early ? "of a part of the run" : "of a run whose log was never closed";
}

}  // namespace

void print_replay(std::ostream& out, const std::string& path, const ReplayResult& result, double wall_s) {
  out << fmt::format("{}: {} on {}, seed {}\n", path, text_in(result.identity, "experiment", "-"),
                     text_in(result.identity, "testbed", "-"), text_in(result.identity, "seed", "-"));
  for (const ReplayMismatch& mismatch : result.mismatches) {
    out << fmt::format("differs from the log: {}: log {}, here {}\n", mismatch.what, mismatch.log,
                       mismatch.here);
  }
  const McapReadResult& file = result.reading.file;
  if (!file.complete && !file.problem.empty()) {
    out << fmt::format("the log is not whole: {}; what is whole is replayed\n", file.problem);
  }
  if (result.started_from_state) {
    out << fmt::format("started from the controller's memory logged before cycle {}\n",
                       *result.started_from_state);
  }
  if (result.gaps > 0) {
    out << fmt::format("{} cycles are missing in {} place{}; {} cycles after {} cannot be replayed\n",
                       result.missing, result.gaps, result.gaps == 1 ? "" : "s", result.skipped,
                       result.gaps == 1 ? "it" : "them");
  }
  const double run_s = to_seconds(result.end - result.begin);
  out << fmt::format("replayed {} cycles {}, {:.2f} s to {:.2f} s, in {:.3f} s", result.cycles,
                     share_of_run(result), to_seconds(result.begin), to_seconds(result.end), wall_s);
  if (wall_s > 0.0 && run_s > 0.0) out << fmt::format(" ({:.0f} x real time)", run_s / wall_s);
  out << "\n";
  if (result.first_changed) print_changed(out, result);
  if (result.same()) {
    out << (result.cycles == 0     ? "nothing was compared\n"
            : !result.covers_all() ? "every bit of every output that could be replayed is as logged\n"
                                   : "every bit of every output is as logged\n");
  } else if (result.different > 0) {
    out << fmt::format("{} cycle{} differ\n", result.different, result.different == 1 ? "" : "s");
  } else if (result.different_states > 0) {
    out << fmt::format("the outputs are as logged, but the controller's memory differs in {} of {} places\n",
                       result.different_states, result.states);
  }
  if (result.first) print_first(out, *result.first);
  if (result.fields.size() > 1 && result.different > 1) {
    std::vector<std::pair<std::string, std::uint64_t>> fields(result.fields.begin(), result.fields.end());
    std::stable_sort(fields.begin(), fields.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    out << "\ncycles in which a field differs:\n";
    for (std::size_t i = 0; i < std::min(fields.size(), kMostFields); ++i) {
      out << fmt::format("  {:<40} {}\n", fields[i].first, fields[i].second);
    }
    if (fields.size() > kMostFields)
      out << fmt::format("  ... and {} more fields\n", fields.size() - kMostFields);
  }
}

nlohmann::json replay_json(const std::string& path, const ReplayResult& result, double wall_s) {
  nlohmann::json answer{{"log", path},
                        {"same", result.same()},
                        {"cycles", result.cycles},
                        {"different_cycles", result.different},
                        {"skipped_cycles", result.skipped},
                        {"gaps", result.gaps},
                        {"missing_cycles", result.missing},
                        {"covers_all", result.covers_all()},
                        {"compared_states", result.states},
                        {"different_states", result.different_states},
                        {"changed_inputs", result.changed_inputs},
                        {"log_complete", result.reading.file.complete},
                        {"begin_s", to_seconds(result.begin)},
                        {"end_s", to_seconds(result.end)},
                        {"wall_s", wall_s}};
  if (!result.reading.file.problem.empty()) answer["log_problem"] = result.reading.file.problem;
  if (const auto& numbered = result.reading.numbered_cycles)
    answer["run_cycles"] = *numbered + result.reading.dropped_cycles();
  if (result.started_from_state) answer["started_from_state_of_cycle"] = *result.started_from_state;
  answer["mismatches"] = nlohmann::json::array();
  for (const ReplayMismatch& mismatch : result.mismatches) {
    answer["mismatches"].push_back({{"what", mismatch.what}, {"log", mismatch.log}, {"here", mismatch.here}});
  }
  if (result.first) {
    answer["first_difference"] = {{"cycle", result.first->cycle},
                                  {"time_s", to_seconds(result.first->now)},
                                  {"fields", fields_json(result.first->fields, "", "log", "replay")}};
  }
  if (result.first_changed) {
    answer["first_changed_input"] = {
        {"cycle", result.first_changed->cycle},
        {"time_s", to_seconds(result.first_changed->now)},
        {"fields", fields_json(result.first_changed->fields, "input.", "recorded", "log")}};
  }
  answer["fields"] = result.fields;
  return answer;
}

void print_vision(std::ostream& out, const VisionReplayResult& result) {
  out << fmt::format("\nmeasured the LEDs again in {} of {} pictures: ", result.replayed, result.pictures);
  out << (result.different == 0 ? std::string("every bit of every marker is as logged")
                                : fmt::format("{} differ", result.different))
      << "\n";
  const auto say = [&](std::uint64_t count, const char* why) {
    if (count > 0) out << fmt::format("  {} kept the logged markers: {}\n", count, why);
  };
  say(result.missing, "their pixels are not in the log");
  say(result.incomplete, "the vision had looked at more than is recorded");
  say(result.outside, "the changed vision looks at pixels that were not recorded");
  if (result.first.empty()) return;
  out << fmt::format("first picture that differs: number {}\n", result.first_sequence);
  print_fields(out, result.first);
}

nlohmann::json vision_json(const VisionReplayResult& result) {
  return {{"pictures", result.pictures}, {"replayed", result.replayed},     {"different", result.different},
          {"missing", result.missing},   {"incomplete", result.incomplete}, {"outside", result.outside}};
}

void print_what_if(std::ostream& out, const WhatIfResult& result) {
  out << fmt::format("\nwhat if: {} of {} commands differ", result.different_commands, result.cycles);
  if (result.first_difference) {
    out << fmt::format(", the first at {:.2f} s; at most {:.2f} deg/s in one joint, at {:.2f} s",
                       to_seconds(*result.first_difference), rad_to_deg(result.largest_rate_difference),
                       to_seconds(result.largest_at));
  }
  const auto time_text = [](const std::optional<Time>& time) {
    return time ? fmt::format("{:.2f} s", to_seconds(*time)) : std::string("never");
  };
  out << fmt::format("\n  {:<34} {:>10} {:>10}\n", "", "log", "changed");
  const auto row = [&](const char* what, const std::string& log, const std::string& here) {
    out << fmt::format("  {:<34} {:>10} {:>10}\n", what, log, here);
  };
  row("cycles active", std::to_string(result.logged.active), std::to_string(result.replayed.active));
  row("cycles at the rate limit", std::to_string(result.logged.limited),
      std::to_string(result.replayed.limited));
  row("cycles turned by the workspace", std::to_string(result.logged.corrected),
      std::to_string(result.replayed.corrected));
  row("gripper told to close", time_text(result.logged.gripper_closed),
      time_text(result.replayed.gripper_closed));
  out << fmt::format("  predicted hand at most {:.1f} mm from the logged one\n\n", 1e3 * result.hand_offset);
  for (const std::string& line : limits_of_knowledge(result)) out << line << "\n";
}

nlohmann::json what_if_json(const WhatIfResult& result) {
  const auto counts = [](const WhatIfCounts& c) {
    nlohmann::json answer{{"active_cycles", c.active},
                          {"limited_cycles", c.limited},
                          {"workspace_corrected_cycles", c.corrected}};
    if (c.gripper_closed) answer["gripper_closed_s"] = to_seconds(*c.gripper_closed);
    return answer;
  };
  nlohmann::json answer{{"cycles", result.cycles},
                        {"different_commands", result.different_commands},
                        {"largest_rate_difference_deg_s", rad_to_deg(result.largest_rate_difference)},
                        {"predicted_hand_offset_mm", 1e3 * result.hand_offset},
                        {"log", counts(result.logged)},
                        {"changed", counts(result.replayed)},
                        {"cannot_know", limits_of_knowledge(result)}};
  if (result.first_difference) answer["first_difference_s"] = to_seconds(*result.first_difference);
  return answer;
}

void print_branch(std::ostream& out, const BranchResult& result) {
  out << fmt::format(
      "continued in closed loop at {:.3f} s, in phase {}, from the log's {}; the plant's hand is {:.2f} mm "
      "from the log's there\n",
      to_seconds(result.at), result.first_phase + 1, result.from_truth ? "truth" : "estimate",
      1e3 * result.hand_offset);
}

nlohmann::json branch_json(const BranchResult& result) {
  nlohmann::json answer{{"at_s", to_seconds(result.at)},
                        {"from", result.from_truth ? "truth" : "estimate"},
                        {"hand_offset_mm", 1e3 * result.hand_offset},
                        {"passed", result.passed},
                        {"phases", nlohmann::json::array()}};
  for (const PhaseResult& phase : result.record.phases) answer["phases"].push_back(phase_to_json(phase));
  return answer;
}

}  // namespace freefloat
