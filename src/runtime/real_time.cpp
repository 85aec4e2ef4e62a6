#include "runtime/real_time.h"

#include <fcntl.h>
#include <grp.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <array>
#include <cstdint>

namespace freefloat {

namespace {

constexpr int kPriority = 80;

bool hold_low_latency() {
  // The request holds as long as the file is open, so it is never closed.
  static const int file = open("/dev/cpu_dma_latency", O_WRONLY | O_CLOEXEC);
  const std::int32_t microseconds = 0;
  return file >= 0 && write(file, &microseconds, sizeof microseconds) == sizeof microseconds;
}

/// @return Whether there is the group that the Debian package gives all these rights to.
bool has_package_group() {
  std::array<char, 4096> texts;
  group entry{};
  group* found = nullptr;
  return getgrnam_r("freefloat", &entry, texts.data(), texts.size(), &found) == 0 && found != nullptr;
}

}  // namespace

RealTimeStatus enter_real_time() {
  RealTimeStatus status;
  const sched_param parameters{.sched_priority = kPriority};
  status.fifo = sched_setscheduler(0, SCHED_FIFO, &parameters) == 0;
  if (!status.fifo) {
    prctl(PR_SET_TIMERSLACK, 1000UL);  // 1 us instead of 50: the next best thing
    status.remedy += "scheduling: add '@realtime - rtprio 99' to /etc/security/limits.d/ for your group. ";
  }
  status.memory_locked = mlockall(MCL_CURRENT | MCL_FUTURE) == 0;
  if (!status.memory_locked) status.remedy += "memory: add '@realtime - memlock unlimited' there. ";
  status.low_latency = hold_low_latency();
  if (!status.low_latency)
    status.remedy += "sleep states: give your group write access to /dev/cpu_dma_latency. ";
  if (!status.remedy.empty() && has_package_group())
    status.remedy = "join the group that may: `sudo adduser $USER freefloat`, then log in again. ";
  return status;
}

}  // namespace freefloat
