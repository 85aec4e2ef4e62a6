#include "hal/make_hal.h"

#include "hal/sim/sim_testbed.h"

namespace freefloat {

Hal make_hal(const SimConfig& sim, const RobotParameters& robot, const TableParameters& table,
             const CameraParameters& camera) {
  auto testbed = std::make_shared<SimTestbed>(sim, robot, table, camera);
  Hal hal;
  hal.clock = testbed.get();
  if (sim.imaging.render) {
    hal.camera = testbed.get();
  } else {
    hal.marker_sensor = testbed.get();
  }
  hal.link = &testbed->link();
  hal.truth = testbed.get();
  hal.lockstep = true;
  hal.owner = std::move(testbed);
  return hal;
}

}  // namespace freefloat
