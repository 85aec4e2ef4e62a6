#pragma once

#include <functional>
#include <string>

#include "runlog/contact_record.h"
#include "runlog/cycle_record.h"
#include "runlog/link_record.h"
#include "runlog/marker_path_record.h"
#include "runlog/operator_command_record.h"
#include "runlog/phase_event.h"

namespace freefloat {

struct ProcessedPicture;  // runtime/marker_input.h

/// Something that people should be told beside cycles and phases.
struct RunNote {
  enum class Kind : std::uint8_t { kFact, kWarning, kAlarm };

  Kind kind = Kind::kFact;
  std::string text;  ///< one sentence, without a full stop
};

/// Who wants to know what happens in a run; empty members do not listen.
struct RunListener {
  std::function<void(const CycleRecord&)> on_cycle{};
  std::function<void(const PhaseEvent&)> on_phase{};
  std::function<void(const LinkRecord&)>
      on_link{};  ///< with its diagnosis, at the moments that LinkWatch picks
  std::function<void(const MarkerPathRecord&)>
      on_marker_path{};  ///< the same of the way from a tracker on another computer
  std::function<void(const ProcessedPicture&)>
      on_picture{};  ///< in the thread of the vision, before the markers reach the loop
  std::function<void(const RunNote&)> on_note{};
  std::function<void(const OperatorCommandRecord&)>
      on_command{};                                        ///< what people ask, with what became of it
  std::function<void(const ContactRecord&)> on_contact{};  ///< of simulated testbeds
};

}  // namespace freefloat
