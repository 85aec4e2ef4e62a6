// A campaign in parts: on a Slurm cluster, or on machines that commands are sent to.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/command_line/messages.h"
#include "app/command_line/shell_words.h"
#include "app/command_line/stop_request.h"
#include "app/commands/campaign_arguments.h"
#include "app/commands/commands.h"
#include "app/commands/slurm_parts.h"
#include "app/output/campaign_output.h"
#include "app/output/status_line.h"
#include "campaign/campaign_parts.h"

namespace freefloat {

namespace fs = std::filesystem;

namespace {

/// Reads the plan of a folder and its campaign, from where the paths in it begin.
struct PlannedCampaign {
  std::string folder;
  PartsPlan plan;
  CampaignArguments arguments;  ///< as they were when it was begun
  Campaign campaign;

  explicit PlannedCampaign(const std::string& named)
      : folder(fs::absolute(named).lexically_normal().string()), plan(read_parts_plan(folder)) {
    std::error_code error;
    fs::current_path(plan.work_folder, error);
    if (error)
      throw std::runtime_error(plan.work_folder + ": " + error.message() +
                               "; the campaign was begun there, and every machine must see it");
    arguments.file = plan.file;
    arguments.settings = plan.settings;
    arguments.runs = plan.runs;
    arguments.first_seed = plan.first_seed;
    arguments.bound = plan.bound;
    campaign = read_campaign(arguments);
  }
};

PartsPlan make_plan(const CampaignArguments& arguments, const Campaign& campaign) {
  PartsPlan plan;
  plan.name = campaign.name;
  plan.file = arguments.file;
  plan.settings = arguments.settings;
  plan.runs = arguments.runs;
  plan.first_seed = arguments.first_seed;
  plan.work_folder = fs::current_path().string();
  plan.bound = campaign.bound;
  plan.samples = campaign.samples;
  plan.arms = campaign.arms.size();
  plan.workers = arguments.jobs;
  plan.row_s = measure_row(campaign);
  plan.parts = arguments.parts > 0 ? std::min<std::uint64_t>(arguments.parts, campaign.samples)
                                   : choose_part_count(plan, 60.0 * arguments.task_minutes);
  return plan;
}

/// Begins a campaign in the folder, or finds the one that was begun there.
PartsPlan plan_in(const std::string& folder, const CampaignArguments& arguments, const Campaign& campaign) {
  if (fs::exists(fs::path(folder) / "campaign.json")) {
    PartsPlan plan = read_parts_plan(folder);
    check_parts(campaign, folder);
    if (plan.samples == campaign.samples) return plan;
    throw std::runtime_error(fmt::format("{}: holds parts of {} samples, not of {}; name another --folder",
                                         folder, plan.samples, campaign.samples));
  }
  make_folder((fs::path(folder) / "output").string());
  begin_parts(campaign, folder);
  PartsPlan plan = make_plan(arguments, campaign);
  write_parts_plan(plan, folder);
  std::cerr << fmt::format("{} samples in {} parts of about {:.1f} min; a row takes {:.3f} s here\n",
                           plan.samples, plan.parts,
                           plan.row_s * static_cast<double>(plan.samples * plan.arms) / 60.0 /
                               static_cast<double>(plan.parts) / plan.workers,
                           plan.row_s);
  return plan;
}

struct FolderArguments {
  std::string folder;
  std::vector<std::string> folders;
  std::uint64_t part = 0;
  std::string results;
  std::string csv;
  std::string hdf5;
  int jobs = 0;
  bool json = false;
};

bool compute(const FolderArguments& arguments) {
  const PlannedCampaign planned(arguments.folder);
  const std::string word = judges_capture(planned.campaign) ? "captured" : "passed";
  StatusLine line;
  CampaignOptions options;
  options.on_progress = [&](const CampaignProgress& progress) {
    if (line.is_due(progress.seconds)) line.show(progress_text(progress, word));
  };
  const StopRequest stop;
  const bool whole =
      compute_part(planned.campaign, planned.plan, arguments.part, planned.folder, options, stop.flag());
  line.end();
  if (!whole) say_warning("interrupted; the part is computed anew from its beginning");
  return whole;
}

bool show_status(const FolderArguments& arguments) {
  const PlannedCampaign planned(arguments.folder);
  const PartsPlan& plan = planned.plan;
  const QueuedParts queued = queued_parts(plan);
  const std::vector<std::uint64_t> missing = missing_parts(plan, planned.folder);
  const std::vector<std::uint64_t> open = open_parts(plan, planned.folder, queued);
  std::uint64_t left = 0;
  for (const std::uint64_t part : missing)
    left += part_samples(plan, part).end - part_samples(plan, part).begin;
  const double left_s = plan.row_s * static_cast<double>(left * plan.arms) /
                        static_cast<double>(std::max<std::size_t>(queued.running.size(), 1) * plan.workers);
  const bool under_way = !queued.running.empty();
  if (arguments.json) {
    nlohmann::ordered_json json{{"name", plan.name},
                                {"samples", plan.samples},
                                {"samples_done", plan.samples - left},
                                {"parts", plan.parts},
                                {"parts_done", plan.parts - missing.size()},
                                {"parts_running", queued.running},
                                {"parts_waiting", queued.waiting.size()},
                                {"parts_open", open},
                                {"left_s", nullptr}};
    if (under_way) json["left_s"] = left_s;
    std::cout << json.dump(2) << "\n";
    return true;
  }
  const auto line = [](std::string_view label, const std::string& text) {
    std::cout << fmt::format("{:<20}{}\n", label, text);
  };
  line(plan.name, fmt::format("{} of {} samples; {} of {} parts", plan.samples - left, plan.samples,
                              plan.parts - missing.size(), plan.parts));
  if (!plan.arrays.empty())
    line("in the queue",
         fmt::format("{} parts running, {} waiting", queued.running.size(), queued.waiting.size()));
  if (under_way)
    line("left", fmt::format("about {:.0f} min with the tasks that run now", std::ceil(left_s / 60.0)));
  if (!open.empty()) {
    line("not under way", number_ranges(open));
    if (!plan.arrays.empty())
      line("", "what their tasks printed stands in " + (fs::path(planned.folder) / "output").string() +
                   "; submit them again by --slurm with this --folder");
  }
  if (missing.empty()) line("next", join_for_shell({"freefloat", "campaign", "merge", planned.folder}));
  return true;
}

bool merge(const FolderArguments& arguments) {
  const fs::path here = fs::current_path();
  const PlannedCampaign first(arguments.folders.front());
  CampaignArguments output = first.arguments;
  output.jobs = arguments.jobs > 0 ? arguments.jobs : first.plan.workers;
  if (!arguments.csv.empty()) output.csv = (here / arguments.csv).string();
  if (!arguments.hdf5.empty()) output.hdf5 = (here / arguments.hdf5).string();
  const std::string path = arguments.results.empty()
                               ? (fs::path(first.folder) / (first.plan.name + ".sqlite")).string()
                               : (here / arguments.results).string();
  ResultsFile results(path, first.campaign, Opening::kResume);
  std::uint64_t taken = 0;
  bool whole = true;
  for (const std::string& named : arguments.folders) {
    const std::string folder = (here / named).lexically_normal().string();
    const PartsPlan plan = read_parts_plan(folder);
    taken += merge_parts(first.campaign, plan, folder, results);
    const std::vector<std::uint64_t> missing = missing_parts(plan, folder);
    if (!missing.empty()) say_warning(folder + ": not there are the parts " + number_ranges(missing));
    whole = whole && missing.empty();
  }
  print_results(first.campaign, results, judges_capture(first.campaign) ? "captured" : "passed", {});
  std::cout << fmt::format("{:<20}{} rows\n", "taken from parts", taken);
  return write_outputs(output, first.campaign, results, path) && whole;
}

}  // namespace

bool spread_campaign(const CampaignArguments& arguments) {
  if (arguments.folder.empty())
    throw std::runtime_error(
        "--folder is missing: the folder that all machines share, for what the parts write");
  if (arguments.until_ci > 0.0)
    throw std::runtime_error("--until-ci: parts do not know of one another; leave it out");
  // Before anything is measured and written: there may be no cluster.
  const std::string configuration = arguments.slurm ? ask_slurm({"scontrol", "show", "config"}) : "";
  const Campaign campaign = read_campaign(arguments);
  const std::string folder = fs::absolute(arguments.folder).lexically_normal().string();
  const PartsPlan plan = plan_in(folder, arguments, campaign);
  if (arguments.slurm) {
    submit_parts(plan, folder, configuration, arguments.sbatch);
    return true;
  }
  for (const std::uint64_t part : missing_parts(plan, folder))
    std::cout << part_command(folder) << ' ' << part << '\n';
  return true;
}

void add_parts_commands(Command& campaign) {
  auto [part, computed] =
      campaign.add_subcommand("part", "Compute one part of a campaign, as a cluster's task does", compute);
  part.footer("Example: freefloat campaign part /shared/uncertain_table 3");
  part.add_option("FOLDER", computed.folder, "of the campaign").required();
  part.add_option("N", computed.part, "number of the part, from 1").required().positive();
  auto [status, shown] = campaign.add_subcommand("status", "Say how far a campaign in parts is", show_status);
  status.footer("Example: freefloat campaign status /shared/uncertain_table");
  status.add_option("FOLDER", shown.folder, "of the campaign").required();
  status.add_flag("--json", shown.json, "print JSON");
  auto [merged, taken] =
      campaign.add_subcommand("merge", "Make one results file and page of a campaign's parts", merge);
  merged.footer(
      "Example: freefloat campaign merge /shared/uncertain_table\n"
      "Parts that are not there yet are left out, and can be merged later. The exit code is 0 when all were "
      "there.");
  merged.add_option("FOLDER...", taken.folders, "of the same campaign, one or several").required();
  merged
      .add_option("--jobs", taken.jobs,
                  "failures that are run again for the page at a time; left out: as many as a part's runs")
      .positive();
  merged.add_option("--results", taken.results,
                    "SQLite file of all rows; left out: NAME.sqlite in the first folder");
  merged.add_option("--csv", taken.csv, "write all rows into this file as well");
  merged.add_option("--hdf5", taken.hdf5, "the same, for h5py, MATLAB and Octave");
}

}  // namespace freefloat
