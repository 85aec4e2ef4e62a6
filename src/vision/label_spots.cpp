#include "vision/label_spots.h"

#include <algorithm>

namespace freefloat {
namespace {

void map_places(std::span<const Vector2> places, MappedBlobs& mapped) {
  mapped.count = static_cast<int>(std::min<std::size_t>(places.size(), kMaxBlobs));
  mapped.plane.fill(0);  // a tracker knows how high a spot is: its place is that on the table
  mapped.flux.fill(1.0);
  std::copy_n(places.begin(), mapped.count, mapped.positions[0].begin());
}

}  // namespace

SpotLabeler::SpotLabeler(const VisionConfig& config, const MarkerScene& scene)
    : config_(config), scene_(scene), labeler_(config, scene) {}

Labels SpotLabeler::label(std::span<const Vector2> places, Time capture_time,
                          const MarkerPrediction& prediction) noexcept {
  map_places(places, labeler_.mapped());
  const LabelContext context{capture_time, prediction,
                             expect_markers(prediction, capture_time, scene_.count(), config_)};
  Labels labels = labeler_.track(context);
  labeler_.acquire(context, labels);
  labeler_.find_the_rest(context, {}, labels);
  labeler_.end(context, labels);
  return labels;
}

}  // namespace freefloat
