#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace freefloat {

/// How a worker's piece of work ended.
struct WorkEnd {
  std::uint64_t item = 0;
  std::string answer;      ///< of the work
  int signal = 0;          ///< the worker died of it; 0: it did not
  bool timed_out = false;  ///< it took longer than is allowed, and was killed
};

/// Work for processes of their own, so that one that crashes or hangs costs one piece of work. A worker is a
/// fork of this process, which must have a single thread; it ends with this process, however that ends.
struct WorkerPool {
  int workers = 1;
  std::chrono::duration<double> time_limit{60.0};       ///< of one piece of work
  std::function<std::string(std::uint64_t item)> work;  ///< in the worker; must not throw
  std::function<std::optional<std::uint64_t>()> next;   ///< nothing: there is no more
  std::function<bool(const WorkEnd& end)> done;         ///< false: end the work, whatever is under way
  std::function<bool()> tick;                           ///< several times a second; false as in `done`

  /// Returns when all is done. @throws std::system_error when no process can be made.
  void run() const;
};

/// Has this process keep what it frees, as workers do: what one run has freed the next one needs again, and
/// giving it back to the system and getting it anew took a tenth of the time.
void keep_memory();

/// @return `signal 11 (Segmentation fault)`.
std::string signal_text(int signal);

}  // namespace freefloat
