#include "runtime/control_loop.h"

#include "runtime/link_watch.h"

namespace freefloat {

namespace {

constexpr Duration kListenMargin = std::chrono::microseconds(500);  // a late wake-up must not delay the cycle

/// The end of a run must reach a real board, or it would miss the next command and latch a time-out: drives
/// off is said again until the board has heard it.
void leave_board_off(const Hal& hal, JointCommand command, Duration period) {
  constexpr int kMostCommands = 20;
  command.enable = false;
  command.clear = false;
  command.rates.setZero();
  std::uint64_t first = 0;
  for (int i = 0; i < kMostCommands; ++i) {
    const Time now = hal.clock->now();
    hal.link->send(command, now);
    if (i == 0) first = hal.link->health().sent;
    hal.clock->sleep_until(now + period);
    const auto feedback = hal.link->poll(hal.clock->now());
    if (feedback && feedback->accepted_sequence >= first) return;
  }
}

/// The one cycle of real, simulated and continued runs: sense, decide, command.
class Cycle {
 public:
  explicit Cycle(const ControlLoop& loop) : loop_(loop) {}

  /// @param deadline When it was to start. @param start When it did.
  /// @return When it ended.
  Time run(Time deadline, Time start) {
    CycleRecord& record = loop_.feed.place_for_cycle();
    Hal& hal = loop_.hal;
    record.input.now = start;
    record.input.markers = loop_.markers.take();
    record.input.joints = hal.link->poll(start);
    record.input.op = loop_.phases.next_command(start);
    record.output = loop_.controller.step(record.input);
    last_command_ = record.output.command;
    hal.link->send(last_command_, start);
    loop_.markers.expect(record.output.prediction);

    const Time end = hal.clock->now();
    record.timing = measure(deadline, start, end);
    record.truth = hal.truth != nullptr ? std::optional(hal.truth->truth()) : std::nullopt;
    if (record.input.joints) feedback_ = record.input.joints;
    loop_.phases.observe(record.output, feedback_ ? &*feedback_ : nullptr, hal.link);
    tell(start);
    return end;
  }

  std::uint64_t overruns() const { return overruns_; }
  const JointCommand& last_command() const { return last_command_; }

 private:
  LoopTiming measure(Time deadline, Time start, Time end) {
    const Time next = deadline + loop_.period;
    if (end > next) ++overruns_;
    LoopTiming timing;
    timing.deadline = deadline;
    timing.period = last_start_ ? start - *last_start_ : Duration::zero();
    timing.wake_late = start - deadline;
    timing.compute = end - start;
    timing.slack = next - end;
    timing.overrun_count = overruns_;
    last_start_ = start;
    return timing;
  }

  void tell(Time now) {
    loop_.feed.end_cycle(now, loop_.controller);
    const LinkHealth health = loop_.hal.link->health();
    if (link_watch_.is_due(health, now))
      loop_.feed.tell(LinkRecord{.at = now, .health = health, .diagnosis = {}});
    for (const PhaseEvent& event : loop_.phases.take_events()) loop_.feed.tell(event);
  }

  const ControlLoop& loop_;
  JointCommand last_command_;
  std::optional<JointFeedback> feedback_;
  std::optional<Time> last_start_;
  LinkWatch link_watch_;
  std::uint64_t overruns_ = 0;
};

}  // namespace

std::uint64_t run_control_loop(const ControlLoop& loop, Time first_cycle, const std::atomic<bool>& stop) {
  const Hal& hal = loop.hal;
  Cycle cycle(loop);
  Time deadline = first_cycle;
  while (!loop.phases.finished()) {
    if (!hal.lockstep) hal.link->listen(*hal.clock, deadline - kListenMargin);
    hal.clock->sleep_until(deadline);
    const Time start = hal.clock->now();
    if (stop) loop.phases.interrupt(start);
    const Time end = cycle.run(deadline, start);
    // After an overrun the missed deadlines are left out, not caught up with.
    do deadline += loop.period;
    while (deadline <= end);
  }
  if (!hal.lockstep) leave_board_off(hal, cycle.last_command(), loop.period);
  return cycle.overruns();
}

}  // namespace freefloat
