#include "hal/aravis/genicam_camera.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <utility>
#include <vector>

#include "hal/aravis/emulated_camera.h"
#include "hal/aravis/genicam_clock.h"
#include "hal/aravis/genicam_settings.h"
#include "hal/aravis/gobject.h"
#include "hal/aravis/grey_pixels.h"
#include "hal/device_time.h"
#include "hal/hal_error.h"
#include "hal/picture_counter.h"

namespace freefloat {

namespace {

constexpr int kBuffers = 12;
constexpr Duration kLongestWait = std::chrono::milliseconds(100);
constexpr Duration kBetweenAttempts = std::chrono::milliseconds(500);
constexpr Duration kBetweenQuestions = std::chrono::seconds(1);
constexpr Duration kLockstepPatience = std::chrono::seconds(60);  // of this PC, however busy
constexpr int kMostDoubts = 3;
constexpr Duration kLongestWay = std::chrono::seconds(1);  // of a picture from the camera to this program

void note_loss(void* flag) {
  static_cast<std::atomic<bool>*>(flag)->store(true);
}

}  // namespace

struct GenicamCamera::State {
  const DeviceCameraConfig config;
  Clock& clock;
  const bool lockstep;
  std::unique_ptr<EmulatedCamera> emulation;
  GObjectOwner<ArvCamera> camera;  // null: unplugged
  GObjectOwner<ArvStream> stream;
  gulong loss_handler = 0;
  std::atomic<bool> lost{false};
  ArvBuffer* held = nullptr;  // the picture that was delivered last
  std::vector<std::uint8_t> grey;
  GenicamClock camera_clock;
  Time next_question{};
  Time next_attempt{};
  DeviceTime time;
  PictureCounter counter;
  Duration exposure{};
  std::uint64_t last_stamp = 0;
  std::uint64_t known_steps = 0;
  int doubts = 0;  // pictures in a row whose stamp cannot be

  mutable std::mutex mutex;  // of the next two
  CameraHealth health;
  StampRegularity regularity;

  State(const DeviceCameraConfig& c, Clock& run_clock, const CameraEmulation* emulated)
      : config(c), clock(run_clock), lockstep(emulated != nullptr && emulated->lockstep) {
    if (emulated != nullptr) {
      emulation = std::make_unique<EmulatedCamera>(emulated->config, c.exposure + c.readout, *emulated->world,
                                                   run_clock, lockstep);
    }
    health.rate = c.settings.trigger.empty() ? c.rate : 0.0;
    open();
  }

  ~State() { close(); }

  void open() {
    GErrorText error;
    camera.reset(emulation ? emulation->open() : arv_camera_new(config.path.c_str(), error.place()));
    if (!camera) {
      throw HalError("camera '" + config.path + "' does not answer: " + error.text() +
                     "; `freefloat doctor` lists the cameras that do");
    }
    lost = false;
    const GenicamState told = apply_settings(camera.get(), config);
    exposure = told.exposure;
    camera_clock = GenicamClock(camera.get());
    stream.reset(arv_camera_create_stream(camera.get(), nullptr, nullptr, error.place()));
    const std::size_t bytes = arv_camera_get_payload(camera.get(), error.place());
    if (!stream || error)
      throw HalError("camera '" + config.path + "' cannot send pictures: " + error.text());
    for (int i = 0; i < kBuffers; ++i) arv_stream_push_buffer(stream.get(), arv_buffer_new_allocate(bytes));
    loss_handler = g_signal_connect_swapped(arv_camera_get_device(camera.get()), "control-lost",
                                            G_CALLBACK(note_loss), &lost);
    arv_camera_start_acquisition(camera.get(), error.place());
    if (error) throw HalError("camera '" + config.path + "' does not start: " + error.text());
    if (emulation) emulation->begin();
    next_question = clock.now();
    const std::lock_guard lock(mutex);
    health.name = std::string(arv_camera_get_vendor_name(camera.get(), error.place())) + " " +
                  arv_camera_get_model_name(camera.get(), error.place()) + " " +
                  arv_camera_get_device_serial_number(camera.get(), error.place());
    health.settings = told.settings;
    health.connected = true;
  }

