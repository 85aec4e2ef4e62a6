#include "hal/serial/emulated_port.h"

#include <array>

#include "boards/host/port_folder.h"
#include "hal/hal_error.h"

namespace freefloat {

std::string find_serial_port(const std::string& port, std::string_view name) {
  if (port != kEmulatedPort) return port;
  std::array<char, 512> folder;
  if (!ff_find_port_folder(folder.data(), folder.size()))
    throw HalError("XDG_RUNTIME_DIR is longer than a folder's name may be");
  if (const char* problem = ff_check_port_folder(folder.data())) {
    throw HalError(
        std::string(folder.data()) + " " + problem +
        ": the board there need not be yours; start it with tools/board_emulator --link FOLDER, and name "
        "FOLDER/command and FOLDER/instrument instead of `emulated`");
  }
  return std::string(folder.data()) + "/" + std::string(name);
}

}  // namespace freefloat
