#pragma once

#include <functional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

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

  /// Tells it of an event, if it listens to such.
  template <class Event>
  void hear(const Event& event) const {
    const auto all =
        std::tie(on_cycle, on_phase, on_link, on_marker_path, on_picture, on_note, on_command, on_contact);
    if (const auto& on = std::get<const std::function<void(const Event&)>&>(all)) on(event);
  }
};

/// Says in the record what is wrong, where it has room for it.
template <class Record>
void fill_in_diagnosis(Record& record) {
  if constexpr (requires { record.diagnosis; }) record.diagnosis.assign(diagnose(record.health, record.at));
}

/// @param tell Called with every event, of whatever type.
template <class Tell>
RunListener listen_by(const Tell& tell) {
  return {.on_cycle = tell,
          .on_phase = tell,
          .on_link = tell,
          .on_marker_path = tell,
          .on_picture = tell,
          .on_note = tell,
          .on_command = tell,
          .on_contact = tell};
}

/// @return One that tells all of them, one after the other.
inline RunListener tell_all(std::vector<RunListener> listeners) {
  return listen_by([all = std::move(listeners)](const auto& event) {
    for (const RunListener& listener : all) listener.hear(event);
  });
}

}  // namespace freefloat
