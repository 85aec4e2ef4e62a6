#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "campaign/campaign.h"
#include "campaign/results_file.h"

namespace freefloat {

/// What `freefloat campaign` is told.
struct CampaignArguments {
  std::string file;
  std::string kind;
  std::vector<std::string> settings;
  double wanted_percent = 0.0;
  std::uint64_t runs = 200;
  std::uint64_t first_seed = 1;
  int jobs = 1;
  std::string results;
  std::string csv;
  std::string hdf5;
  std::string report;
  std::string log_dir = "runs";
  std::string sample;
  std::vector<std::string> told;
  std::uint64_t run_seed = 0;
  std::string arm;
  double until_ci = 0.0;
  bool resume = false;
  bool bound = false;
  bool slurm = false;
  bool print_commands = false;
  std::vector<std::string> sbatch;
  std::string folder;
  double task_minutes = 5.0;
  std::uint64_t parts = 0;
};

/// @return What is to be run: the file's campaign, or the experiment with other seeds.
Campaign read_campaign(const CampaignArguments& arguments);

/// The command line that runs this campaign, for one sample of it.
std::string command_text(const CampaignArguments& arguments, const Campaign& campaign);

/// Writes page, CSV and HDF5 of the rows, and says where they are.
/// @param path Of the results; `:memory:`: in none.
bool write_outputs(const CampaignArguments& arguments, const Campaign& campaign, const ResultsFile& results,
                   const std::string& path);

/// `--slurm` and `--print-commands`: begins a campaign in parts, or goes on with one.
bool spread_campaign(const CampaignArguments& arguments);

}  // namespace freefloat
