#include "vision/readout.h"

namespace freefloat {
namespace {

double rolling_delay(const CameraParameters& camera, double v) {
  return to_seconds(camera.row_time) * (v - 0.5 * (camera.height - 1));
}

}  // namespace

double readout_span(const CameraParameters& camera) {
  switch (camera.readout) {
    case Readout::kGlobal:
      return 0.0;
    case Readout::kRolling:
      return to_seconds(camera.row_time) * (camera.height - 1);
    case Readout::kInterlaced:
      return 0.5 / camera.rate;
  }
  return 0.0;
}

double row_delay(const CameraParameters& camera, int row) {
  switch (camera.readout) {
    case Readout::kGlobal:
      return 0.0;
    case Readout::kRolling:
      return rolling_delay(camera, row);
    case Readout::kInterlaced:
      return (row % 2 == 0 ? -0.25 : 0.25) / camera.rate;
  }
  return 0.0;
}

double spot_delay(const CameraParameters& camera, double v) {
  return camera.readout == Readout::kRolling ? rolling_delay(camera, v) : 0.0;
}

}  // namespace freefloat
