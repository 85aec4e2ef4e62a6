#include "hal/v4l2/v4l2_calls.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>

namespace freefloat {

int V4l2Calls::open(const std::string& path) {
  return ::open(path.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
}

void V4l2Calls::close(int device) {
  ::close(device);
}

int V4l2Calls::control(int device, unsigned long request, void* argument) {
  int result = 0;
  do {
    result = ::ioctl(device, request, argument);
  } while (result < 0 && errno == EINTR);
  return result;
}

void* V4l2Calls::map(int device, std::size_t bytes, std::int64_t offset) {
  void* memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, device, offset);
  return memory == MAP_FAILED ? nullptr : memory;
}

void V4l2Calls::unmap(void* memory, std::size_t bytes) {
  ::munmap(memory, bytes);
}

int V4l2Calls::wait(int device, int milliseconds) {
  pollfd waiting{.fd = device, .events = POLLIN, .revents = 0};
  return ::poll(&waiting, 1, milliseconds);
}

std::int64_t V4l2Calls::driver_time() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

}  // namespace freefloat
