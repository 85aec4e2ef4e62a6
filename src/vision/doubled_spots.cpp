#include "vision/doubled_spots.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "types/angle.h"
#include "vision/foreign_spots.h"
#include "vision/led_looks.h"

namespace freefloat {
namespace {

constexpr int kEnoughLeds = 2;           // to tell how LEDs look
constexpr double kDoubleLight = 1.35;    // over that of the others; of two the threshold cuts a part off
constexpr double kWithImageLight = 1.6;  // the same where its mirror image is in the spot
constexpr double kDoubleWidth = 1.6;     // the same of the mean variance
constexpr double kLopsided = 0.2;        // of a spot's width; a dim one is so by noise, as the others are
constexpr double kMoreLopsided = 2.0;    // than the others
constexpr double kDrawsAStreak = 0.1;    // m/s; an LED as fast is wide by itself

/// The mean variance of a spot over another's, in the direction in which that is most and in which it is
/// least.
struct ShapeRatio {
  double most = 1.0;
  double least = 1.0;
};

ShapeRatio compare_shapes(const Matrix2& shape, const Matrix2& other) {
  const Matrix2 ratio = other.inverse() * shape;
  const double mean = 0.5 * ratio.trace();
  const double half = std::sqrt(std::max(0.0, mean * mean - ratio.determinant()));
  return {mean + half, mean - half};
}

/// What the robot's labelled LEDs look like.
struct LedLooks {
  int count = 0;
  double light = 0.0;               ///< of the middle one
  Matrix2 shape = Matrix2::Zero();  ///< the mean
};

LedLooks look_at_leds(const MarkerScene& scene, const BlobList& blobs, const Labels& labels) {
  LedLooks looks{count_robot_leds(scene, labels), usual_of_leds(scene, blobs, labels, light_of)};
  for (int m = 0; m < scene.robot_count; ++m) {
    if (labels[m] != kNoBlob)
      looks.shape += blobs.blobs[labels[m]].shape_px / static_cast<double>(looks.count);
  }
  return looks;
}

// How much wider a saturated spot is by itself: the second moment of a Gaussian whose top is cut off, by the
// light that it has over that of the part below the cut.
double widened_by_saturation(const Blob& blob, const Matrix2& shape) {
  if (!blob.saturated) return 1.0;
  const double area = 2.0 * kPi * std::sqrt(std::max(0.0, shape.determinant()));
  const double excess = std::max(1.0, blob.flux / (area * blob.peak));
  return 0.5 * (excess + 1.0 / excess);
}

// Whether a spot has more light than one LED, and its image where that is about, can have.
bool has_light_of_two(const CameraModel& camera, const Blob& blob, double height, const LedLooks& usual) {
  const auto place = camera.back_project(blob.uv_px, height);
  const double most = place && may_hold_its_image(camera, *place, height) ? kWithImageLight : kDoubleLight;
  return usual.count >= kEnoughLeds && blob.flux >= most * usual.light;
}

// Whether a spot has the light of two, and is wider for it in one direction, or is wider in one and narrower
// in the other, as no lens makes it; but the others' streaks do beside one that it draws another way.
bool is_doubled(const CameraModel& camera, const Blob& blob, double height, const LedLooks& usual,
                bool may_be_streak) {
  if (usual.count < kEnoughLeds) return false;
  const ShapeRatio ratio =
      compare_shapes(blob.shape_px, widened_by_saturation(blob, usual.shape) * usual.shape);
  if (ratio.most < kDoubleWidth) return false;
  if (has_light_of_two(camera, blob, height, usual)) return true;
  return !may_be_streak && !blob.saturated && ratio.least <= 1.0 / kDoubleWidth;
}

// Whether no Gaussian holds a spot's light. One that is cut off at white is fitted without its top.
bool is_uneven(const Blob& blob) {
  return blob.uneven && !blob.saturated;
}

// Whether there is light on one side of a spot that its Gaussian leaves over: a dim spot's beside a bright
// one. The Gaussian of a saturated spot is fitted without its top.
bool is_lopsided(const MarkerScene& scene, const BlobList& blobs, const Blob& blob, const Labels& labels) {
  const double usual = usual_of_leds(scene, blobs, labels, lopsidedness);
  return !blob.saturated && lopsidedness(blob) > std::max(kLopsided, kMoreLopsided * usual);
}

}  // namespace

void drop_doubled(const CameraModel& camera, const MarkerScene& scene, const BlobList& blobs,
                  const std::array<ExpectedMarker, kMaxMarkers>& expected, Labels& labels, Reasons& reasons) {
  const Labels tracked = labels;
  const int end = scene.target_count == 1 ? scene.count() : scene.robot_count;
  for (int m = 0; m < end; ++m) {
    if (tracked[m] == kNoBlob) continue;
    Labels others = tracked;
    others[m] = kNoBlob;
    const LedLooks usual = look_at_leds(scene, blobs, others);
    const Blob& blob = blobs.blobs[tracked[m]];
    const double height = scene.heights[m];
    const bool streak = expected[m].known && expected[m].v_WM.norm() > kDrawsAStreak;
    const bool leans = is_uneven(blob) || (has_light_of_two(camera, blob, height, usual) &&
                                           is_lopsided(scene, blobs, blob, others));
    if (!leans && (streak || !is_doubled(camera, blob, height, usual, !expected[m].known))) continue;
    labels[m] = kNoBlob;
    reasons[m] = Unseen::kTwoSpots;
  }
}

bool may_be_two_spots(const CameraModel& camera, const MarkerScene& scene, const BlobList& blobs, int blob,
                      const Labels& labels) {
  const double height = scene.heights[scene.robot_count];
  return is_uneven(blobs.blobs[blob]) ||
         is_doubled(camera, blobs.blobs[blob], height, look_at_leds(scene, blobs, labels), false) ||
         is_lopsided(scene, blobs, blobs.blobs[blob], labels);
}

}  // namespace freefloat
