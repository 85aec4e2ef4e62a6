#pragma once

#include <functional>
#include <mutex>
#include <nlohmann/json.hpp>

#include "console/desk.h"
#include "operate/worker.h"

namespace freefloat {

/// How far a lab's own files have come, `freefloat bring-up` for the page: looked at anew each time that
/// somebody asks, in a worker's thread, since logs are read for it. Any thread.
class LabList {
 public:
  /// @param look What the list says now, as JSON; throws where the folder cannot be read. Empty: this program
  /// has no such list. @param librarian Does it; must outlive this.
  LabList(std::function<nlohmann::json()> look, Worker& librarian)
      : look_(std::move(look)), librarian_(librarian) {}

  /// @return The newest list, which is as old as the question before; refused when there is none yet.
  console::Answer ask();

 private:
  void look();

  const std::function<nlohmann::json()> look_;
  Worker& librarian_;
  std::mutex mutex_;
  nlohmann::json newest_;  ///< null: nobody has asked yet
  bool looking_ = false;
};

}  // namespace freefloat
