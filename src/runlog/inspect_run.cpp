#include "runlog/inspect_run.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace freefloat {
namespace {

Duration share_of(std::vector<Duration>& sorted, double share) {
  if (sorted.empty()) return {};
  const auto index = static_cast<std::size_t>(share * static_cast<double>(sorted.size()));
  return sorted[std::min(index, sorted.size() - 1)];
}

DurationShares shares_of(std::vector<Duration> durations) {
  std::sort(durations.begin(), durations.end());
  return {share_of(durations, 0.5), share_of(durations, 0.99), share_of(durations, 0.999),
          share_of(durations, 1.0)};
}

/// Settings of the command line lie beside the files; what they set says more than that there are some.
std::string name_of(const McapAttachment& attachment) {
  return attachment.name == "--set" ? "--set " + attachment.data : attachment.name;
}

class Inspection {
 public:
  explicit Inspection(RunInfo& info) : info_(info) {}

  void add(const CycleRecord& cycle) {
    const Time now = cycle.input.now;
    if (times_.empty()) info_.first = now;
    info_.last = now;
    times_.push_back(now);
    wake_late_.push_back(cycle.timing.wake_late);
    compute_.push_back(cycle.timing.compute);
    info_.overruns = std::max(info_.overruns, cycle.timing.overrun_count);
    info_.ring_drops = std::max(info_.ring_drops, cycle.timing.ring_drops);
    info_.frames += cycle.input.markers ? 1 : 0;
    info_.target_frames += cycle.input.target_markers ? 1 : 0;
    info_.feedbacks += cycle.input.joints ? 1 : 0;
    info_.has_truth = info_.has_truth || cycle.truth.has_value();
    info_.faults |= cycle.output.faults | cycle.output.latched_faults;
  }

  void add(const McapMetadata& metadata) {
    if (metadata.name == kIdentityMetadata) info_.identity = metadata.values;
    if (metadata.name == kRecorderMetadata) info_.recorder = metadata.values;
    if (metadata.name == kRecoveryMetadata) info_.recovery = metadata.values;
  }

  void finish() {
    std::vector<Duration> distances;
    for (std::size_t i = 1; i < times_.size(); ++i) distances.push_back(times_[i] - times_[i - 1]);
    std::vector<Duration> sorted = distances;
    std::sort(sorted.begin(), sorted.end());
    info_.period = share_of(sorted, 0.5);
    constexpr std::size_t kMostGaps = 1000;
    for (std::size_t i = 0; i < distances.size(); ++i) {
      if (2 * distances[i] <= 3 * info_.period) continue;
      ++info_.gap_count;
      if (info_.gaps.size() < kMostGaps) info_.gaps.push_back({times_[i], distances[i]});
    }
    info_.wake_late = shares_of(std::move(wake_late_));
    info_.compute = shares_of(std::move(compute_));
  }

 private:
  RunInfo& info_;
  std::vector<Time> times_;
  std::vector<Duration> wake_late_, compute_;
};

}  // namespace

tl::expected<RunInfo, std::string> inspect_run(const std::string& path) {
  auto reader = RunReader::open(path);
  if (!reader) return tl::make_unexpected(reader.error());
  RunInfo info;
  info.path = path;
  Inspection inspection(info);
  while (const RunItem* item = reader->next()) {
    if (item->message != nullptr) ++info.topics[item->message->channel.topic];
    if (item->attachment != nullptr) info.attachments.push_back(name_of(*item->attachment));
    if (item->metadata != nullptr) inspection.add(*item->metadata);
    if (auto phase = reader->take(kPhaseTopic)) info.phases.push_back(*phase);
    if (const CycleRecord* cycle = reader->record()) inspection.add(*cycle);
  }
  info.result = reader->result();
  std::error_code error;
  info.file_bytes = std::filesystem::file_size(path, error);
  inspection.finish();
  return info;
}

}  // namespace freefloat
