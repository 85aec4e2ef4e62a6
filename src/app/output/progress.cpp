#include "app/output/progress.h"

#include <poll.h>
#include <unistd.h>

#include <iomanip>
#include <iostream>

#include "app/command_line/messages.h"
#include "app/output/plain_zero.h"
#include "runtime/contact_watch.h"
#include "types/angle.h"

namespace freefloat {

namespace {

constexpr Duration kTerminalInterval = std::chrono::milliseconds(200);
constexpr Duration kFileInterval = std::chrono::seconds(10);

}  // namespace

Progress::Progress(const RunConfig& config, ProgressPlace place)
    : out_(place == ProgressPlace::kStandardError ? std::cerr : std::cout),
      descriptor_(place == ProgressPlace::kStandardError ? STDERR_FILENO : STDOUT_FILENO),
      terminal_(isatty(descriptor_) != 0) {
  const bool somebody_types = isatty(STDIN_FILENO) != 0;
  for (const Phase& phase : config.experiment.phases)
    answered_.push_back(somebody_types && phase.ended_by == EndedBy::kOperator);
  out_ << config.experiment.name << " on " << config.testbed_name << ", seed " << config.sim.seed << ", "
       << 1.0 / to_seconds(config.controller.period) << " Hz\n";
}

/// @return False where the reader takes nothing at the moment: a terminal stopped by Ctrl-S, a full pipe. Its
/// thread also writes the log, and must not wait; the table of phases at the end says it all again.
bool Progress::has_room() const {
  pollfd output{descriptor_, POLLOUT, 0};
  return poll(&output, 1, 0) > 0;
}

/// Whatever stands in the line that is written again goes.
std::ostream& Progress::begin_line() {
  constexpr const char* kEraseLine = "\033[K";
  return out_ << (terminal_ ? kEraseLine : "");
}

RunListener Progress::listener() {
  return {.on_cycle = [this](const CycleRecord& record) { show(record); },
          .on_phase = [this](const PhaseEvent& event) { show(event); },
          .on_link = [this](const LinkRecord& link) { show(link); },
          .on_marker_path = [this](const MarkerPathRecord& path) { show(path); },
          .on_note = [this](const RunNote& note) { show(note); },
          .on_contact = [this](const ContactRecord& contact) { show(contact); }};
}

void Progress::show(const RunNote& note) {
  switch (note.kind) {
    case RunNote::Kind::kFact:
      begin_line() << note.text << "\n";
      return;
    case RunNote::Kind::kWarning:
      return say_warning(note.text);
    case RunNote::Kind::kAlarm:
      return say_error(note.text);
  }
}

void Progress::show(const ContactRecord& contact) {
  if (!has_room()) return;
  begin_line() << std::fixed << std::setprecision(1) << std::setw(7) << to_seconds(contact.at)
               << " s  contact: " << describe_contact(contact) << "\n";
}

void Progress::show(const LinkRecord& link) {
  if (link.diagnosis.view() == link_trouble_) return;
  link_trouble_ = link.diagnosis.view();
  say_warning("link: " + (link_trouble_.empty() ? "well again" : link_trouble_));
}

void Progress::show(const MarkerPathRecord& path) {
  std::string& trouble = path.of_targets ? target_trouble_ : marker_trouble_;
  if (path.diagnosis.view() == trouble) return;
  trouble = path.diagnosis.view();
  say_warning((path.of_targets ? "target's markers: " : "markers: ") +
              (trouble.empty() ? "well again" : trouble));
}

void Progress::show(const CycleRecord& record) {
  const CycleOutput& output = record.output;
  const bool capturing =
      output.state == SupervisorState::kActive && output.guidance.status != TaskStatus::kIdle;
  if (!capturing || output.now < next_line_ || !has_room()) return;
  next_line_ = output.now + (terminal_ ? kTerminalInterval : kFileInterval);
  begin_line() << std::fixed << std::setprecision(1) << std::setw(7) << to_seconds(output.now);
  if (record.input.op.task == Task::kReorient) {
    out_ << " s    still to turn " << std::setw(6)
         << plain_zero(rad_to_deg(output.guidance.reorientation.missing), 1)
         << " deg, loops of the joints done: " << output.guidance.reorientation.loops;
  } else if (record.input.op.task == Task::kMoveTo) {
    out_ << " s    joints on their way to the posture";
  } else if (record.input.op.task == Task::kJogHand) {
    out_ << " s    hand jogged at " << std::setw(5) << plain_zero(1e3 * output.guidance.v_WE.norm(), 1)
         << " mm/s";
  } else if (record.input.op.task == Task::kFollowPath) {
    const PathOutput& path = output.guidance.path;
    out_ << " s    " << (path.stage == PathStage::kApproach ? "to the path" : "on the path") << " "
         << std::setw(6) << 1e3 * path.along << " of " << 1e3 * path.length << " mm, hand "
         << std::setprecision(2) << 1e3 * path.error << " mm off" << std::setprecision(1);
  } else {
    out_ << " s    hand to target " << std::setw(6) << 1e3 * output.guidance.distance << " mm at "
         << std::setw(5) << plain_zero(1e3 * output.guidance.closing_speed, 1) << " mm/s"
         << (output.guidance.tangent_corrected ? "   along the edge" : "");
  }
  // On a terminal the next line goes over this one.
  out_ << (output.guidance.status == TaskStatus::kPlanning ? "   planning" : "") << (terminal_ ? '\r' : '\n')
       << std::flush;
}

void Progress::show(const PhaseEvent& event) {
  if (!has_room()) return;
  const bool begins = event.moment == PhaseMoment::kBegin;
  begin_line() << std::fixed << std::setprecision(1) << std::setw(7) << to_seconds(event.at) << " s  "
               << event.name.view() << " " << (begins ? "..." : event.verdict("FAILED"));
  if (!begins && !event.reason.view().empty()) out_ << ": " << event.reason.view();
  if (begins && event.phase_number < answered_.size() && answered_[event.phase_number])
    out_ << "  press Enter to go on";
  out_ << "\n" << std::flush;
}

}  // namespace freefloat
