#include "hal/hil/networked_robot.h"

#include <pthread.h>
#include <sched.h>

#include <array>
#include <utility>

#include "hal/sim/servo_tuning.h"
#include "hal/udp/marker_wire.h"

namespace freefloat {

namespace {

constexpr Duration kBoardStep = std::chrono::milliseconds(1);
constexpr Duration kLongestLook = std::chrono::milliseconds(100);
constexpr int kMostFrames = 64;  // in a step: a flood must not hold the robot's time up

/// A board does not share its processor: where that is permitted, it goes before programs that nobody waits
/// for.
void go_before_others() {
  sched_param parameters{};
  parameters.sched_priority = sched_get_priority_min(SCHED_FIFO) + 1;
  pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters);
}

}  // namespace

NetworkedRobot::NetworkedRobot(const SimConfig& sim, const RobotParameters& robot,
                               const TableParameters& table, const CameraParameters& camera,
                               const std::string& board_at, const std::optional<LinkKey>& key,
                               FrameListener heard)
    : true_(draw_world(sim, robot, table, camera)),
      socket_(UdpSocket::listen(resolve_udp_address(board_at))),
      board_(tune_servo(robot, sim.drives), key, draw_marker_nonce()),
      heard_(std::move(heard)),
      world_(true_.sim, true_.robot, true_.table),
      camera_(true_.sim, true_.robot, true_.camera, {robot.markers, CameraModel(camera)}) {
  camera_.expose(world_);
  thread_ = std::thread([this] {
    go_before_others();
    live();
  });
}

NetworkedRobot::~NetworkedRobot() {
  closing_ = true;
  thread_.join();
}

void NetworkedRobot::live() {
  begun_ = clock_.now() - world_.now();
  for (Time next = clock_.now() + kBoardStep; !closing_; next += kBoardStep) {
    clock_.sleep_until(next);
    receive();
    {
      const std::lock_guard lock(mutex_);
      const BoardDrives drives = board_.tick(world_.read_sensors(), world_.now());
      world_.step(drives);
      camera_.expose(world_);
    }
    moved_.notify_all();
    answer(board_.take_status());
    answer(board_.take_identity());
  }
}

void NetworkedRobot::receive() {
  std::array<std::uint8_t, 2 * FF_MAX_FRAME_SIZE> bytes{};
  UdpDatagram datagram;
  for (int i = 0; i < kMostFrames; ++i) {
    const UdpResult result = socket_.receive(bytes, datagram);
    if (result == UdpResult::kRefused) continue;  // somebody whom we answered has gone
    if (result != UdpResult::kDone) return;
    controller_ = datagram.sender;
    const std::span<const std::uint8_t> frame = std::span(bytes).first(datagram.size);
    if (heard_) heard_(frame, datagram.age);
    board_.receive(frame, world_.now());
  }
}

void NetworkedRobot::answer(std::span<const std::uint8_t> frame) {
  if (controller_ && !frame.empty()) socket_.send_to(*controller_, frame);
}

template <class Frame>
ReadStatus NetworkedRobot::take(Frame& frame) {
  std::optional<Exposure> exposure;
  {
    std::unique_lock lock(mutex_);
    moved_.wait_for(lock, kLongestLook, [&] {
      exposure = camera_.take_ready(world_.now());
      return exposure.has_value();
    });
    if (!exposure) return ReadStatus::kNone;
    exposure->capture_time += begun_;
  }
  return camera_.develop(exposure, frame);
}

template ReadStatus NetworkedRobot::take(CameraPicture&);
template ReadStatus NetworkedRobot::take(MarkerFrame&);

}  // namespace freefloat
