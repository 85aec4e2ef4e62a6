// What people ask of a running experiment.
#include "runtime/phase_runner.h"

namespace freefloat {

void PhaseRunner::pause(Time now) {
  if (begun_ && !interrupted_ && !paused_at_) paused_at_ = now;
}

void PhaseRunner::resume(Time now) {
  if (!paused_at_) return;
  paused_for_ += now - *paused_at_;
  paused_at_.reset();
  // The arm rests until the supervisor lets it go on: that is no failure of the phase.
  was_active_ = false;
  // A capture is planned anew from where everything is now; a turn goes on from where it began.
  if (is_capture(results_[current_].kind)) ++task_number_;
}

void PhaseRunner::skip(Time now) {
  if (begun_ && !interrupted_) end_phase(now, Verdict::kSkipped, "skipped by the operator");
}

void PhaseRunner::abort(Time now) {
  if (finished_ || interrupted_) return;
  if (!begun_) results_[current_].begin = now;
  end_phase(now, Verdict::kInterrupted, "aborted by the operator");
  failed_ = true;
}

}  // namespace freefloat
