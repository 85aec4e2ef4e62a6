#include "runtime/loop_operator.h"

#include "safety/supervisor.h"

namespace freefloat {

namespace {

constexpr Duration kStopSaidFor = std::chrono::milliseconds(300);  // a lost packet must not lose the STOP
constexpr Duration kJogFor =
    std::chrono::milliseconds(300);  // a jog is held to run: longer without a wish ends it
constexpr Duration kArmFor = std::chrono::seconds(5);
constexpr Duration kAcknowledgeFor = std::chrono::seconds(3);
constexpr Duration kDisarmFor = std::chrono::seconds(3);
constexpr Duration kLostFor = std::chrono::seconds(2);
// A board that says `off` still brakes its joints for FF_STOP_END_TICK ticks and takes whoever moves them
// then for a broken sensor; its statuses come every 20 ms.
constexpr Duration kBoardBrakesFor = std::chrono::milliseconds(200);
constexpr std::string_view kStillRecording = "a recording goes on: end it first";

bool is_latched(SupervisorState state) {
  return state == SupervisorState::kFault || state == SupervisorState::kStopped;
}

}  // namespace

LoopOperator::LoopOperator(OperatorDesk& desk)
    : desk_(desk), one_run_(false), stops_seen_(desk.stops_taken()), losses_seen_(desk.losses()) {}

LoopOperator::LoopOperator(OperatorDesk& desk, PhaseRunner& phases)
    : desk_(desk), phases_(&phases), one_run_(true), doing_(Doing::kRunning) {}

bool LoopOperator::finished() const {
  return one_run_ ? phases_->finished() : desk_.is_ending();
}

void LoopOperator::tell(Time now, std::string_view what, const CommandOrigin& origin, bool accepted,
                        std::string_view words) {
  told_.push({now, what, origin, accepted, words});
}

void LoopOperator::begin_cycle(Time now) {
  take_stops(now);
  take_loss(now);
  for (const Wish* wish = desk_.front(); wish != nullptr; wish = desk_.front()) {
    // What was asked after a STOP that this cycle does not know yet waits for it.
    if (wish->stops_before > stops_seen_) return;
    // The acknowledgement of a STOP is good once the STOP has been said for long enough.
    const bool overruled = wish->stops_before < stops_seen_;
    if (wish->kind == WishKind::kAcknowledge && now < stop_until_ && !overruled) return;
    // Nobody moves the robot by hand before its drives are off.
    const bool drives_off = doing_ != Doing::kDisarming && now >= braked_at_;
    if (wish->kind == WishKind::kArrange && !overruled && !drives_off) return;
    take(*wish, now);
    desk_.pop();
  }
}

void LoopOperator::take_stops(Time now) {
  const std::uint64_t stops = desk_.stops();
  if (stops != stops_seen_) {
    stops_seen_ = stops;
    desk_.take_stops(stops);
    interrupt(now);
  }
  for (const CommandOrigin* by = desk_.front_stop(); by != nullptr; by = desk_.front_stop()) {
    tell(now, "stop", *by, true, "the robot is stopped until somebody acknowledges");
    desk_.pop_stop();
  }
}

void LoopOperator::interrupt(Time now) {
  if (phases_ != nullptr) phases_->interrupt(now);
  if (one_run_) return;
  stop_until_ = now + kStopSaidFor;
  if (doing_ != Doing::kRunning) doing_ = Doing::kNothing;
}

void LoopOperator::take_loss(Time now) {
  if (desk_.losses() != losses_seen_) {
    losses_seen_ = desk_.losses();
    lost_since_ = now;
    jog_until_ = now;
    if (doing_ == Doing::kJogging) {
      doing_ = Doing::kNothing;
      tell(now, "jog_end", {}, true, "who commanded has gone silent");
    }
  }
  const bool holds =
      console_lost_ == ConsoleLost::kHoldAfter2s && phases_ != nullptr && !phases_->is_paused();
  if (!lost_since_ || !holds || now - *lost_since_ < kLostFor) return;
  lost_since_.reset();
  phases_->pause(now);
  tell(now, "pause", {}, true, "who commanded has been silent for 2 s");
}

void LoopOperator::take(const Wish& wish, Time now) {
  if (wish.kind == WishKind::kTell)
    return tell(now, wish.what.view(), wish.origin, wish.accepted, wish.words.view());
  const std::string_view objection = refuse(wish, now);
  const bool again =
      doing_ == Doing::kJogging && (wish.kind == WishKind::kJogJoints || wish.kind == WishKind::kJogHand);
  if (!objection.empty() || !again) tell(now, wish.what.view(), wish.origin, objection.empty(), objection);
  if (objection.empty()) {
    lost_since_.reset();
    carry_out(wish, now);
  } else if (wish.run != nullptr) {
    wish.run->done.store(true, std::memory_order_release);
  }
}

std::string_view LoopOperator::refuse(const Wish& wish, Time now) const {
  if (wish.stops_before < stops_seen_) return "overruled by a STOP";
  if (now < stop_until_ && wish.kind != WishKind::kAcknowledge) return "the robot is being stopped";
  if (phases_ != nullptr) return refuse_in_run(wish.kind);
  const bool may_rest = state_ == SupervisorState::kDisarmed || state_ == SupervisorState::kReady;
  switch (wish.kind) {
    case WishKind::kTell:
    case WishKind::kJogEnd:
      return {};
    case WishKind::kArm:
      if (may_move(state_)) return "the robot is armed already";
      return state_ == SupervisorState::kReady ? "" : "the checks do not all pass";
    case WishKind::kDisarm:
      return is_latched(state_) ? "stopped or in fault: acknowledge" : "";
    case WishKind::kAcknowledge:
      return is_latched(state_) || !board_is_off_ ? "" : "there is nothing to acknowledge";
    case WishKind::kRun:
      if (recording_ != nullptr) return kStillRecording;
      return is_latched(state_) ? "stopped or in fault: acknowledge first" : "";
    case WishKind::kRecord:
      return recording_ != nullptr ? kStillRecording : "";
    case WishKind::kRecordEnd:
      return recording_ != nullptr ? "" : "nothing is being recorded";
    case WishKind::kJogJoints:
    case WishKind::kJogHand:
      return may_move(state_) ? "" : "the robot is not armed";
    case WishKind::kArrange:
      if (recording_ != nullptr) return kStillRecording;
      return may_rest ? "" : "disarm first";
    case WishKind::kPause:
    case WishKind::kResume:
    case WishKind::kSkip:
    case WishKind::kAbort:
      return "no run is under way";
  }
  return "unknown";
}

std::string_view LoopOperator::refuse_in_run(WishKind kind) const {
  switch (kind) {
    case WishKind::kPause:
      return phases_->is_paused() ? "paused already" : "";
    case WishKind::kJogJoints:
    case WishKind::kJogHand:
      return phases_->waits_for_operator() ? "" : "a run is under way: abort it first, or STOP";
    case WishKind::kResume:
      if (!phases_->is_paused() && !phases_->waits_for_operator()) return "the run is not paused";
      return is_latched(state_) ? "stopped or in fault" : "";
    case WishKind::kSkip:
    case WishKind::kAbort:
    case WishKind::kJogEnd:
      return {};
    default:
      return "a run is under way: abort it first, or STOP";
  }
}

void LoopOperator::carry_out(const Wish& wish, Time now) {
  origin_ = wish.origin;
  switch (wish.kind) {
    case WishKind::kTell:
      return;
    case WishKind::kArm:
      return begin(Doing::kArming, now + kArmFor);
    case WishKind::kDisarm:
      return begin(Doing::kDisarming, now + kDisarmFor);
    case WishKind::kAcknowledge:
      return begin(Doing::kAcknowledging, now + kAcknowledgeFor);
    case WishKind::kRun:
      run_ = begun_ = wish.run;
      phases_ = &run_->phases;
      phases_->continue_after(task_number_);
      arrangement_ = Arrangement{.held = false};
      return begin(Doing::kRunning, Time::max());
    case WishKind::kRecord:
      recording_ = begun_ = wish.run;
      return;
    case WishKind::kRecordEnd:
      recording_ends_ = true;
      return;
    case WishKind::kPause:
      return phases_->pause(now);
    case WishKind::kResume:
      if (!phases_->is_paused()) return phases_->go_on();
      return phases_->resume(now);
    case WishKind::kSkip:
      return phases_->skip(now);
    case WishKind::kAbort:
      return phases_->abort(now);
    case WishKind::kJogJoints:
    case WishKind::kJogHand:
      return jog(wish, now);
    case WishKind::kJogEnd:
      jog_until_ = now;
      if (doing_ == Doing::kJogging) doing_ = Doing::kNothing;
      return;
    case WishKind::kArrange:
      arrangement_ = wish.arrangement;
      return;
  }
}

void LoopOperator::jog(const Wish& wish, Time now) {
  const bool hand = wish.kind == WishKind::kJogHand;
  jog_ = {.joint_rates = hand ? JointVector() : wish.joint_rates, .hand_velocity = wish.hand_velocity};
  jog_until_ = now + kJogFor;
  if (phases_ != nullptr) return phases_->jog(jog_);
  if (doing_ != Doing::kJogging || jogs_hand_ != hand) {
    ++task_number_;
    arrangement_ = Arrangement{.held = false};
  }
  jogs_hand_ = hand;
  begin(Doing::kJogging, jog_until_);
}

OperatorCommand LoopOperator::next_command(Time now) {
  if (phases_ != nullptr && now >= jog_until_) phases_->jog({});
  OperatorCommand op = phases_ != nullptr ? phases_->next_command(now) : idle_command(now);
  task_number_ = op.task_number;
  if (now < stop_until_) op.request = Request::kStop;
  return op;
}

OperatorCommand LoopOperator::idle_command(Time now) {
  if (doing_ != Doing::kNothing && now >= until_) {
    const bool arming = doing_ == Doing::kArming;
    if (doing_ != Doing::kJogging)
      tell(now,
           arming                        ? "arm"
           : doing_ == Doing::kDisarming ? "disarm"
                                         : "acknowledge",
           origin_, false, "the board did not answer in time, or the cause is still there");
    begin(arming ? Doing::kDisarming : Doing::kNothing, now + kDisarmFor);
  }
  OperatorCommand op;
  op.task_number = task_number_;
  op.target = target_;
  switch (doing_) {
    case Doing::kArming:
      op.request = state_ == SupervisorState::kDisarmed ? Request::kCheck : Request::kArm;
      if (may_move(state_) && board_is_on_) doing_ = Doing::kNothing;
      return op;
    case Doing::kDisarming:
      op.request = Request::kDisarm;
      if (state_ == SupervisorState::kDisarmed && board_is_off_) doing_ = Doing::kNothing;
      return op;
    case Doing::kAcknowledging:
      op.request = Request::kAcknowledge;
      if (state_ == SupervisorState::kDisarmed && board_is_off_) doing_ = Doing::kNothing;
      return op;
    case Doing::kJogging:
      op.request = Request::kActivate;
      op.task = jogs_hand_ ? Task::kJogHand : Task::kJog;
      op.jog_rates = jog_.joint_rates;
      op.jog_velocity = jog_.hand_velocity;
      return op;
    case Doing::kNothing:
    case Doing::kRunning:
      break;
  }
  const bool resting = state_ == SupervisorState::kDisarmed || state_ == SupervisorState::kReady;
  const bool moving = state_ == SupervisorState::kActive || state_ == SupervisorState::kHold;
  op.request = resting ? Request::kCheck : moving ? Request::kHold : Request::kNone;
  return op;
}

void LoopOperator::observe(const CycleOutput& output, const JointFeedback* feedback, const JointLink* link) {
  state_ = output.state;
  const bool was_on = board_is_on_;
  board_is_off_ = feedback != nullptr && feedback->board_state == BoardState::kOff;
  board_is_on_ = feedback != nullptr &&
                 (feedback->board_state == BoardState::kEnabled || feedback->board_state == BoardState::kRun);
  if (was_on && !board_is_on_) braked_at_ = output.now + kBoardBrakesFor;
  if (phases_ != nullptr) phases_->observe(output, feedback, link);
}

std::vector<PhaseEvent> LoopOperator::take_events() {
  return phases_ != nullptr ? phases_->take_events() : std::vector<PhaseEvent>();
}

LoopRun* LoopOperator::take_ended_run() {
  if (std::exchange(recording_ends_, false)) return std::exchange(recording_, nullptr);
  if (run_ == nullptr || !phases_->finished()) return nullptr;
  phases_ = nullptr;
  doing_ = Doing::kNothing;
  return std::exchange(run_, nullptr);
}

}  // namespace freefloat
