#include "safety/picture_repetition.h"

#include <algorithm>
#include <bit>

namespace freefloat {

namespace {

constexpr int kFrozenAfter = 3;
constexpr double kMoving = 0.02;  // rad/s, above the noise of a tachogenerator
constexpr int kWaversAfter = 10;

/// FNV-1a over the bits of all places. @return 0: no LED is seen.
std::uint64_t content_of(const MarkerFrame& frame) {
  std::uint64_t content = 14695981039346656037u;
  const auto add = [&](std::uint64_t bits) { content = (content ^ bits) * 1099511628211u; };
  bool any = false;
  for (int i = 0; i < std::min(frame.marker_count, kMaxMarkers); ++i) {
    const MarkerMeasurement& marker = frame.markers[i];
    add(marker.seen ? 1 : 0);
    if (!marker.seen) continue;
    any = true;
    add(std::bit_cast<std::uint64_t>(marker.p_WM.x()));
    add(std::bit_cast<std::uint64_t>(marker.p_WM.y()));
  }
  return any ? std::max<std::uint64_t>(content, 1) : 0;
}

}  // namespace

void note_picture(const MarkerFrame& frame, const JointVector& rates, PictureRepetition& repetition) {
  const std::uint64_t content = content_of(frame);
  if (content == 0 || content != repetition.content) {
    repetition = {content, content == 0 ? 0 : 1, false};
    return;
  }
  repetition.times = std::min(repetition.times + 1, kFrozenAfter);
  const bool moving = rates.size() > 0 && rates.cwiseAbs().maxCoeff() > kMoving;
  repetition.frozen = repetition.frozen || (repetition.times >= kFrozenAfter && moving);
}

void note_target_frame(const MarkerFrame& frame, SourceRepetition& repetition) {
  const std::uint64_t content = content_of(frame);
  if (content == 0) return;  // nothing is seen: that is another matter
  if (content != repetition.content) {
    const int different = repetition.content == 0 ? 0 : std::min(repetition.different + 1, kWaversAfter);
    repetition = {content, different, 1, different >= kWaversAfter, false};
    return;
  }
  repetition.different = 0;
  repetition.same = std::min(repetition.same + 1, kFrozenAfter);
  if (repetition.same < kFrozenAfter) return;
  repetition.frozen = repetition.wavers;
}

}  // namespace freefloat
