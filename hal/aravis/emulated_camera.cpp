#include "hal/aravis/emulated_camera.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>

#include "hal/aravis/gobject.h"

namespace freefloat {

namespace {

constexpr std::uint32_t kTimeRegister = 0x408;  // one that the fake camera leaves free
constexpr std::uint32_t kBeatUs = 200;          // the fake camera's own beat, which is not to be seen
constexpr Duration kWorldPatience = std::chrono::milliseconds(20);
constexpr int kLossBeat = 3;

// Aravis's fake camera cannot be asked for the time of its clock; most real ones can.
constexpr const char* kClockFeatures = R"(
<Command Name="TimestampLatch" NameSpace="Standard"><pValue>TimestampLatchRegister</pValue><CommandValue>1</CommandValue></Command>
<IntReg Name="TimestampLatchRegister" NameSpace="Custom"><Address>0x400</Address><Length>4</Length><AccessMode>RW</AccessMode><pPort>Device</pPort><Sign>Unsigned</Sign><Endianess>BigEndian</Endianess></IntReg>
<Integer Name="TimestampLatchValue" NameSpace="Standard"><pValue>TimestampLatchValueRegister</pValue></Integer>
<IntReg Name="TimestampLatchValueRegister" NameSpace="Custom"><Address>0x408</Address><Length>8</Length><AccessMode>RO</AccessMode><pPort>Device</pPort><Sign>Signed</Sign><Endianess>BigEndian</Endianess></IntReg>
)";

/// Aravis takes another description of its fake camera by a file's name only: here one in memory.
class DescriptionFile {
 public:
  explicit DescriptionFile(const std::string& text) : file_(memfd_create("genicam", MFD_CLOEXEC)) {
    const bool written = write(file_, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    const std::string name = "/proc/self/fd/" + std::to_string(file_);
    if (written) arv_set_fake_camera_genicam_filename(name.c_str());
  }
  ~DescriptionFile() {
    arv_set_fake_camera_genicam_filename(nullptr);
    close(file_);
  }
  DescriptionFile(const DescriptionFile&) = delete;
  DescriptionFile& operator=(const DescriptionFile&) = delete;

 private:
  int file_;
};

GObjectOwner<ArvDevice> make_device(bool tells_time) {
  static std::mutex one_at_a_time;  // the name is Aravis's global variable
  const std::lock_guard lock(one_at_a_time);
  GErrorText error;
  GObjectOwner<ArvDevice> plain(arv_fake_device_new("emulated", error.place()));
  if (!plain || !tells_time) return plain;
  std::size_t size = 0;
  const char* xml = arv_device_get_genicam_xml(plain.get(), &size);
  std::string description(xml, size);
  description.insert(description.rfind("</RegisterDescription>"), kClockFeatures);
  const DescriptionFile file(description);
  return GObjectOwner<ArvDevice>(arv_fake_device_new("emulated", error.place()));
}

}  // namespace

EmulatedCamera::EmulatedCamera(const EmulatedCameraConfig& config, Duration exposure, Camera& world,
                               Clock& clock, bool lockstep)
    : config_(config), exposure_(exposure), world_(world), clock_(clock) {
  if (!lockstep) thread_ = std::thread([this] { serve(); });
}

EmulatedCamera::~EmulatedCamera() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

_ArvCamera* EmulatedCamera::open() {
  if (has(CameraDefect::kUnplugged)) return nullptr;
  const GObjectOwner<ArvDevice> device = make_device(config_.tells_time);
  if (!device) return nullptr;
  GErrorText error;
  ArvCamera* camera = arv_camera_new_with_device(device.get(), error.place());
  if (camera == nullptr) return nullptr;
  const std::lock_guard lock(mutex_);
  ending_ = false;
  device_ = device.get();  // lives as long as the camera
  fake_ = arv_fake_device_get_fake_camera(ARV_FAKE_DEVICE(device_));
  arv_fake_camera_set_fill_pattern(fake_, &EmulatedCamera::fill, this);
  return camera;
}

void EmulatedCamera::begin() {
  const std::lock_guard lock(mutex_);
  std::uint32_t width = 0;
  arv_fake_camera_read_register(fake_, ARV_FAKE_CAMERA_REGISTER_WIDTH, &width);
  arv_fake_camera_read_register(fake_, ARV_FAKE_CAMERA_REGISTER_PIXEL_FORMAT, &format_);
  arv_fake_camera_write_register(fake_, ARV_FAKE_CAMERA_REGISTER_ACQUISITION_FRAME_PERIOD_US, kBeatUs);
  width_ = static_cast<int>(width);
  streaming_ = true;
}

void EmulatedCamera::end() {
  {
    const std::lock_guard lock(mutex_);
    streaming_ = false;
    ending_ = true;
    device_ = nullptr;
    fake_ = nullptr;
    shot_.reset();
  }
  changed_.notify_all();
}

std::int64_t EmulatedCamera::camera_time(Time time) const {
  Time zero = Time{};
  Duration shown = config_.clock_offset;
  for (const ScheduledDefect& scheduled : config_.defects) {
    if (scheduled.defect != CameraDefect::kClockRestart || time < scheduled.begin) continue;
    zero = scheduled.begin;
    shown = Duration::zero();
  }
  const auto since = static_cast<double>((time - zero).count());
  // A stamp of zero is none.
  return 1 + (shown + (time - zero)).count() + std::llround(config_.clock_drift * since);
}

void EmulatedCamera::suffer_defects() {
  if (device_ == nullptr || !streaming_) return;
  if (has(CameraDefect::kUnplugged)) g_signal_emit_by_name(device_, "control-lost");
  const int width = has(CameraDefect::kOtherSize) ? width_ / 2 : width_;
  const std::uint32_t format = has(CameraDefect::kColour) ? ARV_PIXEL_FORMAT_BAYER_RG_8 : format_;
  arv_fake_camera_write_register(fake_, ARV_FAKE_CAMERA_REGISTER_WIDTH, static_cast<std::uint32_t>(width));
  arv_fake_camera_write_register(fake_, ARV_FAKE_CAMERA_REGISTER_PIXEL_FORMAT, format);
}

bool EmulatedCamera::offer(const CameraPicture& picture) {
  const std::lock_guard lock(mutex_);
  suffer_defects();
  const bool lost = has(CameraDefect::kPicturesLost) && picture.sequence % kLossBeat == 0;
  if (!streaming_ || lost || has(CameraDefect::kUnplugged)) return false;
  const bool at_arrival = config_.stamps == EmulatedStamps::kArrival;
  const Time stamped = at_arrival ? clock_.now() : picture.capture_time - exposure_ / 2;
  shot_ = Shot{.image = picture.image,
               .stamp = config_.stamps == EmulatedStamps::kNone ? 0 : camera_time(stamped),
               .id = picture.sequence + 1};
  changed_.notify_all();
  return true;
}

ReadStatus EmulatedCamera::expose() {
  CameraPicture picture;
  const ReadStatus status = world_.read(picture);
  if (status != ReadStatus::kFrame) return status;
  return offer(picture) ? ReadStatus::kFrame : ReadStatus::kNone;
}

void EmulatedCamera::serve() {
  CameraPicture picture;
  for (;;) {
    const ReadStatus status = world_.read(picture);
    const bool offered = status == ReadStatus::kFrame && offer(picture);
    std::unique_lock lock(mutex_);
    // The world's pixels must stay until they are copied. Where no buffer waits for them they are lost, as
    // the pictures of a real camera are.
    if (offered) changed_.wait_for(lock, kWorldPatience, [this] { return closing_ || !shot_; });
    shot_.reset();
    if (closing_ || status == ReadStatus::kEnded || status == ReadStatus::kFailed) return;
  }
}

void EmulatedCamera::tell_time() {
  const std::lock_guard lock(mutex_);
  if (fake_ == nullptr || !config_.tells_time) return;
  const std::int64_t shown = GINT64_TO_BE(camera_time(clock_.now()));
  arv_fake_camera_write_memory(fake_, kTimeRegister, sizeof shown, &shown);
}

void EmulatedCamera::fill(_ArvBuffer* buffer, void* self, std::uint32_t, std::uint32_t,
                          std::uint32_t format) {
  static_cast<EmulatedCamera*>(self)->develop(buffer, format);
}

void EmulatedCamera::develop(_ArvBuffer* buffer, std::uint32_t format) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return closing_ || ending_ || shot_; });
  if (!shot_) return;
  std::size_t size = 0;
  auto* to = static_cast<std::uint8_t*>(const_cast<void*>(arv_buffer_get_data(buffer, &size)));
  const int width = arv_buffer_get_image_width(buffer);
  const ImageView& image = shot_->image;
  const int columns = std::min(width, image.width);
  const int rows = std::min(arv_buffer_get_image_height(buffer), image.height);
  const bool wide = format == ARV_PIXEL_FORMAT_MONO_16;
  for (int v = 0; v < rows; ++v) {
    const std::uint8_t* from = image.pixels + v * image.stride;
    if (!wide)
      std::memcpy(to + static_cast<std::ptrdiff_t>(v) * width, from, static_cast<std::size_t>(columns));
    for (int u = 0; wide && u < columns; ++u) {
      std::uint8_t* pixel = to + 2 * (static_cast<std::ptrdiff_t>(v) * width + u);
      pixel[0] = pixel[1] = from[u];
    }
  }
  arv_buffer_set_timestamp(buffer, static_cast<std::uint64_t>(shot_->stamp));
  arv_buffer_set_frame_id(buffer, shot_->id);
  shot_.reset();
  lock.unlock();
  changed_.notify_all();
}

}  // namespace freefloat
