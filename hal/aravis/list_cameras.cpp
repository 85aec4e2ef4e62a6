#include "hal/aravis/list_cameras.h"

#include "hal/aravis/gobject.h"

namespace freefloat {

std::vector<std::string> list_genicam_cameras() {
  arv_update_device_list();
  std::vector<std::string> names;
  for (unsigned i = 0; i < arv_get_n_devices(); ++i) names.emplace_back(arv_get_device_id(i));
  return names;
}

}  // namespace freefloat
