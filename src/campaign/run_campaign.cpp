#include "campaign/run_campaign.h"

#include <filesystem>
#include <map>

#include "campaign/arm_program.h"
#include "campaign/intervals.h"
#include "campaign/worker_pool.h"

namespace freefloat {

namespace {

using WallClock = std::chrono::steady_clock;

/// Where a campaign is: which rows there are, and how many of the first samples are enough.
class Ledger {
 public:
  Ledger(const Campaign& campaign, const SampleRange& samples, std::optional<double> until)
      : arms_(campaign.arms.size()),
        first_(samples.begin),
        until_(until),
        state_((samples.end - samples.begin) * arms_, kOpen),
        shares_(arms_) {}

  void add(const Row& row) {
    if (row.sample < first_) return;
    const std::uint64_t place = (row.sample - first_) * arms_ + row.arm;
    if (place >= state_.size()) return;  // of more samples than are asked for now
    std::int8_t& state = state_[place];
    done_ += state == kOpen ? 1 : 0;
    state = row.outcome == Outcome::kInvalid ? kUncounted : row.outcome == Outcome::kSuccess ? kGood : kBad;
    follow();
  }

  /// @return The next row to be made; nothing: there is none.
  std::optional<std::uint64_t> next() {
    while (next_ < state_.size() && state_[next_] != kOpen) ++next_;
    if (next_ >= state_.size() || enough_) return std::nullopt;
    return first_ * arms_ + next_++;
  }

  /// @return After how many samples, without a gap, the intervals were narrow; nothing: not yet.
  std::optional<std::uint64_t> enough() const { return enough_; }
  std::uint64_t done() const { return done_; }
  std::uint64_t all() const { return state_.size(); }
  const Share& share() const { return shares_.front(); }

 private:
  static constexpr std::int8_t kOpen = -1, kBad = 0, kGood = 1, kUncounted = 2;

  /// Only whole samples in their order count, so that it does not matter which worker was quicker.
  void follow() {
    for (; !enough_ && (whole_ + 1) * arms_ <= state_.size(); ++whole_) {
      for (std::size_t arm = 0; arm < arms_; ++arm) {
        if (state_[whole_ * arms_ + arm] == kOpen) return;
      }
      bool narrow = until_.has_value();
      for (std::size_t arm = 0; arm < arms_; ++arm) {
        const std::int8_t state = state_[whole_ * arms_ + arm];
        shares_[arm].counted += state == kUncounted ? 0 : 1;
        shares_[arm].good += state == kGood ? 1 : 0;
        const Interval interval = wilson_interval(shares_[arm]);
        narrow = narrow && 0.5 * (interval.high - interval.low) <= *until_;
      }
      if (narrow) enough_ = first_ + whole_ + 1;
    }
  }

  std::size_t arms_;
  std::uint64_t first_;
  std::optional<double> until_;
  std::vector<std::int8_t> state_;
  std::vector<Share> shares_;
  std::uint64_t next_ = 0, whole_ = 0, done_ = 0;
  std::optional<std::uint64_t> enough_;
};

std::string log_path(const Campaign& campaign, const CampaignOptions& options, std::uint64_t sample,
                     std::size_t arm) {
  const std::string name = "sample" + std::to_string(sample) +
                           (campaign.arms.size() > 1 ? "-arm" + std::to_string(arm + 1) : "") + ".mcap";
  return (std::filesystem::path(options.log_folder) / name).string();
}

/// In the worker: by this program, or by that of the arm.
Row row_by_arm(const Campaign& campaign, std::uint64_t sample, std::size_t arm, const std::string& log) {
  if (campaign.arms[arm].program.empty()) return run_sample(campaign, sample, arm, log);
  static std::map<std::size_t, ArmProgram> programs;  // which end with the worker
  return programs.try_emplace(arm, campaign, arm).first->second.run(sample, log);
}

/// In the worker.
std::string work_on(const Campaign& campaign, const CampaignOptions& options, std::uint64_t item) {
  const std::uint64_t sample = item / campaign.arms.size();
  const std::size_t arm = item % campaign.arms.size();
  const std::string log = log_path(campaign, options, sample, arm);
  try {
    Row row = row_by_arm(campaign, sample, arm, campaign.logs == LogKeeping::kAll ? log : "");
    // A run is the same again: only those that are kept pay for their log.
    if (campaign.logs == LogKeeping::kFailures && row.outcome == Outcome::kFailure)
      row = row_by_arm(campaign, sample, arm, log);
    return row_text(row);
  } catch (const std::exception& error) {
    Row row;
    row.outcome = Outcome::kFailure;
    row.cause = error.what();
    return row_text(row);
  }
}

Row row_of(const Campaign& campaign, const WorkEnd& end) {
  Row row = worked_row(end, "not done within time_limit_s");
  row.sample = end.item / campaign.arms.size();
  row.arm = end.item % campaign.arms.size();
  return row;
}

}  // namespace

bool run_campaign(const Campaign& campaign, const CampaignOptions& options, ResultsFile& results,
                  const std::atomic<bool>& stop) {
  if (campaign.logs != LogKeeping::kNone) make_folder(options.log_folder);
  Ledger ledger(campaign, options.only.value_or(SampleRange{0, campaign.samples}), options.until_half_width);
  results.for_each([&](const Row& row) { ledger.add(row); });
  const WallClock::time_point begun = WallClock::now();
  WallClock::time_point committed = begun;
  std::uint64_t fresh = 0;
  const auto seconds_since = [](WallClock::time_point from) {
    return std::chrono::duration<double>(WallClock::now() - from).count();
  };
  const auto tell = [&] {
    if (options.on_progress)
      options.on_progress({ledger.done(), ledger.all(), fresh, seconds_since(begun), ledger.share().good,
                           ledger.share().counted});
  };
  WorkerPool pool;
  pool.workers = options.workers;
  pool.time_limit = std::chrono::duration<double>(campaign.time_limit);
  pool.work = [&](std::uint64_t item) { return work_on(campaign, options, item); };
  pool.next = [&] { return ledger.next(); };
  pool.done = [&](const WorkEnd& end) {
    const Row row = row_of(campaign, end);
    results.add(row);
    ledger.add(row);
    ++fresh;
    return !ledger.enough();
  };
  pool.tick = [&] {
    if (seconds_since(committed) > 1.0) {
      results.commit();
      committed = WallClock::now();
    }
    tell();
    return !stop;
  };
  if (!ledger.enough()) pool.run();
  if (ledger.enough()) results.cut(*ledger.enough());
  results.commit();
  tell();
  return !stop;
}

}  // namespace freefloat
