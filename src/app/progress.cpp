#include "app/progress.h"

#include <iomanip>

#include "app/plain_zero.h"
#include "types/angle.h"

namespace freefloat {

namespace {

constexpr Duration kInterval = std::chrono::seconds(1);

}  // namespace

Progress::Progress(const RunConfig& config, std::ostream& out) : out_(out) {
  out_ << config.experiment.name << " on " << config.testbed_name << ", seed " << config.sim.seed << ", "
       << 1.0 / to_seconds(config.controller.period) << " Hz\n";
}

void Progress::note(std::string_view subject, std::string_view text) {
  out_ << subject << ": " << text << "\n";
}

void Progress::note(const RealTimeStatus& status) {
  note("real time",
       status.remedy.empty() ? "SCHED_FIFO, memory locked" : "not everything was granted; " + status.remedy);
}

void Progress::show(const CycleRecord& record) {
  const CycleOutput& output = record.output;
  const bool capturing =
      output.state == SupervisorState::kActive && output.guidance.status != TaskStatus::kIdle;
  if (!capturing || output.now < next_line_) return;
  next_line_ = output.now + kInterval;
  out_ << std::fixed << std::setprecision(1) << std::setw(7) << to_seconds(output.now);
  if (record.input.op.task == Task::kReorient) {
    out_ << " s    still to turn " << std::setw(6)
         << plain_zero(rad_to_deg(output.guidance.reorientation.missing), 1)
         << " deg, loops of the joints done: " << output.guidance.reorientation.loops;
  } else {
    out_ << " s    hand to target " << std::setw(6) << 1e3 * output.guidance.distance << " mm at "
         << std::setw(5) << plain_zero(1e3 * output.guidance.closing_speed, 1) << " mm/s"
         << (output.guidance.tangent_corrected ? "   along the edge" : "");
  }
  out_ << (output.guidance.status == TaskStatus::kPlanning ? "   planning" : "") << "\n" << std::flush;
}

void Progress::show(const PhaseEvent& event) {
  out_ << std::fixed << std::setprecision(1) << std::setw(7) << to_seconds(event.at) << " s  ";
  if (event.moment == PhaseMoment::kBegin) {
    out_ << event.name.view() << " ...\n";
  } else {
    out_ << event.name.view()
         << (event.passed     ? " passed"
             : event.skipped  ? " skipped"
             : event.observed ? " observed"
                              : " FAILED");
    if (!event.reason.view().empty()) out_ << ": " << event.reason.view();
    out_ << "\n";
  }
  out_ << std::flush;
}

}  // namespace freefloat
