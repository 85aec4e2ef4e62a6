#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bring_up/lab_folder.h"
#include "bring_up/step.h"

namespace freefloat {

/// What is asked beside the folder.
struct BringUpQuestion {
  LabFolder folder;
  std::string offered_testbed;  ///< that `--from` would take when there are no files yet
  std::vector<std::string>
      board;  ///< options of the board in the pictures: `--board`, `9x6`, ...; empty: not known
  std::vector<std::string> skip{};  ///< ids of steps that are to be left out
};

/// The way from nothing to the first capture, as far as it has been gone. Each state is read from the files,
/// from the notes that the commands left in them, and from the runs that were made; nothing is remembered.
struct BringUp {
  std::vector<Step> steps;  ///< in order

  /// @return What is to be done now; null: nothing is left.
  const Step* next() const;
};

/// @throws std::runtime_error when the folder is a file or cannot be read, or a step to be skipped is none.
BringUp examine_lab(const BringUpQuestion& question);

/// @return Folder, `done`, the steps and the id of the next one, for programs.
nlohmann::ordered_json bring_up_json(const BringUp& list, const LabFolder& folder);

}  // namespace freefloat
