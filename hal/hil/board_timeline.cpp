#include "hal/hil/board_timeline.h"

namespace freefloat {

namespace {

Duration to_duration(std::uint32_t tick) {
  return std::chrono::milliseconds(tick);
}

}  // namespace

void BoardTimeline::start(Time world_now, Time now) {
  boot_id_.reset();
  last_begin_ = world_now;
  last_arrival_ = now;
  offset_.start(now - world_now);
}

Time BoardTimeline::begin_tick(std::uint32_t boot_id, std::uint32_t tick, Time world_now, Time arrival) {
  const bool started = boot_id_ != boot_id;
  const Time begin = Time{} + base_ + to_duration(tick);
  // The world moves through a gap, as the bridges drove in it, and waits for a board that was late. A clock
  // that has left this PC's by more stood still or jumped: the world goes on from where it is.
  const bool jumped = !started && (begin > world_now + kLongestGap || begin + kLargestLag < world_now);
  if (started && counted_boot_ != boot_id) ++boots_;
  counted_boot_ = boot_id;
  if (jumped) ++jumps_;
  if (started || jumped) {
    boot_id_ = boot_id;
    base_ = world_now.time_since_epoch() - to_duration(tick);
    last_begin_ = world_now;
    offset_.start(arrival - world_now);
  } else {
    if (tick > last_tick_ + 1) left_out_ += tick - last_tick_ - 1;
    last_begin_ = begin;
    offset_.learn(arrival - begin);
  }
  last_tick_ = tick;
  last_arrival_ = arrival;
  return last_begin_;
}

Time BoardTimeline::reach_silently(Time now) const {
  const Duration silence = now - last_arrival_;
  return silence < kSilentAfter ? Time{} : last_begin_ + silence;
}

Time BoardTimeline::to_run_time(Time world_time) const {
  return world_time + offset_.get();
}

}  // namespace freefloat
