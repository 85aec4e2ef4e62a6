#pragma once

#include <string>

namespace freefloat {

/// How far something long is, on standard error: on a terminal in one line that is written again and again,
/// in a file or pipe in one every ten seconds.
class StatusLine {
 public:
  StatusLine();

  bool on_terminal() const { return terminal_; }

  /// @param seconds Since the work began. @param anyway There is news that must not wait.
  /// @return Whether the next line is to be shown now.
  bool is_due(double seconds, bool anyway = false);

  void show(const std::string& line) const;

  /// Clears it, for what is printed next.
  void end() const;

 private:
  bool terminal_;
  double next_ = 0.0;
};

}  // namespace freefloat
