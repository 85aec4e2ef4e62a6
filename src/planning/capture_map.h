#pragma once

#include <string>
#include <utility>
#include <vector>

#include "control/control_setup.h"
#include "planning/quick_runs.h"

namespace freefloat {

/// What is drawn over what.
enum class MapKind : std::uint8_t {
  kStanding,  ///< places of standing targets on the table: x and y, m
  kMoving,    ///< velocities of a target from the experiment's place: direction in deg, speed in m/s
};

/// One target of a map.
struct MapCell {
  double x = 0.0;
  double y = 0.0;
  bool possible = false;   ///< such a target can be there: on the table and not within the satellite
  bool predicted = false;  ///< captured without noise
  std::string why;         ///< it is refused without noise, or what the first quick run that failed says
  double seconds = 0.0;    ///< until the capture, without noise, s
  Share runs;              ///< quick runs; none where the noise-free prediction refuses
};

/// Which targets can be captured from one start.
struct CaptureMap {
  MapKind kind = MapKind::kStanding;
  int columns = 0;
  int rows = 0;
  std::vector<MapCell> cells;  ///< row after row, from the lowest y, in each from the lowest x
};

struct MapOptions {
  int columns = 25;
  int rows = 25;
  std::uint64_t runs = 4;  ///< quick runs of a target that is predicted to be captured
};

/// @param config The experiment; robot, start and testbed are kept, its target is replaced.
/// @return Empty when the work was stopped.
CaptureMap make_capture_map(MapKind kind, const RunConfig& config, const ControlSetup& setup,
                            const MapOptions& options, const Work& work);

/// @return Why targets are refused without noise or missed by quick runs, without numbers, and how many for
/// it; the most frequent first.
std::vector<std::pair<std::string, std::uint64_t>> reasons_of(const CaptureMap& map);

/// @return Those that capture, of those that can be there.
Share captured_share(const CaptureMap& map);

}  // namespace freefloat
