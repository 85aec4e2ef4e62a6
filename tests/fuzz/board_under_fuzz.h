#pragma once

#include <array>
#include <vector>

#include "fuzz_input.h"
#include "servo/dispatch.h"

namespace freefloat {

/// A board, its joints, three controllers (the third has a wrong key) and everything that must always hold.
class BoardUnderFuzz {
 public:
  /// Draws the kind of board: with or without key, plausible or any parameters that the board takes.
  explicit BoardUnderFuzz(FuzzInput& input);

  /// Bytes straight from the input.
  void receive_noise(FuzzInput& input);

  /// A frame that the controller made; sometimes one bit of it is damaged.
  void receive_command(FuzzInput& input, unsigned controller);
  void receive_query(unsigned controller);

  /// A frame that was delivered before.
  void replay(FuzzInput& input);

  /// From now on the sensors show the joints' motion, or fixed counts.
  void set_sensors(FuzzInput& input);

  /// Lets time pass without ticks.
  void sleep(FuzzInput& input);

  void tick(unsigned count);

  /// Without commands every board is off after a while.
  void check_that_it_ends();

 private:
  using Bytes = std::vector<std::uint8_t>;

  struct Controller {
    std::uint32_t session = 0;
    std::uint32_t sequence = 0;
    ff_hmac_key master{};
    ff_hmac_key key{};
    std::uint8_t nonce = 0;
  };

  struct Delivered {
    Bytes frame;
    bool genuine = false;  ///< of a controller with the right key
    bool obeyed = false;
  };

  bool deliver(const Bytes& frame);
  void deliver_checked(Delivered& delivered);
  void tick_once();
  void move_joints();
  void check_outputs(bool was_energised);
  void check_frames();
  void take_identity(const std::uint8_t* frame);

  ff_dispatch board_{};
  ff_servo_outputs outputs_{};
  ff_servo_inputs inputs_{};
  std::uint64_t now_us_ = 0;
  bool keyed_ = false;
  bool plausible_ = false;
  bool sensors_follow_ = true;
  std::array<double, FF_MAX_JOINTS> angles_{};  // rad
  std::array<double, FF_MAX_JOINTS> rates_{};
  std::array<Controller, 3> controllers_{};
  std::vector<Delivered> delivered_;
  unsigned accepted_since_tick_ = 0;
  unsigned idle_ticks_ = 0;  // energised, but neither enabled nor running
  unsigned ticks_since_identity_ = 1000;
  std::array<unsigned, FF_MAX_JOINTS> broken_ticks_{};
};

}  // namespace freefloat
