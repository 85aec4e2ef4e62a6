#include "campaign/load_campaign.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>

#include "campaign/campaign_file.h"
#include "campaign/sampling.h"
#include "config/fields/loader.h"
#include "config/fields/simple_value.h"
#include "config/files/csv_line.h"
#include "config/load/load_experiment.h"
#include "law/law_process.h"

namespace freefloat {

namespace {

/// Problems that the experiment has with these settings.
std::vector<ConfigProblem> problems_with(const Campaign& campaign, std::vector<std::string> settings) {
  settings.insert(settings.begin(), campaign.settings.begin(), campaign.settings.end());
  try {
    load_experiment(campaign.experiment, settings);
  } catch (const ConfigError& error) {
    return error.problems();
  }
  return {};
}

/// @return Whether the problem is one of this setting.
bool is_about(const ConfigProblem& problem, const std::string& key) {
  return problem.file == "--set" && (problem.key == key || problem.key.starts_with(key));
}

/// A problem with a setting is one of the place in the campaign's file that it comes from.
void tell_at(ConfigProblem problem, const ConfigNode& place, const std::string& remedy, Problems& problems) {
  problem.file = *place.file;
  problem.line = place.line;
  if (!remedy.empty()) problem.remedy = remedy;
  problems.add(std::move(problem));
}

/// Lays the draw's ends over the experiment, and a word, which no number is.
void try_draw(const Campaign& campaign, const Draw& draw, const ConfigNode& place, Problems& problems) {
  const bool choice = draw.distribution == Distribution::kChoice;
  std::vector<std::string> values = draw.values;
  if (!choice) values = {value_at(draw, kLowestShare), value_at(draw, kHighestShare), value_at(draw, 0.3137)};
  for (const std::string& value : values) {
    bool told = false;
    for (const ConfigProblem& problem : problems_with(campaign, {draw.key + '=' + value})) {
      if (!is_about(problem, draw.key)) continue;
      std::string remedy;
      if (problem.problem.find("whole") != std::string::npos) remedy = "add whole: true";
      if (draw.distribution == Distribution::kNormal && problem.problem.find("range") != std::string::npos)
        remedy = "cut the normal by min and max: it reaches so far";
      tell_at(problem, place, remedy, problems);
      told = true;
    }
    if (told) return;
  }
  if (choice) return;
  const auto wordy = problems_with(campaign, {draw.key + "=\"no number\""});
  if (std::none_of(wordy.begin(), wordy.end(), [&](const auto& p) { return is_about(p, draw.key); })) {
    problems.add_at(*place.find("key"), "takes text, not a number", "a key with a number",
                    "draw it with distribution: choice");
  }
}

void read_csv(Loader& loader, const ConfigNode& node, Campaign& campaign) {
  std::string text;
  if (!read_config_text(campaign.csv, node.find("csv"), text, loader.problems, loader.texts)) return;
  loader.sources.push_back({campaign.csv, text});
  std::istringstream lines(text);
  const auto add = [&](int line, std::string value, std::string problem, std::string allowed) {
    loader.problems.add(
        {campaign.csv, line, {}, std::move(value), std::move(problem), std::move(allowed), {}});
  };
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    if (line.ends_with('\r')) line.pop_back();
    if (line.empty()) continue;
    const std::vector<std::string> cells = split_csv(line);
    if (campaign.draws.empty()) {
      std::set<std::string> keys;
      for (const std::string& key : cells) {
        if (!keys.insert(key).second) add(number, key, "names a key twice", "each key once");
        Draw draw;
        draw.key = key;
        draw.distribution = Distribution::kChoice;
        campaign.draws.push_back(std::move(draw));
      }
      continue;
    }
    if (cells.size() != campaign.draws.size()) {
      add(number, line, "has " + std::to_string(cells.size()) + " values",
          std::to_string(campaign.draws.size()) + ", one a key");
      continue;
    }
    campaign.rows.push_back(cells);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      std::vector<std::string>& values = campaign.draws[i].values;
      if (std::find(values.begin(), values.end(), cells[i]) == values.end()) values.push_back(cells[i]);
    }
  }
  campaign.samples = campaign.rows.size();
  if (campaign.rows.empty()) add(0, {}, "has no samples", "a line of keys, then a line a sample");
}

