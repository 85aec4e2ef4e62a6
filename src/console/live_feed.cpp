#include "console/live_feed.h"

#include <array>
#include <nlohmann/json.hpp>

#include "console/foxglove_messages.h"
#include "console/live_scene.h"
#include "runlog/wall_time.h"

namespace freefloat::console {
namespace {

constexpr std::uint64_t kTopicChannels = ((std::uint64_t{1} << kRunTopicCount) - 1) << 1;
constexpr std::uint64_t kSceneChannels = std::uint64_t{1} << kSceneChannel;
constexpr Duration kScenePeriod{33'000'000};

}  // namespace

void LiveFeed::set_run(RunFacts facts) {
  const std::lock_guard lock(mutex_);
  epoch_ns_ = facts.epoch_ns;
  newest_ns_ = -1;
  next_scene_ = {};
  cycles_.emplace(facts.joint_names, facts.epoch_ns, facts.robot, facts.targets);
  facts_ = std::move(facts);
}

std::uint64_t LiveFeed::log_time_ns(Time at) const {
  return static_cast<std::uint64_t>(since_epoch_ns(at, epoch_ns_));
}

std::uint64_t LiveFeed::log_time_ns() const {
  const std::int64_t newest_ns = newest_ns_;
  if (newest_ns >= 0) return log_time_ns(Time{Duration{newest_ns}});
  return static_cast<std::uint64_t>(wall_time_ns());
}

double LiveFeed::run_time_s() const {
  const std::int64_t newest_ns = newest_ns_;
  return newest_ns < 0 ? 0.0 : to_seconds(Duration{newest_ns});
}

void LiveFeed::push(std::uint32_t channel, Time at, std::span<const std::uint8_t> bytes, Keep keep) {
  queue_.push({channel, log_time_ns(at), share(bytes)}, keep);
}

void LiveFeed::add(const CycleRecord& cycle) {
  newest_ns_.store(cycle.input.now.time_since_epoch().count(), std::memory_order_relaxed);
  const std::uint64_t wanted = wanted_();
  if ((wanted & (kTopicChannels | kSceneChannels)) == 0) return;
  const std::lock_guard lock(mutex_);
  if (!cycles_) cycles_.emplace(std::vector<std::string>{}, epoch_ns_);
  const Time now = cycle.input.now;
  cycles_->encode(cycle, TopicSet((wanted & kTopicChannels) >> 1),
                  [&](std::size_t place, std::span<const std::uint8_t> message) {
                    push(static_cast<std::uint32_t>(place) + 1, now, message);
                  });
  if ((wanted & kSceneChannels) != 0 && now >= next_scene_ && cycle.output.estimate.valid) {
    next_scene_ = now + kScenePeriod;
    add_scene(cycle);
  }
}

void LiveFeed::add_scene(const CycleRecord& cycle) {
  encode(cdr_, make_scene(facts_, cycle.output.estimate, cycles_->targets().places()));
  push(kSceneChannel, cycle.input.now, cdr_.bytes());
}

void LiveFeed::add(const RunNote& note) {
  if (!wants(kNoteChannel)) return;
  constexpr std::array<const char*, 3> kKinds{"fact", "warning", "alarm"};
  const auto kind = static_cast<std::size_t>(note.kind);
  auto text = std::make_shared<const std::string>(
      json_text({{"time_s", run_time_s()}, {"kind", kKinds[kind < 3 ? kind : 0]}, {"text", note.text}}));
  queue_.push({kNoteChannel, log_time_ns(), std::move(text)}, Keep::kAll);
}

}  // namespace freefloat::console
