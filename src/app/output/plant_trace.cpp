#include "app/output/plant_trace.h"

#include <stdexcept>

#include "types/angle.h"

namespace freefloat {

PlantTrace::PlantTrace(const std::string& path, int joint_count) {
  if (path.empty()) return;
  file_.open(path, std::ios::binary);
  if (!file_) throw std::runtime_error("--trace " + path + ": cannot be written");
  file_ << "board_time_ms,boot_id,board_state,energised,accepted_us";
  for (int i = 1; i <= joint_count; ++i) file_ << ",joint_" << i << "_deg,joint_" << i << "_rate_deg_s";
  file_ << '\n';
}

void PlantTrace::add(const ff_drive_frame& drive, const SimWorld& world) {
  if (!file_.is_open()) return;
  file_ << drive.tick << ',' << drive.boot_id << ',' << int{drive.state} << ','
        << ((drive.flags & FF_DRIVE_ENERGISED) != 0) << ',';
  // Empty until the board has accepted a command.
  if ((drive.flags & FF_DRIVE_ACCEPTED) != 0) file_ << drive.accepted_us;
  const Plant& plant = world.plant();
  for (Eigen::Index i = 0; i < plant.joints().size(); ++i)
    file_ << ',' << rad_to_deg(plant.joints()[i]) << ',' << rad_to_deg(plant.joint_rates()[i]);
  file_ << '\n';
  constexpr std::uint32_t kFlushTicks = 16;  // whoever reads along is that far behind
  if (drive.tick % kFlushTicks == 0) file_.flush();
}

bool PlantTrace::close() {
  if (!file_.is_open()) return true;
  file_.close();
  return !file_.fail();
}

}  // namespace freefloat
