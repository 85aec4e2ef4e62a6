#include "supervisor_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <stdexcept>

namespace freefloat {

namespace {

int find_named(std::string_view name) {
  for (int i = 0; i < kPlaceCount; ++i) {
    if (kPlaces[i].name == name) return i;
  }
  throw std::logic_error("no place " + std::string(name));
}

int find_request(std::string_view name) {
  for (int i = 0; i < kRequestCount; ++i) {
    if (kRequests[i] == name) return i;
  }
  throw std::logic_error("no request " + std::string(name));
}

int find_column(const SupervisorTable& table, std::optional<Reaction> reaction) {
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (table.columns[i].reaction == reaction) return static_cast<int>(i);
  }
  throw std::logic_error("a reaction that no fault has");
}

/// Of a place in the model, where `active` means something else.
std::string capitals(std::string_view name) {
  std::string text(name);
  for (char& letter : text) letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  return text;
}

/// One number a name, of places, requests and columns.
std::string define_names(const SupervisorTable& table) {
  std::string text;
  for (int i = 0; i < kPlaceCount; ++i) text += fmt::format("#define {} {}\n", capitals(kPlaces[i].name), i);
  for (int i = 0; i < kRequestCount; ++i) text += fmt::format("#define ask_{} {}\n", kRequests[i], i);
  std::string faults = "false", holds = "false";
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const FaultColumn& column = table.columns[i];
    text += fmt::format("#define column_{0} {0}  // {1}\n", i, column.name);
    if (column.reaction)
      (*column.reaction == Reaction::kFault ? faults : holds) += fmt::format(" || c == column_{}", i);
  }
  text += fmt::format("#define calls_for_fault(c) ({})\n#define calls_for_hold(c) ({})\n", faults, holds);
  return text;
}

constexpr std::string_view kWatched = R"(
#define is_latched(p) (p == FAULT || p == FAULT_ACKED || p == STOPPED || p == STOPPED_ACKED)
#define is_fault(p) (p == FAULT || p == FAULT_ACKED)
#define is_stopped(p) (p == STOPPED || p == STOPPED_ACKED)
#define energy_of(p) (p == ACTIVE -> 2 : (p == ARMED || p == HOLD -> 1 : 0))

// Where the supervisor is, where it was a cycle before, and what came in between: what the formulas speak of. All of it
// changes in one step at the end of a cycle.
byte place = DISARMED, before = DISARMED, request, column;
bool fresh;
byte energy, energy_before;  // 0: drives off, 1: energised at rest or coming to rest, 2: motion
bool armed_by_operator;      // since energised: a new request to arm, in ready
bool activated_by_operator;  // since active: a new request to activate, in armed or hold, with no fault
bool asked;                  // since latched: a new acknowledgement
bool left_rightly = true;    // this cycle did not leave a latched place in a way that is not allowed
bool patient;                // from now on no fault, and an operator who asks for the next step to motion

inline note_operator() {
  energy_before = energy; energy = energy_of(place);
  if
  :: energy == 0 -> armed_by_operator = false
  :: energy > 0 && before == READY && request == ask_arm && fresh -> armed_by_operator = true
  :: else
  fi;
  if
  :: place != ACTIVE -> activated_by_operator = false
  :: place == ACTIVE && (before == ARMED || before == HOLD) && request == ask_activate && fresh &&
     !calls_for_fault(column) && !calls_for_hold(column) -> activated_by_operator = true
  :: else
  fi;
  asked = asked || (is_latched(before) && request == ask_acknowledge && fresh);
  left_rightly = !is_latched(before) || (is_fault(before) && is_fault(place)) || is_stopped(place) ||
                 (place == DISARMED && request == ask_acknowledge && asked && !calls_for_fault(column));
  asked = asked && ((is_fault(before) && is_fault(place)) || (is_stopped(before) && is_stopped(place)))
}

// Anything may come in any cycle; after `patient` what a person does who wants to move.
inline choose() {
  if
  :: !patient -> patient = true
  :: true
  fi;
  if
  :: patient ->
    want_fresh = true; want_column = column_0;
    if
    :: place == DISARMED -> want_request = ask_check
    :: place == READY -> want_request = ask_arm
    :: place == ARMED || place == HOLD -> want_request = ask_activate
    :: place == ACTIVE -> want_request = ask_none
    :: is_latched(place) -> want_request = ask_acknowledge
    fi
  :: else ->
    select(want_request : ask_none .. ask_acknowledge);
    select(want_column : 0 .. last_column);
    if
    :: want_fresh = true
    :: want_fresh = (want_request != request)  // the same task: new only if the request is another one
    fi
  fi
}
)";

