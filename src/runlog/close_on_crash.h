#pragma once

#include "runlog/recorder.h"

namespace freefloat {

/// While it lives, a fatal signal (SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, so also an exception that nobody
/// catches) waits until the recorder's thread has written what was pushed and closed the file, then ends the
/// process as it would have. When that thread itself crashed, or does not come to an end in 2 s, the file
/// stays as it is: whole up to its last chunk, for `freefloat log recover`.
class CloseOnCrash {
 public:
  /// One at a time in a process. @param recorder Must outlive this object.
  explicit CloseOnCrash(Recorder& recorder);
  ~CloseOnCrash();
  CloseOnCrash(const CloseOnCrash&) = delete;
  CloseOnCrash& operator=(const CloseOnCrash&) = delete;
};

}  // namespace freefloat