  void close() {
    if (!camera) return;
    give_back();
    if (loss_handler != 0)
      g_signal_handler_disconnect(arv_camera_get_device(camera.get()), std::exchange(loss_handler, 0));
    if (emulation) emulation->end();
    GErrorText ignored;
    if (!lost) arv_camera_stop_acquisition(camera.get(), ignored.place());
    stream.reset();
    camera.reset();
  }

  /// Lets go of a camera that is gone, or looks whether it is back.
  void watch_plug() {
    if (camera && lost) {
      close();
      counter.restart();
      time.restart();
      next_attempt = clock.now() + kBetweenAttempts;
      const std::lock_guard lock(mutex);
      regularity.restart();
      health.connected = false;
      ++health.unplugged;
    }
    if (camera || clock.now() < next_attempt) return;
    next_attempt = clock.now() + kBetweenAttempts;
    try {
      open();
    } catch (const HalError&) {
      close();  // tried again
    }
  }

  void ask_time() {
    if (!camera_clock.answers() || clock.now() < next_question) return;
    next_question = clock.now() + kBetweenQuestions;
    const auto prepare = [this] { emulation ? emulation->tell_time() : void(); };
    const auto reading = camera_clock.ask(camera.get(), clock, prepare);
    if (reading) time.learn(reading->shown, reading->middle());
  }

  void give_back() {
    if (held != nullptr) arv_stream_push_buffer(stream.get(), std::exchange(held, nullptr));
  }

  /// Takes the number of a picture that is not delivered; Aravis leaves it open in one that does not fit at
  /// all.
  void count(ArvBuffer* buffer) {
    if (arv_buffer_get_status(buffer) != ARV_BUFFER_STATUS_SIZE_MISMATCH)
      counter.count(arv_buffer_get_frame_id(buffer));
  }

  /// @return The newest picture, maybe a damaged one; null when none came.
  ArvBuffer* take_newest() {
    const auto patience =
        std::chrono::duration_cast<std::chrono::microseconds>(lockstep ? kLockstepPatience : kLongestWait);
    ArvBuffer* newest =
        arv_stream_timeout_pop_buffer(stream.get(), static_cast<std::uint64_t>(patience.count()));
    while (ArvBuffer* later = newest == nullptr ? nullptr : arv_stream_try_pop_buffer(stream.get())) {
      count(newest);
      arv_stream_push_buffer(stream.get(), std::exchange(newest, later));
      const std::lock_guard lock(mutex);
      ++health.overtaken;
    }
    return newest;
  }

  /// @return Why the picture is of no use; empty: it is.
  std::string refuse(ArvBuffer* buffer) const {
    const PixelFormatCode format = arv_buffer_get_image_pixel_format(buffer);
    const int width = arv_buffer_get_image_width(buffer);
    const int height = arv_buffer_get_image_height(buffer);
    if (!is_grey(format)) return "colour or an unknown format (" + name_format(format) + "), grey is needed";
    if (width == config.width && height == config.height) return {};
    return fmt::format("{}x{}, the camera file says {}x{}", width, height, config.width, config.height);
  }

  Time arrival(ArvBuffer* buffer) const {
    if (emulation) return clock.now();  // its buffers are stamped before there is a picture
    const Duration age(g_get_real_time() * 1000 -
                       static_cast<std::int64_t>(arv_buffer_get_system_timestamp(buffer)));
    return clock.now() - std::clamp(age, Duration::zero(), kLongestWay);  // somebody may set this PC's clock
  }

  /// @return Middle of the exposures of all rows.
  Time capture_time(std::uint64_t stamp, Time arrived) {
    const Duration half = (exposure + config.readout) / 2;
    const Time by_arrival = arrived - config.transfer - half;
    const bool stamped = stamp != 0 && stamp != last_stamp;
    last_stamp = stamp;
    if (!stamped) return by_arrival;
    const bool at_start = config.settings.stamped_at == StampMoment::kExposureStart;
    const auto shown = static_cast<std::int64_t>(stamp);
    const Duration to_middle = at_start ? half : -half;
    if (!camera_clock.answers() || !time.is_known()) time.learn(shown, by_arrival - to_middle);
    const Time middle = time.to_ours(shown) + to_middle;
    if (std::chrono::abs(arrived - middle) > kLongestWay) {
      doubt_clock();
      return by_arrival;
    }
    doubts = 0;
    return std::min(middle, arrived - half);
  }

