#pragma once

#include <string>

namespace freefloat {

/// A file that the configuration was read from, kept for the log.
struct ConfigSource {
  std::string path;
  std::string text;
};

}  // namespace freefloat
