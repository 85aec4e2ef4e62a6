#include "app/output/faults_output.h"

#include <nlohmann/json.hpp>

#include "app/output/add_line.h"
#include "runtime/explain_faults.h"
#include "safety/fault_table.h"

namespace freefloat {

namespace {

std::string_view reaction_of(const FaultRow& row) {
  return row.reaction == Reaction::kHold ? "hold" : "fault";
}

std::string milliseconds_of(Duration duration) {
  return fmt::format("{:.0f} ms", 1e3 * to_seconds(duration));
}

/// With a star where only a part of the time counts.
std::string bound_of(const MatrixRow& row) {
  if (!row.bound) return "-";
  return milliseconds_of(*row.bound) + (row.counts == Counts::kAlways ? "" : "*");
}

std::string verdict_of(const MatrixRow& row) {
  if (!row.left_out.empty()) return "left out";
  return row.failures.empty() ? "ok" : "FAILED";
}

}  // namespace

std::string list_faults(const std::vector<const Injection*>& chosen) {
  std::string text;
  add_line(
      text,
      "What the controller watches. hold: the joints ramp to zero, drives stay energised. fault: drives");
  add_line(
      text,
      "off, latched until somebody acknowledges. Each is an event of its name in log, report and console.\n");
  for (const FaultRow& row : kFaultTable) {
    add_line(text, "{:<20} {:<6} {}", row.name, reaction_of(row), row.detection);
    add_line(text, "{:<27} within {}{}", "", row.bound, row.blocks_arming ? "; keeps from arming" : "");
    add_line(text, "{:<27} {}", "", row.remedy);
  }
  add_line(text,
           "\nWhat can go wrong, and what is promised of it in motion, armed at rest, and before arming.\n");
  for (const Injection* injection : chosen) {
    const Promises& promises = injection->promises;
    add_line(text, "{:<40} {} | {} | {}{}{}", injection->name, name_of(promises.moving),
             name_of(promises.armed), name_of(promises.disarmed), injection->answers == 0 ? "" : ": ",
             name_faults(injection->answers));
    if (injection->counts != Counts::kAlways)
      add_line(text, "{:<40} the bound in motion counts {}", "", name_of(injection->counts));
    if (!injection->effects.empty()) add_line(text, "{:<40} {}", "", injection->effects);
    if (!injection->settings.empty()) add_line(text, "{:<40} --set {}", "", injection->settings);
    if (!injection->note.empty()) add_line(text, "{:<40} {}", "", injection->note);
  }
  return text;
}

nlohmann::json faults_json(const std::vector<const Injection*>& chosen) {
  nlohmann::json watched = nlohmann::json::array();
  for (const FaultRow& row : kFaultTable) {
    watched.push_back({{"name", row.name},
                       {"detection", row.detection},
                       {"bound", row.bound},
                       {"reaction", reaction_of(row)},
                       {"keeps_from_arming", row.blocks_arming},
                       {"remedy", row.remedy}});
  }
  nlohmann::json injected = nlohmann::json::array();
  for (const Injection* injection : chosen) {
    injected.push_back({{"name", injection->name},
                        {"faults", injection->effects},
                        {"settings", injection->settings},
                        {"promise", name_of(injection->promises.moving)},
                        {"armed", name_of(injection->promises.armed)},
                        {"disarmed", name_of(injection->promises.disarmed)},
                        {"bound_counts", name_of(injection->counts)},
                        {"answers", name_faults(injection->answers)},
                        {"note", injection->note}});
  }
  return {{"watched", std::move(watched)}, {"injections", std::move(injected)}};
}

std::string list_matrix(const std::vector<MatrixRow>& rows) {
  std::string text;
  add_line(text, "{:<44} {:<23} {:>4} {:>7} {:>7} {:>7} {:>9} {:>9} {:>7}  {}", "fault", "promised", "runs",
           "reacted", "carried", "refused", "worst", "bound", "turned", "");
  int good = 0;
  int injected = 0;
  for (const MatrixRow& row : rows) {
    if (!row.left_out.empty()) continue;
    ++injected;
    good += row.failures.empty() ? 1 : 0;
    add_line(text, "{:<44} {:<23} {:>4} {:>7} {:>7} {:>7} {:>9} {:>9} {:>7}  {}", row.injection->name,
             name_of(row.promise), row.runs(), row.reacted, row.carried_on, row.refused,
             row.worst > Duration::zero() ? milliseconds_of(row.worst) : "-", bound_of(row),
             row.turned > 0.0 ? fmt::format("{:.3f}", row.turned) : "-", verdict_of(row));
  }
  for (const MatrixRow& row : rows) {
    if (row.counts != Counts::kAlways && row.left_out.empty())
      add_line(text, "* {}: time counts {}", row.injection->name, name_of(row.counts));
  }
  for (const MatrixRow& row : rows) {
    for (const std::string& failure : row.failures) add_line(text, "{}: {}", row.injection->name, failure);
  }
  for (const MatrixRow& row : rows) {
    if (!row.left_out.empty()) add_line(text, "not injected: {}: {}", row.injection->name, row.left_out);
  }
  add_line(text, "{} of {} faults as promised", good, injected);
  return text;
}

nlohmann::json matrix_json(const std::vector<MatrixRow>& rows) {
  nlohmann::json list = nlohmann::json::array();
  for (const MatrixRow& row : rows) {
    nlohmann::json entry{
        {"name", row.injection->name},
        {"promise", name_of(row.promise)},
        {"verdict", verdict_of(row)},
        {"runs", row.runs()},
        {"reacted", row.reacted},
        {"carried_on", row.carried_on},
        {"refused", row.refused},
        {"worst_ms", 1e3 * to_seconds(row.worst)},
        {"turned_rad", row.turned},
        {"bound_counts", name_of(row.counts)},
        {"bound_ms", row.bound ? nlohmann::json(1e3 * to_seconds(*row.bound)) : nlohmann::json()},
        {"failures", row.failures}};
    if (!row.left_out.empty()) entry["left_out"] = row.left_out;
    list.push_back(std::move(entry));
  }
  return list;
}

}  // namespace freefloat
