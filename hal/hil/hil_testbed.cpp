#include "hal/hil/hil_testbed.h"

#include <pthread.h>
#include <sched.h>

#include "hal/hal_error.h"

namespace freefloat {

namespace {

/// The board waits for the plant in every millisecond, so it goes before programs that nobody waits for, and
/// after the control loop. Where that is not permitted, it is served like any other.
void ask_for_real_time() {
  sched_param parameters{};
  parameters.sched_priority = sched_get_priority_min(SCHED_FIFO) + 1;
  pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters);
}

}  // namespace

HilTestbed::HilTestbed(const SimConfig& sim, const RobotParameters& robot, const TableParameters& table,
                       const CameraParameters& camera, const SerialPortConfig& port)
    : plant_(sim, robot, table, camera, port, clock_) {
  await_board(port.path);
  thread_ = std::thread([this] {
    ask_for_real_time();
    while (!closing_) plant_.serve_once();
  });
}

HilTestbed::~HilTestbed() {
  // A board that is still bringing its joints to rest would take a robot that vanishes for a fault.
  constexpr Duration kPatience = std::chrono::seconds(2);
  const Time deadline = clock_.now() + kPatience;
  while (plant_.is_energised() && clock_.now() < deadline)
    clock_.sleep_until(clock_.now() + std::chrono::milliseconds(10));
  closing_ = true;
  thread_.join();
}

void HilTestbed::await_board(const std::string& port) {
  constexpr Duration kPatience = std::chrono::seconds(3);
  const Time deadline = clock_.now() + kPatience;
  while (plant_.frames() == 0) {
    if (clock_.now() >= deadline) {
      const std::string heard = plant_.describe_disturbances();
      throw HalError(port + ": the board says nothing at its instrument port" +
                     (heard.empty() ? "; is it running, and built with that port?"
                                    : " that could be understood (" + heard +
                                          "); is it the right port, and built for this robot's joints?"));
    }
    plant_.serve_once();
  }
}

void HilTestbed::sleep_until(Time deadline) {
  if (!released_) {
    plant_.release();
    released_ = true;
  }
  clock_.sleep_until(deadline);
}

}  // namespace freefloat
