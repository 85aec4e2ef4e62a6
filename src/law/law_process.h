#pragma once

#include <sys/types.h>

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

  /// @return Which law it is and, after a failure, what it did: `laws/mine.so has not answered for 3 cycles`.
  std::string describe() const;

  /// @return How long its answers took, in one sentence; empty before the first.
  std::string describe_cost() const;

  const std::string& file() const { return file_; }

 private:
  enum class Received : std::uint8_t { kNothing, kReply, kEnd };

  void await_ready();
  Received receive(std::chrono::milliseconds wait, LawReply& reply) const;
  void take_reply(const LawReply& reply);
  void give_up(LawState state, std::string why);
  std::string end_process();

  const std::string file_;
  const Patience patience_;
  pid_t process_ = -1;
  int socket_ = -1;
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
  std::vector<float> costs_;  // s, of each answer as far as there is room
};

}  // namespace freefloat