/// A law that cannot be started would fail every sample. @throws LawError
void try_laws(const Campaign& campaign, const RunConfig& base) {
  std::set<std::string> laws{base.controller.law};
  const auto add = [&](const std::vector<std::string>& settings) {
    std::vector<std::string> all = campaign.settings;
    all.insert(all.end(), settings.begin(), settings.end());
    laws.insert(load_experiment(campaign.experiment, all).controller.law);
  };
  for (const Arm& arm : campaign.arms) {
    if (!arm.settings.empty() && arm.program.empty()) add(arm.settings);
  }
  for (const Draw& draw : campaign.draws) {
    if (draw.key != "control.law") continue;
    for (const std::string& value : draw.values) add({draw.key + '=' + value});
  }
  laws.erase("");
  for (const std::string& law : laws) {
    const LawProcess started(law, {});
  }
}

}  // namespace

Campaign load_campaign(const std::string& path) {
  Loader loader;
  const ConfigNode node = loader.open(path, nullptr);
  auto read = loader.read(node, campaign_fields(), check_campaign);
  loader.problems.throw_if_any();
  Campaign campaign = *std::move(read);
  const RunConfig base = load_experiment(campaign.experiment, campaign.settings);
  if (campaign.sampling == Sampling::kCsv) read_csv(loader, node, campaign);
  const bool in_csv = campaign.sampling == Sampling::kCsv;
  for (std::size_t i = 0; i < campaign.draws.size(); ++i)
    try_draw(campaign, campaign.draws[i], in_csv ? *node.find("csv") : node.find("draw")->items[i],
             loader.problems);
  const ConfigNode* arms = node.find("arms");
  for (std::size_t i = 0; arms != nullptr && i < campaign.arms.size(); ++i) {
    const std::string& program = campaign.arms[i].program;
    if (!program.empty()) {  // which may know other keys, and says itself what is wrong with them
      const bool runs = access(program.c_str(), X_OK) == 0 && std::filesystem::is_regular_file(program);
      if (!runs)
        loader.problems.add_at(*arms->items[i].find("program"), "is no program that can be run",
                               "the path of a freefloat, relative to this file");
      continue;
    }
    for (const ConfigProblem& problem : problems_with(campaign, campaign.arms[i].settings))
      tell_at(problem, arms->items[i], {}, loader.problems);
  }
  loader.problems.throw_if_any();
  campaign.sources = std::move(loader.sources);
  campaign.sources.insert(campaign.sources.end(), base.sources.begin(), base.sources.end());
  return campaign;
}

RunConfig simulated_experiment(const Campaign& campaign) {
  RunConfig base = load_experiment(campaign.experiment, campaign.settings);
  if (base.hardware.has_real_link()) {
    throw std::runtime_error(campaign.experiment + " runs on the hardware of testbed " + base.testbed_name +
                             ", which no campaign moves; name a simulated one with --set testbed=FILE");
  }
  try_laws(campaign, base);
  return base;
}

std::size_t find_arm(const Campaign& campaign, const std::string& name) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < campaign.arms.size(); ++i) {
    if (name.empty() || campaign.arms[i].name == name) return i;
    names.push_back(campaign.arms[i].name);
  }
  throw std::runtime_error("--arm " + name + ": " + campaign.name + " has the arms " + list_words(names));
}

Campaign campaign_of_experiment(const std::string& experiment, const std::vector<std::string>& settings,
                                std::uint64_t samples, std::uint64_t first_seed) {
  const RunConfig base = load_experiment(experiment, settings);
  Campaign campaign;
  campaign.name = base.experiment.name;
  campaign.description = base.experiment.description;
  campaign.experiment = experiment;
  campaign.settings = settings;
  campaign.samples = samples;
  campaign.seed = first_seed;
  campaign.consecutive_seeds = true;
  campaign.drawn_scene = true;
  campaign.arms = {{"only", {}}};
  campaign.sources = base.sources;
  return campaign;
}

std::vector<std::string> sample_settings(const Campaign& campaign, std::uint64_t sample,
                                         const std::vector<std::string>& arm_settings) {
  std::vector<std::string> settings = campaign.settings;
  settings.insert(settings.end(), arm_settings.begin(), arm_settings.end());
  const std::vector<std::string> values = draw_sample(campaign, sample);
  for (std::size_t i = 0; i < values.size(); ++i) settings.push_back(campaign.draws[i].key + '=' + values[i]);
  settings.push_back("seed=" + std::to_string(run_seed(campaign, sample)));
  return settings;
}

}  // namespace freefloat
