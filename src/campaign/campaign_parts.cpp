#include "campaign/campaign_parts.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <stdexcept>

namespace freefloat {

namespace fs = std::filesystem;

namespace {

std::string identity_path(const std::string& folder) {
  return (fs::path(folder) / "identity.sqlite").string();
}

std::string machine_name() {
  char name[64] = "";
  ::gethostname(name, sizeof name - 1);
  return name;
}

/// A file that goes away with its scope.
struct ScratchFile {
  fs::path path;
  explicit ScratchFile(fs::path at) : path(std::move(at)) { remove(); }
  ~ScratchFile() { remove(); }
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  void remove() const {
    std::error_code none;
    fs::remove(path, none);
  }
};

/// The file is there as a whole or not at all, also where two machines compute the same part.
void move_to(const fs::path& from, const std::string& to) {
  const ScratchFile beside(to + fmt::format(".{}.{}", machine_name(), ::getpid()));
  std::error_code error;
  fs::copy_file(from, beside.path, error);
  if (!error) fs::rename(beside.path, to, error);
  if (error) throw std::runtime_error(to + ": cannot be written: " + error.message());
}

}  // namespace

std::uint64_t choose_part_count(const PartsPlan& plan, double task_s) {
  const double rows = static_cast<double>(plan.samples * plan.arms);
  const double parts = std::ceil(rows * plan.row_s / (task_s * plan.workers));
  return std::clamp<std::uint64_t>(static_cast<std::uint64_t>(parts), 1,
                                   std::max<std::uint64_t>(plan.samples, 1));
}

double measure_row(const Campaign& campaign) {
  constexpr double kLongEnough = 5.0;  // s
  ResultsFile results(":memory:", campaign, Opening::kNew);
  std::atomic<bool> stop = false;
  CampaignOptions options;
  CampaignProgress last;
  options.on_progress = [&](const CampaignProgress& progress) {
    last = progress;
    stop = progress.fresh > 0 && progress.seconds > kLongEnough;
  };
  Campaign quiet = campaign;
  quiet.logs = LogKeeping::kNone;
  run_campaign(quiet, options, results, stop);
  return last.seconds / static_cast<double>(std::max<std::uint64_t>(last.fresh, 1));
}

void begin_parts(const Campaign& campaign, const std::string& folder) {
  const ResultsFile identity(identity_path(folder), campaign, Opening::kResume);
}

void check_parts(const Campaign& campaign, const std::string& folder) {
  const ResultsFile identity(identity_path(folder), campaign, Opening::kRead);
}

SampleRange part_samples(const PartsPlan& plan, std::uint64_t part) {
  return {plan.samples * (part - 1) / plan.parts, plan.samples * part / plan.parts};
}

std::string part_path(const std::string& folder, std::uint64_t part) {
  return (fs::path(folder) / fmt::format("part-{:06}.sqlite", part)).string();
}

std::vector<std::uint64_t> missing_parts(const PartsPlan& plan, const std::string& folder) {
  std::vector<std::uint64_t> missing;
  for (std::uint64_t part = 1; part <= plan.parts; ++part) {
    if (!fs::exists(part_path(folder, part))) missing.push_back(part);
  }
  return missing;
}

bool compute_part(const Campaign& campaign, const PartsPlan& plan, std::uint64_t part,
                  const std::string& folder, CampaignOptions options, const std::atomic<bool>& stop) {
  if (part < 1 || part > plan.parts)
    throw std::runtime_error(fmt::format("part {}: {} has the parts 1 to {}", part, folder, plan.parts));
  check_parts(campaign, folder);
  if (fs::exists(part_path(folder, part))) return true;
  const ScratchFile here(fs::temp_directory_path() /
                         fmt::format("freefloat-{}-{}.sqlite", campaign.name, ::getpid()));
  options.only = part_samples(plan, part);
  options.workers = plan.workers;
  options.log_folder = (fs::path(folder) / "logs").string();
  bool whole = false;
  {
    ResultsFile results(here.path.string(), campaign, Opening::kNew);
    whole = run_campaign(campaign, options, results, stop);
    // A part is computed once: what was lost with a killed worker is made anew now, and not for ever.
    if (whole && results.forget_lost() > 0) whole = run_campaign(campaign, options, results, stop);
  }
  if (whole) move_to(here.path, part_path(folder, part));
  return whole;
}

std::uint64_t merge_parts(const Campaign& campaign, const PartsPlan& plan, const std::string& folder,
                          ResultsFile& results) {
  std::uint64_t taken = 0;
  for (std::uint64_t part = 1; part <= plan.parts; ++part) {
    const std::string path = part_path(folder, part);
    if (!fs::exists(path)) continue;
    const SampleRange samples = part_samples(plan, part);
    std::uint64_t rows = 0;
    ResultsFile(path, campaign, Opening::kRead).for_each([&](const Row& row) {
      if (row.sample < samples.begin || row.sample >= samples.end)
        throw std::runtime_error(
            fmt::format("{}: has sample {}, which belongs to another part", path, row.sample));
      ++rows;
      const std::optional<Row> there = results.find(row.sample, row.arm);
      if (there && row_text(*there) == row_text(row)) return;
      if (there)
        throw std::runtime_error(
            fmt::format("{}: sample {} is not as in the results: \"{}\", there \"{}\". The same program "
                        "gives the same row, so one of the two machines is not to be trusted, or a row's "
                        "time limit was reached on one alone",
                        path, row.sample, row.cause, there->cause));
      results.add(row);
      ++taken;
    });
    if (rows != (samples.end - samples.begin) * plan.arms)
      throw std::runtime_error(path + ": lacks rows; delete it and have the part computed again");
  }
  results.commit();
  return taken;
}

}  // namespace freefloat
