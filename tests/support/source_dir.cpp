#include "support/source_dir.h"

namespace freefloat {

std::string source_dir() {
  return FF_SOURCE_DIR;
}

}  // namespace freefloat
