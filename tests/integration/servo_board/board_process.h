#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "firmware/motor_bench.h"
#include "instrument/instrument_parser.h"
#include "wire/identity.h"

namespace freefloat {

/// A servo board that runs as a process of its own, by its two ports; and the two motors behind its
/// instrument port.
class BoardProcess {
 public:
  /// @param program `native` or `emulated`. @param key_file Empty for a wire.
  explicit BoardProcess(const std::string& program, const std::string& key_file = {});
  ~BoardProcess();
  BoardProcess(const BoardProcess&) = delete;
  BoardProcess& operator=(const BoardProcess&) = delete;

  /// Sends commands every 10 ms and answers drive frames until `done`, or for at most that long.
  /// @return Whether it was done.
  bool run(double most_s, const std::function<bool()>& done);

  void query(std::uint8_t nonce);

  // What the controller does.
  bool commanding = true;
  std::uint8_t flags = 0;
  std::int32_t rate_urad_s = 0;

  // What the plant does.
  bool answering = true;
  bool hang = false;  ///< asks the firmware to hang

  // What the board does.
  std::optional<ff_status> status;
  std::optional<ff_identity> identity;
  ff_drive_frame drive{};  ///< newest
  /// One entry a drive frame, with the first motor's rate after it.
  struct Tick {
    ff_drive_frame drive;
    double rate;
  };
  std::vector<Tick> trace;
  std::uint64_t drives = 0;
  std::uint64_t skipped_ticks = 0;
  ff_motor_bench motors[2];
  ff_parser parser;
  ff_instrument_parser instrument_parser;

 private:
  int open_port(const std::string& name);
  void receive_command_port();
  void receive_instrument_port();
  void answer();
  void send_command();

  std::string directory_;
  pid_t process_ = -1;
  int command_port_ = -1;
  int instrument_port_ = -1;
  std::uint32_t session_;
  std::uint32_t sequence_ = 0;
};

}  // namespace freefloat