constexpr std::string_view kCycleBegin = R"(
active proctype supervisor() {
  byte want_request, want_column, next;
  bool want_fresh;
  do
  :: atomic {
    choose();
    if
)";

constexpr std::string_view kCycleEnd = R"(    fi;
    d_step {
      before = place; request = want_request; column = want_column; fresh = want_fresh; place = next;
      note_operator();
      want_request = 0; want_column = 0; want_fresh = false; next = 0
    }
  }
  od
}

)";

std::string write_cell(const SupervisorTable& table, const Cell& cell) {
  const std::optional<int> after = table.at(cell);
  if (!after) return {};
  return fmt::format(
      "    :: place == {} && want_request == ask_{} && {}want_fresh && want_column == column_{} -> next = "
      "{}\n",
      capitals(kPlaces[cell.place].name), kRequests[cell.request], cell.fresh ? "" : "!", cell.column,
      capitals(kPlaces[*after].name));
}

}  // namespace

const std::vector<Property>& properties() {
  static const std::vector<Property> all{
      {"no_motion_unarmed", "no motion unless armed, and activated without a fault, by the operator",
       "[] ((energy == 0 || armed_by_operator) && (place != ACTIVE || activated_by_operator))"},
      {"latched_until_acknowledged",
       "fault and stopped are left only to disarmed, by an acknowledgement with the cause gone",
       "[] left_rightly"},
      {"stop_in_one_cycle", "a stop reaches stopped from everywhere in the same cycle",
       "[] (request != ask_stop || is_stopped(place))"},
      {"never_rearms", "without a new request nothing is energised, and no motion starts",
       "[] (fresh || energy <= energy_before)"},
      {"fault_in_one_cycle",
       "a fault takes the drives' energy, and one that calls for hold ends motion, in its cycle",
       "[] ((!calls_for_fault(column) || energy == 0) && (!calls_for_hold(column) || place != "
       "ACTIVE))"},
      {"no_trap", "from everywhere an operator reaches motion, once no fault is left",
       "[] (!patient || <> (place == ACTIVE))"},
      {"no_deadlock", "every place answers every request and fault", ""},
  };
  return all;
}

std::vector<Sabotage> sabotages(const SupervisorTable& table) {
  const auto cell = [](std::string_view place, std::string_view request, bool fresh, int column) {
    return Cell{find_named(place), find_request(request), fresh, column};
  };
  const auto to = [](std::string_view place) { return std::optional<int>(find_named(place)); };
  const int fault = find_column(table, Reaction::kFault);
  const int hold = find_column(table, Reaction::kHold);
  return {
      {"skips_arming", "no_motion_unarmed", cell("ready", "activate", true, 0), to("active")},
      {"activates_with_fault", "no_motion_unarmed", cell("armed", "activate", true, hold), to("active")},
      {"forgets_latch", "latched_until_acknowledged", cell("fault", "none", true, 0), to("disarmed")},
      {"clears_with_cause", "latched_until_acknowledged", cell("fault", "acknowledge", true, fault),
       to("disarmed")},
      {"old_acknowledgement", "latched_until_acknowledged", cell("fault", "acknowledge", false, 0),
       to("disarmed")},
      {"deaf_to_stop", "stop_in_one_cycle", cell("hold", "stop", true, fault), to("hold")},
      {"moves_again", "never_rearms", cell("hold", "activate", false, 0), to("active")},
      {"arms_by_held_switch", "never_rearms", cell("disarmed", "arm", false, 0), to("armed")},
      {"ignores_fault", "fault_in_one_cycle", cell("armed", "none", false, fault), to("armed")},
      {"ignores_hold", "fault_in_one_cycle", cell("active", "activate", false, hold), to("active")},
      {"latched_for_ever", "no_trap", cell("fault_acked", "acknowledge", true, 0), to("fault_acked")},
      {"has_a_hole", "no_deadlock", cell("active", "disarm", true, fault), std::nullopt},
  };
}

std::string write_model(const SupervisorTable& table) {
  std::string text = "// Generated from the code by prove_supervisor: a line a cell of its table.\n" +
                     define_names(table) + fmt::format("#define last_column {}\n", table.columns.size() - 1);
  text += kWatched;
  text += kCycleBegin;
  for (int place = 0; place < kPlaceCount; ++place) {
    for (int request = 0; request < kRequestCount; ++request) {
      for (const bool fresh : {false, true}) {
        for (int column = 0; column < static_cast<int>(table.columns.size()); ++column)
          text += write_cell(table, {place, request, fresh, column});
      }
    }
  }
  text += kCycleEnd;
  for (const Property& property : properties()) {
    if (!property.formula.empty()) text += fmt::format("ltl {} {{ {} }}\n", property.name, property.formula);
  }
  return text;
}

}  // namespace freefloat
