// The plan of a campaign in parts, as JSON in the folder that its machines share.

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "campaign/campaign_parts.h"

namespace freefloat {

namespace {

std::string plan_path(const std::string& folder) {
  return (std::filesystem::path(folder) / "campaign.json").string();
}

}  // namespace

void write_parts_plan(const PartsPlan& plan, const std::string& folder) {
  nlohmann::ordered_json arrays = nlohmann::ordered_json::array();
  for (const SubmittedArray& array : plan.arrays)
    arrays.push_back({{"slurm_job", array.job}, {"parts_before", array.before}});
  const nlohmann::ordered_json json{{"name", plan.name},
                                    {"file", plan.file},
                                    {"settings", plan.settings},
                                    {"runs", plan.runs},
                                    {"first_seed", plan.first_seed},
                                    {"work_folder", plan.work_folder},
                                    {"bound", plan.bound},
                                    {"samples", plan.samples},
                                    {"arms", plan.arms},
                                    {"parts", plan.parts},
                                    {"workers", plan.workers},
                                    {"row_s", plan.row_s},
                                    {"arrays", arrays}};
  const std::string path = plan_path(folder);
  std::ofstream file(path + ".new");
  file << json.dump(2) << '\n';
  file.close();
  std::error_code error;
  if (file) std::filesystem::rename(path + ".new", path, error);
  if (!file || error)
    throw std::runtime_error(path + ": cannot be written; is the folder yours, and is there room?");
}

PartsPlan read_parts_plan(const std::string& folder) {
  const std::string path = plan_path(folder);
  std::ifstream file(path);
  if (!file) {
    throw std::runtime_error(path +
                             ": is not there; a campaign in parts is begun by `freefloat campaign FILE "
                             "--folder " +
                             folder + "` with --slurm or --print-commands");
  }
  try {
    const nlohmann::json json = nlohmann::json::parse(file);
    PartsPlan plan;
    json.at("name").get_to(plan.name);
    json.at("file").get_to(plan.file);
    json.at("settings").get_to(plan.settings);
    json.at("runs").get_to(plan.runs);
    json.at("first_seed").get_to(plan.first_seed);
    json.at("work_folder").get_to(plan.work_folder);
    json.at("bound").get_to(plan.bound);
    json.at("samples").get_to(plan.samples);
    json.at("arms").get_to(plan.arms);
    json.at("parts").get_to(plan.parts);
    json.at("workers").get_to(plan.workers);
    json.at("row_s").get_to(plan.row_s);
    for (const nlohmann::json& array : json.at("arrays"))
      plan.arrays.push_back({array.at("slurm_job"), array.at("parts_before")});
    if (plan.parts < 1 || plan.workers < 1) throw std::runtime_error(path + ": has no parts");
    return plan;
  } catch (const nlohmann::json::exception& error) {
    throw std::runtime_error(path + ": is no plan of a campaign: " + error.what());
  }
}

}  // namespace freefloat
