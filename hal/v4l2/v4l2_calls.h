#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace freefloat {

/// The system calls that a V4L2 device needs; a test's own driver may answer them.
class V4l2Calls {
 public:
  virtual ~V4l2Calls() = default;

  // As the system's own: negative and `errno` when they fail.
  virtual int open(const std::string& path);
  virtual void close(int device);
  virtual int control(int device, unsigned long request, void* argument);

  /// @return Null when it fails.
  virtual void* map(int device, std::size_t bytes, std::int64_t offset);
  virtual void unmap(void* memory, std::size_t bytes);

  /// Waits for a picture. @return Positive when there is one, or the device has gone.
  virtual int wait(int device, int milliseconds);

  /// @return CLOCK_MONOTONIC, on which drivers stamp, ns.
  virtual std::int64_t driver_time();
};

}  // namespace freefloat
