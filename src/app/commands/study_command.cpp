#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "app/commands/commands.h"
#include "app/output/answer.h"
#include "drawing/page.h"
#include "studies/study.h"
#include "studies/study_page.h"

namespace freefloat {

namespace {

struct StudyArguments {
  std::string name;
  std::string configs = "configs";
  std::string report_dir = "runs/studies";
  bool json = false;
};

std::string_view word_for(const StudyRow& row) {
  if (!row.ours) return "not determined";
  switch (judge_row(row)) {
    case RowAgreement::kAgrees:
      return "agrees";
    case RowAgreement::kDiffers:
      return "differs";
    case RowAgreement::kNotComparable:
      break;
  }
  return "ours only";
}

void print_study(const StudyReport& report) {
  std::cout << report.name << ": " << report.citation << "\n" << report.summary << "\n";
  for (const StudyTable& table : report.tables) {
    std::cout << "\n" << table.heading << "\n";
    fmt::print("  {:<46} {:>12} {:>12} {:>10}  {}\n", "", "paper", "ours", "difference", "");
    for (const StudyRow& row : table.rows) {
      const std::string name = row.unit.empty() ? row.quantity : row.quantity + ", " + row.unit;
      fmt::print("  {:<46} {:>12} {:>12} {:>10}  {}\n", name, format_study_number(row.paper),
                 format_study_number(row.ours), format_study_difference(row), word_for(row));
      if (!row.remark.empty()) std::cout << "      " << row.remark << "\n";
    }
  }
  std::cout << "\n";
  for (const std::string& note : report.notes) std::cout << "  * " << note << "\n";
  std::cout << std::flush;
}

nlohmann::json to_json(const StudyReport& report) {
  const auto number = [](const std::optional<double>& value) {
    return value ? nlohmann::json(*value) : nlohmann::json();
  };
  nlohmann::json tables = nlohmann::json::array();
  for (const StudyTable& table : report.tables) {
    nlohmann::json rows = nlohmann::json::array();
    for (const StudyRow& row : table.rows) {
      rows.push_back({{"quantity", row.quantity},
                      {"source", row.source},
                      {"unit", row.unit},
                      {"paper", number(row.paper)},
                      {"ours", number(row.ours)},
                      {"tolerance", row.tolerance},
                      {"verdict", word_for(row)},
                      {"remark", row.remark}});
    }
    tables.push_back({{"heading", table.heading}, {"rows", rows}});
  }
  return {{"name", report.name},
          {"citation", report.citation},
          {"summary", report.summary},
          {"tables", tables},
          {"notes", report.notes}};
}

std::vector<const Study*> choose_studies(const std::string& name) {
  std::vector<const Study*> chosen;
  if (name == "all") {
    for (const Study& study : all_studies()) chosen.push_back(&study);
    return chosen;
  }
  if (const Study* study = find_study(name)) return {study};
  std::string names;
  for (const Study& study : all_studies()) names += std::string(study.name) + ", ";
  throw std::runtime_error("there is no study '" + name + "'; use " + names + "or all");
}

bool run_studies(const StudyArguments& arguments) {
  const std::vector<const Study*> chosen = choose_studies(arguments.name);
  if (!std::filesystem::is_directory(arguments.configs)) {
    throw std::runtime_error("no folder " + arguments.configs +
                             ": name the one that holds robots/ and models/ with --configs");
  }
  std::filesystem::create_directories(arguments.report_dir);
  StudyInput input;
  input.configs = arguments.configs;
  input.on_progress = [](std::string_view what) { std::cerr << "  " << what << "\n"; };
  nlohmann::json answers = nlohmann::json::array();
  for (const Study* study : chosen) {
    std::cerr << study->name << "\n";
    const StudyReport report = study->run(input);
    const std::filesystem::path page =
        std::filesystem::path(arguments.report_dir) / (std::string(study->name) + ".html");
    value_or_throw(write_page(make_study_page(report), page));
    if (arguments.json) {
      answers.push_back(to_json(report));
      answers.back()["report"] = page.string();
      continue;
    }
    print_study(report);
    std::cout << "report: " << page.string() << "\n\n";
  }
  if (arguments.json) std::cout << answers.dump(2) << "\n";
  return true;
}

}  // namespace

void add_study_command(Command& program) {
  auto [command, arguments] = program.add_subcommand(
      "study", "Re-compute a published system beside its paper's numbers", run_studies);
  std::string footer = "Example: freefloat study saha_1993\nStudies:\n";
  for (const Study& study : all_studies()) footer += fmt::format("  {:<28} {}\n", study.name, study.about);
  command.footer(footer + "  all                          every one");
  command.add_option("NAME", arguments.name, "the study, or all").required();
  command.add_option("--configs", arguments.configs, "folder of robots/ and models/").show_default();
  command.add_option("--report-dir", arguments.report_dir, "where the HTML pages go").show_default();
  command.add_flag("--json", arguments.json, "numbers as JSON");
}

}  // namespace freefloat
