#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <thread>

#include "hal/camera.h"
#include "hal/camera_settings.h"
#include "hal/clock.h"

struct _ArvBuffer;
struct _ArvCamera;
struct _ArvDevice;
struct _ArvFakeCamera;

namespace freefloat {

/// Aravis's own fake camera, in this process, before a simulated robot: what the robot's simulated camera
/// sees goes through Aravis's settings, acquisition and buffers as the pictures of a real camera do, with the
/// stamps of a clock of its own and, on request, with the defects of real cameras.
class EmulatedCamera {
 public:
  /// @param exposure Of the simulated camera, read-out included: it tells when the shutter opens.
  /// @param world The simulated camera. @param clock The run's. Both must outlive this object.
  /// @param lockstep The world's pictures are asked for by `expose`; otherwise a thread waits for them.
  EmulatedCamera(const EmulatedCameraConfig& config, Duration exposure, Camera& world, Clock& clock,
                 bool lockstep);
  ~EmulatedCamera();
  EmulatedCamera(const EmulatedCamera&) = delete;
  EmulatedCamera& operator=(const EmulatedCamera&) = delete;

  /// @return The camera, as `arv_camera_new` gives it, with a reference for the caller; null while it is
  /// unplugged.
  _ArvCamera* open();

  /// The acquisition has begun: from now on the world says when there is a picture.
  void begin();

  /// Lets go of the acquisition's thread; call before it is stopped.
  void end();

  /// In lockstep: takes the world's next picture. @return kFrame when it goes through the acquisition.
  ReadStatus expose();

  /// Its clock is asked for: the answer is what it shows now.
  void tell_time();

 private:
  struct Shot {
    ImageView image;
    std::int64_t stamp = 0;  // of the camera's clock, ns
    std::uint64_t id = 0;
  };

  static void fill(_ArvBuffer* buffer, void* self, std::uint32_t exposure_us, std::uint32_t gain,
                   std::uint32_t format);
  void develop(_ArvBuffer* buffer, std::uint32_t format);
  bool has(CameraDefect defect) const { return is_suffered(config_.defects, defect, clock_.now()); }
  std::int64_t camera_time(Time time) const;
  bool offer(const CameraPicture& picture);
  void suffer_defects();
  void serve();

  const EmulatedCameraConfig config_;
  const Duration exposure_;
  Camera& world_;
  Clock& clock_;
  std::mutex mutex_;  // of all below but the thread
  std::condition_variable changed_;
  _ArvDevice* device_ = nullptr;  // null: closed
  _ArvFakeCamera* fake_ = nullptr;
  int width_ = 0;
  std::uint32_t format_ = 0;
  bool streaming_ = false;  // between `begin` and `end`
  bool ending_ = false;
  std::optional<Shot> shot_;
  bool closing_ = false;
  std::thread thread_;
};

}  // namespace freefloat
