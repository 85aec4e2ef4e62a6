#pragma once

#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "law/law_message.h"
#include "types/law_answer.h"

namespace freefloat {

/// A law that cannot be used: what is wrong, and what to do.
class LawError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// @return What is wrong with a law's file, as far as that can be told without running it; empty: nothing.
std::string check_law_file(const std::string& file);

/// A guidance law of the user's own at work: a shared library (`freefloat_law.h`) or a Python file that
/// defines `law(question)`. It has a process of its own, so that neither a crash nor a law that never returns
/// holds up the loop, and is asked at the end of a cycle for the next one.
class LawProcess {
 public:
  /// How long is waited for an answer.
  struct Patience {
    bool lockstep = false;  ///< time stands still for it: no answer is late
    int late_cycles = 2;    ///< in a row for which its answer before stands; not in lockstep
    std::chrono::milliseconds silence{2'000};  ///< in lockstep: then it is given up
    std::chrono::milliseconds start{10'000};   ///< until it is ready
  };

  /// Starts it, and waits until it is ready.
  /// @param file Ends in .so or .py. @throws LawError
  LawProcess(const std::string& file, const Patience& patience);
  ~LawProcess();
  LawProcess(const LawProcess&) = delete;
  LawProcess& operator=(const LawProcess&) = delete;

  /// End of a cycle. @param question For the next one; none: nothing is asked. `begins` is filled in.
  /// @param task_number Of the capture.
  void ask(const std::optional<ff_law_question>& question, std::uint32_t task_number);

  /// Begin of the cycle after. Waits in lockstep only; takes no memory but where the law has failed.
  LawAnswer take();

  /// Starts the law's process anew after it was lost, and waits until it is ready. The loop goes on
  /// meanwhile; the next capture asks the new one. One thread at a time, which may be another than the
  /// loop's.
  /// @throws LawError where it does not start: it is still lost.
  void restart();

  /// @return Whether no answer will come any more: its process has ended, or has not answered for too long.
  /// Any thread. Where `restart` is called from, `describe` may be then, too.
  bool is_lost() const { return lost_.load(std::memory_order_acquire); }

  /// @return Which law it is and, after a failure, what it did: `laws/mine.so has not answered for 3 cycles`.
  std::string describe() const;

  /// @return How long its answers took and, of a library, in how many of them it allocated memory, in one
  /// sentence; empty before the first.
  std::string describe_cost() const;

  const std::string& file() const { return file_; }

 private:
  enum class Received : std::uint8_t { kNothing, kReply, kEnd };

  /// The law's own process, and the way to it.
  struct Host {
    pid_t process = -1;
    int socket = -1;
  };

  Host start_host() const;
  void await_ready(Host& host) const;
  static Received receive(int socket, std::chrono::milliseconds wait, LawReply& reply);
  static std::string end_process(Host& host);
  static void close_host(Host& host);
  void adopt_restarted();
  void take_reply(const LawReply& reply);
  void give_up(LawState state, std::string why);

  const std::string file_;
  const Patience patience_;
  Host host_;
  Host restarted_;  // for the loop to take; whose it is says the next
  std::atomic<bool> was_restarted_ = false;
  std::atomic<bool> lost_ = false;
  std::uint64_t asked_ = 0;               // number of the newest question
  bool waiting_ = false;                  // for its answer
  bool fresh_ = false;                    // the cycle before has asked, or would have
  std::optional<std::uint32_t> capture_;  // task number of the newest question
  int joint_count_ = 0;
  JointVector rates_;  // of the newest answer
  int late_ = 0;       // cycles in a row
  std::uint64_t late_cycles_ = 0;
  LawState failed_ = LawState::kWaiting;  // not waiting: it is asked no more
  std::string why_;
  std::uint64_t counted_ = 0;     // answers whose allocations are known
  std::uint64_t allocating_ = 0;  // of these, that took memory
  std::vector<float> costs_;      // s, of each answer as far as there is room
};

}  // namespace freefloat
