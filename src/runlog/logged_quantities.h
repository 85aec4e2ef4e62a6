#pragma once

#include <span>
#include <string>
#include <string_view>

#include "runlog/cycle_record.h"

namespace freefloat {

/// What is known of one cycle: its output while it runs, all of it once it is over.
struct CycleView {
  const CycleOutput& output;
  const LoopTiming* timing = nullptr;
  const Truth* truth = nullptr;

  explicit CycleView(const CycleOutput& of) : output(of) {}
  explicit CycleView(const CycleRecord& record)
      : output(record.output), timing(&record.timing), truth(record.truth ? &*record.truth : nullptr) {}
};

/// A quantity that an experiment's conditions may name.
struct LoggedQuantity {
  std::string_view name;  ///< with its unit
  std::string_view meaning;
  bool while_running;                 ///< known from the cycle's output alone
  double (*value)(const CycleView&);  ///< in the name's unit; NaN where it is not known
};

/// All of them.
std::span<const LoggedQuantity> logged_quantities();

/// @return Their names, joined by commas. @param while_running Only those that are known while a run goes on.
std::string list_quantities(bool while_running);

}  // namespace freefloat
