#pragma once

#include <string>

namespace freefloat {

/// What the operating system granted.
struct RealTimeStatus {
  bool fifo = false;           ///< SCHED_FIFO
  bool memory_locked = false;  ///< mlockall
  bool low_latency = false;    ///< /dev/cpu_dma_latency held at zero
  std::string remedy;          ///< what to do for the rest; empty when everything was granted
};

/// Asks for real-time scheduling of the calling thread, locked memory and shallow processor sleep states.
/// Whatever is refused is named, with its remedy; the program runs on without it.
RealTimeStatus enter_real_time();

}  // namespace freefloat
