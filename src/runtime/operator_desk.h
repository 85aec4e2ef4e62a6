#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>

#include "hal/arrangement.h"
#include "runlog/operator_command_record.h"
#include "runlog/spsc_ring.h"
#include "types/joint_vector.h"

namespace freefloat {

struct LoopRun;  // loop_operator.h

/// What a person may wish of the loop; STOP is none of them, it does not queue.
enum class WishKind : std::uint8_t {
  kTell,  ///< nothing: it was decided already, and is only told
  kArm,
  kDisarm,
  kAcknowledge,
  kRun,
  kPause,
  kResume,
  kSkip,
  kAbort,
  kJogJoints,
  kJogHand,
  kJogEnd,
  kRecord,  ///< a log of what goes on between runs
  kRecordEnd,
  kArrange,  ///< simulation only
};

/// A wish on its way to the loop, held without heap memory.
struct Wish {
  WishKind kind = WishKind::kTell;
  FixedText<24> what{};  ///< as the person's program calls it, for the log
  CommandOrigin origin{};
  bool accepted = false;                    ///< kTell
  FixedText<160> words{};                   ///< kTell
  JointVector joint_rates{};                ///< kJogJoints, rad/s
  Vector2 hand_velocity = Vector2::Zero();  ///< kJogHand, in W, m/s
  LoopRun* run = nullptr;                   ///< kRun, kRecord: until its `done`
  Arrangement arrangement{};                ///< kArrange
  std::uint64_t stops_before = 0;           ///< filled in by OperatorDesk: STOPs given before it
};

/// Where wishes of people are laid down for the control loop, which takes them between two cycles without
/// waiting, locking or memory.
class OperatorDesk {
 public:
  OperatorDesk() : wishes_(kMostWishes), stops_told_(kMostWishes) {}

  // From any thread.

  /// Wins over every wish that was laid down before, under way or not.
  void stop(const CommandOrigin& origin) noexcept;

  /// @return False: too many wishes wait, this one is not taken.
  bool ask(Wish wish) noexcept;

  /// Who commands has gone silent.
  void operator_lost() noexcept { losses_.fetch_add(1); }

  /// The loop ends after its present cycle, and another may begin.
  void end() noexcept { ending_.store(true); }
  void begin() noexcept { ending_.store(false); }

  // For the loop.

  std::uint64_t stops() const noexcept { return stops_.load(); }
  /// STOPs that a loop has carried out; the next loop goes on from there.
  std::uint64_t stops_taken() const noexcept { return stops_taken_.load(); }
  void take_stops(std::uint64_t stops) noexcept { stops_taken_.store(stops); }
  std::uint64_t losses() const noexcept { return losses_.load(); }
  bool is_ending() const noexcept { return ending_.load(); }

  /// @return The oldest wish; null: there is none. Stays until `pop`.
  const Wish* front() noexcept { return wishes_.front(); }
  void pop() noexcept { wishes_.pop(); }

  /// @return The oldest STOP that is still to be told; the same rules.
  const CommandOrigin* front_stop() noexcept { return stops_told_.front(); }
  void pop_stop() noexcept { stops_told_.pop(); }

 private:
  static constexpr std::size_t kMostWishes = 64;

  std::mutex askers_;  // the loop never takes it
  SpscRing<Wish> wishes_;
  SpscRing<CommandOrigin> stops_told_;  // what is beyond its room has stopped the robot, and is not told
  std::atomic<std::uint64_t> stops_{0};
  std::atomic<std::uint64_t> stops_taken_{0};
  std::atomic<std::uint64_t> losses_{0};
  std::atomic<bool> ending_{false};
};

}  // namespace freefloat
