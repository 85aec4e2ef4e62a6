#include "vision/foreign_spots.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <optional>

#include "vision/led_looks.h"

namespace freefloat {
namespace {

constexpr double kMostWidth = 2.5;        // of a spot, over that of the robot's LEDs
constexpr double kLeastLight = 0.1;       // of a spot, over that of the robot's LEDs
constexpr double kGlassThickness = 0.02;  // m; the mirror is one of its faces
constexpr double kMirrorReach = 3.0;      // px
constexpr double kOwnImageReach = 8.0;    // px; of an LED that was lost, whose place is not known better
constexpr double kMirrorShare = 0.9;      // of the LED's light, at most
constexpr double kHidden = 0.02;          // m; a spot this near may have an LED in it

bool is_taken(const Labels& labels, int blob) {
  return std::find(labels.begin(), labels.end(), blob) != labels.end();
}

double distance_to_segment(const Vector2& p, const Vector2& a, const Vector2& b) {
  const Vector2 way = b - a;
  const double square = way.squaredNorm();
  const double along = square > 0.0 ? std::clamp((p - a).dot(way) / square, 0.0, 1.0) : 0.0;
  return (p - a - along * way).norm();
}

/// Where an LED's mirror image may be in the picture.
struct MirrorImage {
  Vector2 upper, lower;  ///< between these, pixels
  double reach = kMirrorReach;

