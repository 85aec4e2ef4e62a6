#pragma once

#include <string>

namespace freefloat {

/// A picture of the page with its words.
struct Figure {
  std::string heading{};
  std::string caption{};  ///< what to read from it, in numbers where they are known
  std::string svg{};
  bool over_time = true;  ///< has the time axis that all share
};

}  // namespace freefloat
