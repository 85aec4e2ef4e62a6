#include "app/output/status_line.h"

#include <unistd.h>

#include <iostream>

namespace freefloat {

StatusLine::StatusLine() : terminal_(isatty(STDERR_FILENO) != 0) {}

bool StatusLine::is_due(double seconds, bool anyway) {
  if (seconds < next_ && !anyway) return false;
  next_ = seconds + (terminal_ ? 0.2 : 10.0);
  return true;
}

void StatusLine::show(const std::string& line) const {
  std::cerr << (terminal_ ? "\r" + line + "\x1b[K" : line + '\n') << std::flush;
}

void StatusLine::end() const {
  if (terminal_) std::cerr << "\r\x1b[K" << std::flush;
}

}  // namespace freefloat
