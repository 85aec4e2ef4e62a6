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

/// Calls with each key of the file and the member that it is of, but for the arrays.
template <typename Plan, typename Use>
void for_each_key(Plan& plan, const Use& use) {
  use("name", plan.name);
  use("file", plan.file);
  use("settings", plan.settings);
  use("runs", plan.runs);
  use("first_seed", plan.first_seed);
  use("work_folder", plan.work_folder);
  use("bound", plan.bound);
  use("samples", plan.samples);
  use("arms", plan.arms);
  use("parts", plan.parts);
  use("workers", plan.workers);
  use("row_s", plan.row_s);
}

}  // namespace

void write_parts_plan(const PartsPlan& plan, const std::string& folder) {
  nlohmann::ordered_json json;
  for_each_key(plan, [&](const char* key, const auto& value) { json[key] = value; });
  json["arrays"] = nlohmann::ordered_json::array();
  for (const SubmittedArray& array : plan.arrays)
    json["arrays"].push_back({{"slurm_job", array.job}, {"parts_before", array.before}});
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
    throw std::runtime_error(
        path + ": is not there; a campaign in parts is begun by `freefloat campaign FILE --folder " + folder +
        "` with --slurm or --print-commands");
  }
  try {
    const nlohmann::json json = nlohmann::json::parse(file);
    PartsPlan plan;
    for_each_key(plan, [&](const char* key, auto& value) { json.at(key).get_to(value); });
    for (const nlohmann::json& array : json.at("arrays"))
      plan.arrays.push_back({array.at("slurm_job"), array.at("parts_before")});
    if (plan.parts < 1 || plan.workers < 1) throw std::runtime_error(path + ": has no parts");
    return plan;
  } catch (const nlohmann::json::exception& error) {
    throw std::runtime_error(path + ": is no plan of a campaign: " + error.what());
  }
}

}  // namespace freefloat