  bool may_be(const Blob& blob) const { return distance_to_segment(blob.uv_px, upper, lower) < reach; }
};

std::optional<MirrorImage> image_of(const CameraModel& camera, const Vector2& p_WM, double height) {
  if (!p_WM.allFinite()) return std::nullopt;
  const auto upper = camera.project(p_WM, -height);
  const auto lower = camera.project(p_WM, -height - 2.0 * kGlassThickness);
  if (!upper || !lower) return std::nullopt;
  return MirrorImage{*upper, *lower};
}

// Whether a spot has too much light for an LED's image. How much an LED has that is saturated nobody knows.
bool outshines(const Blob& blob, const Blob& led) {
  return !led.saturated && blob.flux > kMirrorShare * led.flux;
}

void mark_mirror_image(const CameraModel& camera, const BlobList& blobs, const Vector2& p_WM, double height,
                       int original, SpotMarks& foreign) {
  const std::optional<MirrorImage> image = image_of(camera, p_WM, height);
  for (int i = 0; image && i < blobs.count; ++i) {
    if (i == original || outshines(blobs.blobs[i], blobs.blobs[original])) continue;
    if (image->may_be(blobs.blobs[i])) foreign[i] = true;
  }
}

bool is_at_image_of(const CameraModel& camera, const ExpectedMarker& led, double height, const Blob& blob) {
  if (!led.known) return false;
  std::optional<MirrorImage> image = image_of(camera, led.p_WM, height);
  const auto aside = camera.project(led.p_WM + Vector2{led.gate, 0.0}, -height);
  if (!image || !aside) return false;
  image->reach += (*aside - image->upper).norm();
  return image->may_be(blob);
}

void mark_images_of_seen(const CameraModel& camera, const MarkerScene& scene, const BlobList& blobs,
                         const MappedBlobs& mapped, const Labels& labels, SpotMarks& images) {
  for (int m = 0; m < scene.count(); ++m) {
    if (labels[m] == kNoBlob) continue;
    mark_mirror_image(camera, blobs, mapped.at(m, labels[m]), scene.heights[m], labels[m], images);
  }
}

}  // namespace

bool may_hold_its_image(const CameraModel& camera, const Vector2& p_WM, double height) {
  const auto here = camera.project(p_WM, height);
  const auto image = image_of(camera, p_WM, height);
  return here && image && (image->upper - *here).norm() < kOwnImageReach;
}

void mark_foreign_spots(const CameraModel& camera, const MarkerScene& scene, const BlobList& blobs,
                        const MappedBlobs& mapped, const Labels& labels, const SpotMarks& lasting,
                        SpotMarks& foreign) {
  const double usual_variance = usual_of_leds(scene, blobs, labels, shape_variance);
  const double usual_flux = usual_of_leds(scene, blobs, labels, light_of);
  for (int i = 0; i < blobs.count; ++i) {
    const double ratio = usual_variance > 0.0 ? shape_variance(blobs.blobs[i]) / usual_variance : 1.0;
    if (blobs.blobs[i].flux < kLeastLight * usual_flux) foreign[i] = true;
    if (ratio > kMostWidth * kMostWidth || ratio * kMostWidth * kMostWidth < 1.0) foreign[i] = true;
  }
  mark_images_of_seen(camera, scene, blobs, mapped, labels, foreign);
  if (scene.target_count == 0) return;
  const int target = scene.robot_count;
  for (int i = 0; i < blobs.count; ++i) {
    if (foreign[i] || !lasting[i] || is_taken(labels, i)) continue;
    mark_mirror_image(camera, blobs, mapped.at(target, i), scene.heights[target], i, foreign);
  }
}

bool may_be_image_of_expected(const CameraModel& camera, const MarkerScene& scene, const BlobList& blobs,
                              int blob, const Labels& labels,
                              const std::array<ExpectedMarker, kMaxMarkers>& expected) {
  for (int m = 0; m < scene.robot_count; ++m) {
    const bool is_too_bright = labels[m] != kNoBlob && outshines(blobs.blobs[blob], blobs.blobs[labels[m]]);
    if (!is_too_bright && is_at_image_of(camera, expected[m], scene.heights[m], blobs.blobs[blob]))
      return true;
  }
  return false;
}

bool is_at_image_of_expected(const CameraModel& camera, const MarkerScene& scene, const Blob& blob,
                             const std::array<ExpectedMarker, kMaxMarkers>& expected) {
  for (int m = 0; m < scene.robot_count; ++m) {
    if (is_at_image_of(camera, expected[m], scene.heights[m], blob)) return true;
  }
  return false;
}

bool may_be_image_of_hidden(const CameraModel& camera, const MarkerScene& scene, const BlobList& blobs,
                            const MappedBlobs& mapped, int blob, const Labels& labels) {
  const int target = scene.robot_count;
  const Vector2& uv_px = blobs.blobs[blob].uv_px;
  const auto upper = camera.back_project(uv_px, -scene.heights[target]);
  const auto lower = camera.back_project(uv_px, -scene.heights[target] - 2.0 * kGlassThickness);
  if (!upper || !lower) return false;
  for (int i = 0; i < blobs.count; ++i) {
    if (i == blob || is_taken(labels, i) || outshines(blobs.blobs[blob], blobs.blobs[i])) continue;
    if (distance_to_segment(mapped.at(target, i), *upper, *lower) < kHidden) return true;
  }
  return false;
}

bool may_be_image_of_unlabelled(const CameraModel& camera, const MarkerScene& scene, const BlobList& blobs,
                                int blob, const Labels& labels, const JointCheck& check,
                                MappedBlobs& mapped) {
  std::array<Vector2, kMaxMarkers> places;
  for (int m = 0; m < scene.count(); ++m) places[m] = mapped.at(m, blob);
  const auto may_be_at = [&](double below_image) {
    for (int m = 0; m < scene.count(); ++m)
      mapped.put(m, blob, camera.back_project(blobs.blobs[blob].uv_px, -scene.heights[m] - below_image));
    return may_be_unlabelled_led(scene, mapped, labels, blob, check);
  };
  const bool may_be = may_be_at(0.0) || may_be_at(2.0 * kGlassThickness);
  for (int m = 0; m < scene.count(); ++m) mapped.put(m, blob, places[m]);
  return may_be;
}

void drop_mirror_images(const CameraModel& camera, const MarkerScene& scene, const BlobList& blobs,
                        const MappedBlobs& mapped, const std::array<ExpectedMarker, kMaxMarkers>& expected,
                        Labels& labels, Reasons& reasons) {
  SpotMarks images{};
  mark_images_of_seen(camera, scene, blobs, mapped, labels, images);
  for (int m = 0; m < scene.robot_count; ++m) {
    if (labels[m] == kNoBlob || expected[m].known || !images[labels[m]]) continue;
    labels[m] = kNoBlob;
    reasons[m] = Unseen::kUnlikeAnLed;
  }
}

void drop_own_images(const CameraModel& camera, const MarkerScene& scene, const BlobList& blobs,
                     const std::array<ExpectedMarker, kMaxMarkers>& expected, Labels& labels,
                     Reasons& reasons) {
  for (int m = 0; m < scene.count(); ++m) {
    if (labels[m] == kNoBlob || !expected[m].known || !was_lost(expected[m])) continue;
    const Blob& blob = blobs.blobs[labels[m]];
    const auto here = camera.project(expected[m].p_WM, scene.heights[m]);
    const auto image = image_of(camera, expected[m].p_WM, scene.heights[m]);
    if (!here || !image || may_hold_its_image(camera, expected[m].p_WM, scene.heights[m])) continue;
    const double from_image = distance_to_segment(blob.uv_px, image->upper, image->lower);
    if (from_image > kOwnImageReach || from_image > (blob.uv_px - *here).norm()) continue;
    labels[m] = kNoBlob;
    reasons[m] = Unseen::kUnlikeAnLed;
  }
}

}  // namespace freefloat
