#include "runlog/recorder_status.h"

#include <cstring>

namespace freefloat {

std::string arming_objection(const RecorderStatus& status) {
  if (status.failing) {
    return std::string("the log cannot be written (") + std::strerror(status.write_error) +
           "); make room on its disk, or use another with --log-dir";
  }
  constexpr std::uint64_t kMega = 1'000'000;
  if (status.free_bytes < kFreeBytesToArm) {
    return "only " + std::to_string(status.free_bytes / kMega) + " MB are free for the log, " +
           std::to_string(kFreeBytesToArm / kMega) +
           " MB are wanted before arming; make room, or use --log-dir";
  }
  return {};
}

}  // namespace freefloat