  /// A stamp cannot be: the clock was set, which asking anew shows; or the camera stamps with another clock
  /// than it tells, and then only its pictures can tell that one.
  void doubt_clock() {
    if (!camera_clock.answers()) return;  // the pictures that follow show it
    if (++doubts > kMostDoubts) camera_clock = GenicamClock();
    time.restart();
    next_question = clock.now();
    const std::lock_guard lock(mutex);
    regularity.restart();
    ++health.clock_steps;
  }

  void deliver(ArvBuffer* buffer, CameraPicture& picture) {
    const Time arrived = arrival(buffer);
    const std::uint64_t stamp = arv_buffer_get_timestamp(buffer);
    const PixelFormatCode format = arv_buffer_get_image_pixel_format(buffer);
    std::size_t size = 0;
    const auto* pixels = static_cast<const std::uint8_t*>(arv_buffer_get_data(buffer, &size));
    held = buffer;
    if (format != kMono8) {
      grey.resize(static_cast<std::size_t>(config.width) * static_cast<std::size_t>(config.height));
      take_high_bits(format, pixels, config.width, config.height, grey.data());
      pixels = grey.data();
    }
    picture.image = {pixels, config.width, config.height, config.width};
    picture.capture_time = capture_time(stamp, arrived);
    picture.sequence = counter.count(arv_buffer_get_frame_id(buffer));
    picture.exposure = exposure;
    const std::lock_guard lock(mutex);
    ++health.delivered;
    health.missing = counter.missing();
    health.stamps = stamp == 0               ? StampSource::kArrival
                    : camera_clock.answers() ? StampSource::kCameraClock
                                             : StampSource::kCameraPictures;
    health.clock_drift = time.drift();
    if (time.steps() != known_steps) regularity.restart();
    health.clock_steps += time.steps() - std::exchange(known_steps, time.steps());
    // By the camera's own count: what is wrong with its stamps is asked, not what was made of them.
    const Time counted = stamp == 0 ? arrived : Time(Duration(static_cast<std::int64_t>(stamp)));
    regularity.add(picture.sequence, counted, arrived);
  }
};

GenicamCamera::GenicamCamera(const DeviceCameraConfig& config, Clock& clock)
    : state_(std::make_unique<State>(config, clock, nullptr)) {}

GenicamCamera::GenicamCamera(const DeviceCameraConfig& config, Clock& clock, const CameraEmulation& emulation)
    : state_(std::make_unique<State>(config, clock, &emulation)) {}

GenicamCamera::~GenicamCamera() = default;

ReadStatus GenicamCamera::read(CameraPicture& picture) {
  State& s = *state_;
  s.give_back();
  const ReadStatus exposed = s.lockstep ? s.emulation->expose() : ReadStatus::kFrame;
  s.watch_plug();
  if (exposed != ReadStatus::kFrame) return exposed;
  if (!s.camera) {
    if (!s.lockstep) s.clock.sleep_until(s.clock.now() + kLongestWait);
    return ReadStatus::kNone;
  }
  s.ask_time();
  ArvBuffer* buffer = s.take_newest();
  if (buffer == nullptr) return ReadStatus::kNone;
  const bool whole = arv_buffer_get_status(buffer) == ARV_BUFFER_STATUS_SUCCESS;
  const std::string refusal = whole ? s.refuse(buffer) : std::string();
  if (whole && refusal.empty()) {
    s.deliver(buffer, picture);
    return ReadStatus::kFrame;
  }
  s.count(buffer);
  arv_stream_push_buffer(s.stream.get(), buffer);
  const std::lock_guard lock(s.mutex);
  ++(whole ? s.health.refused : s.health.damaged);
  if (whole) s.health.refusal = refusal;
  return ReadStatus::kNone;
}

CameraHealth GenicamCamera::health() const {
  const std::lock_guard lock(state_->mutex);
  CameraHealth health = state_->health;
  health.regularity = state_->regularity.judge();
  return health;
}

}  // namespace freefloat
