#pragma once

#include <string>
#include <tl/expected.hpp>

#include "spatial/simulation/simulation_result.h"

namespace freefloat {

struct SimulationVideo {
  std::string path;          ///< .mp4 (H.264) or .webm (VP9); empty: none
  double frame_rate = 25.0;  ///< pictures a second of the simulation, Hz
};

/// Writes the motion of a simulation as a video: base, links, ways of the end points, the time.
/// @param result At least one sample; each picture shows the newest sample of its time.
/// @return Number of pictures, or what went wrong.
tl::expected<std::size_t, std::string> write_simulation_video(const TreeSimulationConfig& config,
                                                              const SimulationResult& result,
                                                              const SimulationVideo& video);

}  // namespace freefloat
