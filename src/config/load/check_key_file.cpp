#include "config/load/check_key_file.h"

#include "hal/hal_error.h"
#include "hal/link_key.h"

namespace freefloat {

void check_key_file(const HardwareConfig& hardware, const ConfigNode& document, Problems& problems) {
  if (!hardware.link || hardware.link->key_file.empty()) return;
  try {
    read_key_file(hardware.link->key_file);
  } catch (const HalError& error) {
    const ConfigNode* at = &document;
    for (const char* key : {"hardware", "link", "key_file"}) {
      const ConfigNode* inner = at->find(key);
      if (inner != nullptr) at = inner;
    }
    problems.add({*at->file, at->line, at->path, {}, error.what(), {}, {}});
  }
}

}  // namespace freefloat
