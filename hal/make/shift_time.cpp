#include "hal/make/shift_time.h"

#include <utility>

namespace freefloat {

namespace {

class LaterTestbed final : public Clock, public Camera, public MarkerSensor, public JointLink {
 public:
  LaterTestbed(Hal inner, Duration later) : inner_(std::move(inner)), later_(later) {}

  Time now() override { return inner_.clock->now() + later_; }
  void sleep_until(Time deadline) override { inner_.clock->sleep_until(deadline - later_); }

  ReadStatus read(CameraPicture& picture) override {
    const ReadStatus status = inner_.camera->read(picture);
    if (status == ReadStatus::kFrame) picture.capture_time += later_;
    return status;
  }

  ReadStatus read(MarkerFrame& frame) override {
    frame.prediction.at -= later_;
    const ReadStatus status = inner_.marker_sensor->read(frame);
    frame.prediction.at += later_;
    if (status == ReadStatus::kFrame) frame.capture_time += later_;
    return status;
  }

  void send(const JointCommand& command, Time now) override { inner_.link->send(command, now - later_); }

  std::optional<JointFeedback> poll(Time now) override {
    auto feedback = inner_.link->poll(now - later_);
    if (feedback) feedback->sample_time += later_;
    return feedback;
  }

  LinkHealth health() const override {
    LinkHealth health = inner_.link->health();
    for (Time* time : {&health.newest_status, &health.newest_byte, &health.obeyed_until, &health.gap_end}) {
      if (*time != Time{}) *time += later_;  // zero: never
    }
    return health;
  }

  std::optional<BoardIdentity> identity() const override { return inner_.link->identity(); }

 private:
  Hal inner_;
  Duration later_;
};

}  // namespace

Hal shift_time(Hal hal, Duration later) {
  Hal shifted = hal;
  auto testbed = std::make_shared<LaterTestbed>(std::move(hal), later);
  shifted.clock = testbed.get();
  if (shifted.camera != nullptr) shifted.camera = testbed.get();
  if (shifted.marker_sensor != nullptr) shifted.marker_sensor = testbed.get();
  shifted.link = testbed.get();
  shifted.owner = std::move(testbed);
  return shifted;
}

}  // namespace freefloat
