#include "hal/make/shift_time.h"

#include <utility>

namespace freefloat {

namespace {

/// A tracker with later times.
class LaterSensor final : public MarkerSensor {
 public:
  LaterSensor(MarkerSensor* inner, Duration later) : inner_(inner), later_(later) {}

  ReadStatus read(MarkerFrame& frame) override {
    frame.prediction.at -= later_;
    const ReadStatus status = inner_->read(frame);
    frame.prediction.at += later_;
    if (status == ReadStatus::kFrame) frame.capture_time += later_;
    return status;
  }

 private:
  MarkerSensor* inner_;
  Duration later_;
};

class LaterTestbed final : public Clock, public Camera, public MarkerSensor, public JointLink {
 public:
  LaterTestbed(Hal inner, Duration later)
      : inner_(std::move(inner)),
        later_(later),
        markers_(inner_.marker_sensor, later),
        targets_(inner_.target_sensor, later) {}

  Time now() override { return inner_.clock->now() + later_; }
  void sleep_until(Time deadline) override { inner_.clock->sleep_until(deadline - later_); }

  ReadStatus read(CameraPicture& picture) override {
    const ReadStatus status = inner_.camera->read(picture);
    if (status == ReadStatus::kFrame) picture.capture_time += later_;
    return status;
  }

  ReadStatus read(MarkerFrame& frame) override { return markers_.read(frame); }
  MarkerSensor* targets() { return &targets_; }

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
  LaterSensor markers_;
  LaterSensor targets_;
};

}  // namespace

Hal shift_time(Hal hal, Duration later) {
  Hal shifted = hal;
  auto testbed = std::make_shared<LaterTestbed>(std::move(hal), later);
  shifted.clock = testbed.get();
  if (shifted.camera != nullptr) shifted.camera = testbed.get();
  if (shifted.marker_sensor != nullptr) shifted.marker_sensor = testbed.get();
  if (shifted.target_sensor != nullptr) shifted.target_sensor = testbed->targets();
  shifted.link = testbed.get();
  shifted.owner = std::move(testbed);
  return shifted;
}

}  // namespace freefloat
