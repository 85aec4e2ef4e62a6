#include "runtime/control_loop.h"

#include "law/law_question.h"

namespace freefloat {

namespace {

constexpr Duration kListenMargin = std::chrono::microseconds(500);  // a late wake-up must not delay the cycle

}  // namespace

ControllerState begin_anew(const ControllerState& before) {
  ControllerState state;
  state.supervisor = before.supervisor;
  state.feedback = before.feedback;
  state.feedback_time = before.feedback_time;
  state.energised_since = before.energised_since;
  state.last_cycle = before.last_cycle;
  state.commanded = before.commanded;
  state.task_number = before.task_number;
  state.task_start = before.task_start;
  state.close_gripper = before.close_gripper && before.feedback.gripper == GripperState::kHolding;
  return state;
}

void ControlCycle::run_next(bool stop) {
  const Hal& hal = loop_.hal;
  if (!hal.lockstep) hal.link->listen(*hal.clock, deadline_ - kListenMargin);
  hal.clock->sleep_until(deadline_);
  const Time start = hal.clock->now();
  if (stop) loop_.op.interrupt(start);
  const Time end = run(start);
  // After an overrun the missed deadlines are left out, not caught up with.
  do deadline_ += loop_.period;
  while (deadline_ <= end);
}

/// @return When it ended.
Time ControlCycle::run(Time start) {
  prepare(start);
  CycleRecord& record = loop_.feed.place_for_cycle();
  Hal& hal = loop_.hal;
  record.input.now = start;
  record.input.markers = loop_.markers.take();
  record.input.target_markers = loop_.markers.take_target();
  record.input.joints = hal.link->poll(start);
  record.input.op = loop_.op.next_command(start);
  record.input.law = loop_.law != nullptr ? std::optional(loop_.law->take()) : std::nullopt;
  record.output = loop_.controller.step(record.input);
  last_command_ = record.output.command;
  hal.link->send(last_command_, start);
  loop_.markers.expect(record.output.prediction);
  if (loop_.law != nullptr) {
    loop_.law->ask(make_law_question(loop_.controller.setup(), record.input, record.output),
                   record.input.op.task_number);
  }

  const Time end = hal.clock->now();
  record.timing = measure(start, end);
  record.truth = hal.truth != nullptr ? std::optional(hal.truth->truth()) : std::nullopt;
  const std::uint32_t watched = loop_.controller.state().estimator.watched;
  if (record.truth && watched < record.truth->target_count)
    record.truth->target = record.truth->targets[watched];
  if (record.input.joints) feedback_ = record.input.joints;
  loop_.op.observe(record.output, feedback_ ? &*feedback_ : nullptr, hal.link);
  tell(start);
  return end;
}

/// What people wish, and what it asks for before the controller's step.
void ControlCycle::prepare(Time now) {
  loop_.op.begin_cycle(now);
  const auto arrangement = loop_.op.take_arrangement();
  if (arrangement && loop_.hal.arrange) loop_.hal.arrange(*arrangement);
  LoopRun* const run = loop_.op.take_begun_run();
  const bool moved = arrangement && (arrangement->robot || arrangement->moves_target());
  const bool begins = run != nullptr && !run->watches;
  if (begins || moved) loop_.controller.restore(begin_anew(loop_.controller.state()));
  if (run != nullptr && run->log != nullptr) loop_.feed.begin_log(*run->log, now, loop_.controller);
}

LoopTiming ControlCycle::measure(Time start, Time end) {
  const Time next = deadline_ + loop_.period;
  if (end > next) ++overruns_;
  LoopTiming timing;
  timing.deadline = deadline_;
  timing.period = last_start_ ? start - *last_start_ : Duration::zero();
  timing.wake_late = start - deadline_;
  timing.compute = end - start;
  timing.slack = next - end;
  timing.overrun_count = overruns_;
  last_start_ = start;
  return timing;
}

void ControlCycle::tell(Time now) {
  loop_.feed.end_cycle(now, loop_.controller);
  tell_health(now, false);
  for (const OperatorCommandRecord* told = loop_.op.next_told(); told != nullptr;
       told = loop_.op.next_told()) {
    loop_.feed.tell(*told);
    loop_.op.pop_told();
  }
  if (loop_.hal.truth != nullptr) {
    for (const ContactEvent& event : loop_.hal.truth->take_contacts()) {
      if (const auto told = contact_watch_.look_at(event)) loop_.feed.tell(*told);
    }
  }
  for (const PhaseEvent& event : loop_.op.take_events()) loop_.feed.tell(event);
  LoopRun* const ended = loop_.op.take_ended_run();
  if (ended == nullptr) return;
  // How link and tracker were at the run's end stands in its report.
  tell_health(now, true);
  if (ended->log != nullptr) loop_.feed.end_log();
  ended->done.store(true, std::memory_order_release);
}

/// @param at_end Whether there is news or not.
void ControlCycle::tell_health(Time now, bool at_end) {
  const LinkHealth link = loop_.hal.link->health();
  if (link_watch_.is_due(link, now) || at_end)
    loop_.feed.tell(LinkRecord{.at = now, .health = link, .diagnosis = {}});
  if (const auto path = loop_.markers.take_path_health()) marker_path_.newest = path;
  if (const auto path = loop_.markers.take_target_path_health()) target_path_.newest = path;
  tell_health(marker_path_, now, at_end);
  tell_health(target_path_, now, at_end);
}

void ControlCycle::tell_health(MarkerPath& path, Time now, bool at_end) {
  if (!path.newest || (!path.watch.is_due(*path.newest, now) && !at_end)) return;
  loop_.feed.tell(
      MarkerPathRecord{.at = now, .of_targets = path.of_targets, .health = *path.newest, .diagnosis = {}});
}

/// The end of a run must reach a real board, or it would miss the next command and latch a time-out: drives
/// off is said again until the board has heard it.
void ControlCycle::leave_board_off() {
  constexpr int kMostCommands = 20;
  const Hal& hal = loop_.hal;
  if (hal.lockstep) return;
  JointCommand command = last_command_;
  command.enable = false;
  command.clear = false;
  command.rates.setZero();
  std::uint64_t first = 0;
  for (int i = 0; i < kMostCommands; ++i) {
    const Time now = hal.clock->now();
    hal.link->send(command, now);
    if (i == 0) first = hal.link->health().sent;
    hal.clock->sleep_until(now + loop_.period);
    const auto feedback = hal.link->poll(hal.clock->now());
    if (feedback && feedback->accepted_sequence >= first) return;
  }
}

std::unique_ptr<LawProcess> start_law(const ControllerConfig& config, const Hal& hal) {
  if (config.law.empty()) return nullptr;
  return std::make_unique<LawProcess>(config.law, LawProcess::Patience{.lockstep = hal.lockstep});
}

std::uint64_t run_control_loop(const ControlLoop& loop, Time first_cycle, const std::atomic<bool>& stop) {
  ControlCycle cycle(loop, first_cycle);
  while (!loop.op.finished()) cycle.run_next(stop);
  cycle.leave_board_off();
  return cycle.overruns();
}

}  // namespace freefloat
