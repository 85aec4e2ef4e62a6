#include "runtime/control_loop.h"

#include "runtime/link_watch.h"

namespace freefloat {

namespace {

constexpr Duration kListenMargin = std::chrono::microseconds(500);  // a late wake-up must not delay the cycle

/// The end of a run must reach a real board, or it would miss the next command and latch a time-out: drives
/// off is said again until the board has heard it.
void leave_board_off(Hal& hal, JointCommand command, Duration period) {
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

}  // namespace

std::uint64_t run_control_loop(Hal& hal, MarkerInput& markers, Controller& controller, PhaseRunner& phases,
                               Duration period, const LoopListeners& listeners,
                               const std::atomic<bool>& stop) {
  CycleRecord own_record;
  JointCommand last_command;
  std::optional<JointFeedback> feedback;
  LinkWatch link_watch;
  std::uint64_t overruns = 0;
  Time deadline = hal.clock->now() + period;
  Time last_start{};
  bool first = true;
  while (!phases.finished()) {
    if (!hal.lockstep) hal.link->listen(*hal.clock, deadline - kListenMargin);
    hal.clock->sleep_until(deadline);
    const Time start = hal.clock->now();
    if (stop) phases.interrupt(start);

    CycleRecord& record = listeners.place_for_cycle ? listeners.place_for_cycle() : own_record;
    record.input.now = start;
    record.input.markers = markers.take();
    record.input.joints = hal.link->poll(start);
    record.input.op = phases.next_command(start);
    record.output = controller.step(record.input);
    last_command = record.output.command;
    hal.link->send(last_command, start);
    markers.expect(record.output.prediction);

    const Time end = hal.clock->now();
    if (end > deadline + period) ++overruns;
    LoopTiming& timing = record.timing;
    timing = {};
    timing.deadline = deadline;
    timing.period = first ? Duration::zero() : start - last_start;
    timing.wake_late = start - deadline;
    timing.compute = end - start;
    timing.slack = deadline + period - end;
    timing.overrun_count = overruns;
    record.truth = hal.truth != nullptr ? std::optional(hal.truth->truth()) : std::nullopt;
    if (record.input.joints) feedback = record.input.joints;
    phases.observe(record.output, feedback ? &*feedback : nullptr, hal.link);
    if (listeners.on_cycle) listeners.on_cycle(record);
    if (listeners.on_link) {
      if (const LinkHealth health = hal.link->health(); link_watch.is_due(health, start)) {
        listeners.on_link({.at = start, .health = health, .diagnosis = {}});
      }
    }
    if (listeners.on_phase) {
      for (const PhaseEvent& event : phases.take_events()) listeners.on_phase(event);
    }

    first = false;
    last_start = start;
    deadline += period;
    // After an overrun the missed deadlines are left out, not caught up with.
    while (deadline <= end) deadline += period;
  }
  if (!hal.lockstep) leave_board_off(hal, last_command, period);
  return overruns;
}

}  // namespace freefloat
