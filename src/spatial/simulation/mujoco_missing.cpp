#include "spatial/simulation/mujoco_check.h"

namespace freefloat {

tl::expected<MujocoComparison, std::string> check_with_mujoco(const TreeSimulationConfig&,
                                                              const SimulationResult&, double) {
  return tl::unexpected(std::string(
      "this program was built without MuJoCo; install it (apt install libmujoco-dev, or tools/setup test) "
      "and build again"));
}

}  // namespace freefloat
