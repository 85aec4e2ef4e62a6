#include "hal/make_hal.h"

#include "hal/sim/real_time_testbed.h"
#include "hal/sim/sim_testbed.h"

namespace freefloat {

namespace {

template <class Testbed>
Hal connect(std::shared_ptr<Testbed> testbed, JointLink& link, bool render) {
  Hal hal;
  hal.clock = testbed.get();
  if (render) {
    hal.camera = testbed.get();
  } else {
    hal.marker_sensor = testbed.get();
  }
  hal.link = &link;
  hal.truth = testbed.get();
  hal.owner = std::move(testbed);
  return hal;
}

}  // namespace

Hal make_hal(const SimConfig& sim, const RobotParameters& robot, const TableParameters& table,
             const CameraParameters& camera) {
  if (sim.pace == SimPace::kRealTime) {
    auto testbed = std::make_shared<RealTimeTestbed>(sim, robot, table, camera);
    JointLink& link = *testbed;
    return connect(std::move(testbed), link, sim.imaging.render);
  }
  auto testbed = std::make_shared<SimTestbed>(sim, robot, table, camera);
  JointLink& link = testbed->link();
  Hal hal = connect(std::move(testbed), link, sim.imaging.render);
  hal.lockstep = true;
  return hal;
}

}  // namespace freefloat
