#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "campaign/results_file.h"
#include "campaign/run_campaign.h"

namespace freefloat {

/// An array of tasks that a cluster has taken: its task i computes part `before + i`.
struct SubmittedArray {
  std::uint64_t job = 0;
  std::uint64_t before = 0;
};

/// A campaign that is spread over machines which share a folder. Each part is computed by itself, into a file
/// of its own that is there when the part is whole; no process knows of another. The folder holds this
/// (`campaign.json`) and what the campaign is (`identity.sqlite`), to which every part is held.
struct PartsPlan {
  std::string name;                   ///< of the campaign
  std::string file;                   ///< of the campaign, or of an experiment
  std::vector<std::string> settings;  ///< of an experiment
  std::uint64_t runs = 0;             ///< of an experiment
  std::uint64_t first_seed = 1;       ///< of an experiment
  std::string work_folder;            ///< absolute; relative paths begin there
  bool bound = false;                 ///< whether each target's bound is worked out as well
  std::uint64_t samples = 0;
  std::uint64_t arms = 1;
  std::uint64_t parts = 0;  ///< counted from 1
  int workers = 1;          ///< processes of a part
  double row_s = 0.0;       ///< what a row takes one process, s, as measured when it was planned
  std::vector<SubmittedArray> arrays;
};

/// @return How many parts make a task last so long. @param task_s Seconds.
std::uint64_t choose_part_count(const PartsPlan& plan, double task_s);

/// @return What a row takes one process, s, measured for some seconds; at least one row is computed.
double measure_row(const Campaign& campaign);

/// @throws std::runtime_error that names the file.
PartsPlan read_parts_plan(const std::string& folder);
void write_parts_plan(const PartsPlan& plan, const std::string& folder);

/// Writes what the campaign is, or holds the campaign to what is there.
/// @throws std::runtime_error which of its files, or which program, is another than at the beginning.
void begin_parts(const Campaign& campaign, const std::string& folder);
void check_parts(const Campaign& campaign, const std::string& folder);

/// @param part From 1 to `plan.parts`.
SampleRange part_samples(const PartsPlan& plan, std::uint64_t part);
std::string part_path(const std::string& folder, std::uint64_t part);
/// @return Parts whose file is not there, in their order.
std::vector<std::uint64_t> missing_parts(const PartsPlan& plan, const std::string& folder);

/// Computes a part, unless it is there. Its rows are collected on this machine's own disk, and go into the
/// shared folder as a whole.
/// @return False: `stop` was set before the end, and nothing was written.
bool compute_part(const Campaign& campaign, const PartsPlan& plan, std::uint64_t part,
                  const std::string& folder, CampaignOptions options, const std::atomic<bool>& stop);

/// Takes the rows of all parts that are there and that the results do not have.
/// @return How many were taken.
/// @throws std::runtime_error that names the file: of another campaign or program, not whole, or with a row
/// that the results have otherwise.
std::uint64_t merge_parts(const Campaign& campaign, const PartsPlan& plan, const std::string& folder,
                          ResultsFile& results);

}  // namespace freefloat
