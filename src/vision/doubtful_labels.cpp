#include "vision/doubtful_labels.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

namespace freefloat {
namespace {

constexpr double kMostVarianceRatio = 2;  // of an LED's spot over the usual one, or the other way round
constexpr double kMostFluxRatio = 3;      // the same of its light
constexpr double kRunTogether = 3.5;      // standard deviations of a spot from its middle to the hidden one
constexpr double kStandsWithin = 0.0025;  // m; what stands stays within
constexpr double kReadingAge = 0.03;      // s; at most, of the potentiometers when the picture is taken
constexpr double kRivalReach = 0.02;      // m; a spot as near to an LED's may be the LED
constexpr double kAbsence = 0.05;         // s; a target seen within was not away
constexpr int kComesBack = 2;             // sightings before; then it is no glare
constexpr int kEnoughToTellBy = 2;        // LEDs without a gap, or known lengths
constexpr int kLedComesBack = 1;          // the same of an LED where few others are
constexpr double kOffItsWay = 0.004;      // m; a way is not measured better
constexpr double kOutdone = 0.003;        // m; what fits better by more is rather the LED

constexpr double kDoubleLight = 1.35;    // over that of the others; of two the threshold cuts a part off
constexpr double kWithImageLight = 1.6;  // the same where its mirror image is in the spot
constexpr double kImageReach = 8.0;      // px
constexpr double kDoubleWidth = 1.6;     // the same of the mean variance
constexpr double kDrawsAStreak = 0.1;    // m/s; an LED as fast is wide by itself

double shape_variance(const Blob& blob) {
  return std::sqrt(std::max(0.0, blob.shape_px.determinant()));
}

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

// Whether a spot has gone as an LED is expected to go, and does not stand where it passes.
bool goes_along(const FollowedSpot& spot, const ExpectedMarker& led) {
  const Vector2 way = to_seconds(spot.last_time - spot.first_time) * led.v_WM;
  return (spot.last - spot.first - way).norm() <= std::max(kOffItsWay, 0.5 * way.norm());
}

/// Values of some LEDs.
struct LedValues {
  std::array<double, kMaxMarkers> values{};
  int count = 0;

  void add(double value) { values[count++] = value; }
  /// @return Of at least one value, the upper one of two.
  double median() {
    std::nth_element(values.begin(), values.begin() + count / 2, values.begin() + count);
    return values[count / 2];
  }
};

/// What the robot's labelled LEDs look like.
struct LedLooks {
  int count = 0;
  double light = 0.0;               ///< of the middle one
  Matrix2 shape = Matrix2::Zero();  ///< the mean
};

LedLooks look_at_leds(const MarkerScene& scene, const BlobList& blobs, const Labels& labels) {
  LedLooks looks;
  LedValues lights;
  for (int m = 0; m < scene.robot_count; ++m) {
    if (labels[m] == kNoBlob) continue;
    lights.add(blobs.blobs[labels[m]].flux);
    looks.shape += blobs.blobs[labels[m]].shape_px;
  }
  looks.count = lights.count;
  if (looks.count > 0) {
    looks.light = lights.median();
    looks.shape /= static_cast<double>(looks.count);
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

// Whether an LED's mirror image in the glass may have run into its spot, as near the point under the camera.
bool may_hold_its_image(const CameraModel& camera, const Blob& blob, double height) {
  const auto place = camera.back_project(blob.uv_px, height);
  const auto image = place ? camera.project(*place, -height) : std::nullopt;
  return image && (*image - blob.uv_px).norm() < kImageReach;
}

// Whether a spot has the light of two, and is wider for it in one direction, or is wider in one and narrower
// in the other, as no lens makes it.
bool is_doubled(const CameraModel& camera, const Blob& blob, double height, const LedLooks& usual) {
  if (usual.count < kEnoughToTellBy) return false;
  const ShapeRatio ratio =
      compare_shapes(blob.shape_px, widened_by_saturation(blob, usual.shape) * usual.shape);
  if (ratio.most < kDoubleWidth) return false;
  const double most = may_hold_its_image(camera, blob, height) ? kWithImageLight : kDoubleLight;
  return blob.flux >= most * usual.light || (!blob.saturated && ratio.least <= 1.0 / kDoubleWidth);
}

bool is_like(double value, double usual, double most_ratio) {
  return value <= most_ratio * usual && usual <= most_ratio * value;
}

/// Where the potentiometers put an LED, seen from the two labelled LEDs that are nearest to it.
struct PlaceByJoints {
  std::array<int, 2> base{kNoBlob, kNoBlob};
  double bound = 0.0;  // m; what is farther from there is not the LED

  bool known() const { return base[1] != kNoBlob; }
};

PlaceByJoints find_place(const MarkerScene& scene, const MappedBlobs& mapped,
                         const std::array<ExpectedMarker, kMaxMarkers>& expected, const JointCheck& check,
                         const Labels& labels, int marker) {
  PlaceByJoints place;
  if (!knows_figure(scene, check)) return place;
  std::array<double, 2> distances{};
  for (int other = 0; other < scene.robot_count; ++other) {
    if (other == marker || labels[other] == kNoBlob) continue;
    const double distance = (mapped.at(other, labels[other]) - mapped.at(marker, labels[marker])).norm();
    if (place.base[0] == kNoBlob || distance < distances[0]) {
      place.base = {other, place.base[0]};
      distances = {distance, distances[0]};
    } else if (place.base[1] == kNoBlob || distance < distances[1]) {
      place.base[1] = other;
      distances[1] = distance;
    }
  }
  if (!place.known()) return place;
  double speed = 0.0;
  for (const int other : place.base)
    speed = std::max(speed, (expected[marker].v_WM - expected[other].v_WM).norm());
  place.bound = place_bound(check, distances[1]) + kReadingAge * speed;
  return place;
}

}  // namespace

void drop_unlike_returned(const MarkerScene& scene, const BlobList& blobs, const MappedBlobs& mapped,
                          const std::array<ExpectedMarker, kMaxMarkers>& expected, const JointCheck& check,
                          Labels& labels, Reasons& reasons) {
  Labels tracked = no_labels();  // without a gap
  LedValues variances, fluxes;
  for (int m = 0; m < scene.robot_count; ++m) {
    if (labels[m] == kNoBlob || was_lost(expected[m])) continue;
    tracked[m] = labels[m];
    variances.add(shape_variance(blobs.blobs[labels[m]]));
    fluxes.add(blobs.blobs[labels[m]].flux);
  }
  if (variances.count < kEnoughToTellBy) return;
  const bool angles_hold = weigh_joints(scene, mapped, tracked, check) != JointEvidence::kContradicts;
  const auto contradicts_joints = [&](const Labels& with, int m) {
    if (weigh_joints(scene, mapped, with, check) == JointEvidence::kContradicts) return true;
    const PlaceByJoints place = find_place(scene, mapped, expected, check, with, m);
    return place.known() && place_error(scene, mapped, with, place.base, m, check) > place.bound;
  };
  const double variance = variances.median();
  const double flux = fluxes.median();
  for (int m = 0; m < scene.robot_count; ++m) {
    if (labels[m] == kNoBlob || tracked[m] != kNoBlob) continue;
    const Blob& blob = blobs.blobs[labels[m]];
    Labels with = tracked;
    with[m] = labels[m];
    const bool like = is_like(shape_variance(blob), variance, kMostVarianceRatio) &&
                      is_like(blob.flux, flux, kMostFluxRatio);
    if (!like) {
      reasons[m] = Unseen::kUnlikeAnLed;
    } else if (angles_hold && contradicts_joints(with, m)) {
      reasons[m] = Unseen::kWrongLength;
    } else {
      continue;
    }
    labels[m] = kNoBlob;
  }
}

void drop_outdone(const MarkerScene& scene, const MappedBlobs& mapped,
                  const std::array<ExpectedMarker, kMaxMarkers>& expected, const JointCheck& check,
                  Labels& labels, Reasons& reasons) {
  const Labels tracked = labels;
  for (int m = 0; m < scene.robot_count; ++m) {
    if (tracked[m] == kNoBlob) continue;
    const PlaceByJoints place = find_place(scene, mapped, expected, check, tracked, m);
    if (!place.known()) continue;
    const double error = place_error(scene, mapped, tracked, place.base, m, check);
    if (error <= kPlaceError) continue;
    const auto outdoes = [&](int blob) {
      const double distance = (mapped.at(m, blob) - mapped.at(m, tracked[m])).norm();
      if (distance > std::max(kRivalReach, error + kPlaceError)) return false;
      Labels with = tracked;
      with[m] = blob;
      return place_error(scene, mapped, with, place.base, m, check) < error - kOutdone;
    };
    for (int blob = 0; blob < mapped.count; ++blob) {
      if (std::find(tracked.begin(), tracked.end(), blob) != tracked.end() || !outdoes(blob)) continue;
      labels[m] = kNoBlob;
      reasons[m] = Unseen::kTwoSpots;
      break;
    }
  }
}

void drop_doubled(const CameraModel& camera, const MarkerScene& scene, const BlobList& blobs,
                  const std::array<ExpectedMarker, kMaxMarkers>& expected, Labels& labels, Reasons& reasons) {
  const Labels tracked = labels;
  const int end = scene.target_count == 1 ? scene.count() : scene.robot_count;
  for (int m = 0; m < end; ++m) {
    const bool streak = !expected[m].known || expected[m].v_WM.norm() > kDrawsAStreak;
    if (tracked[m] == kNoBlob || streak) continue;
    Labels others = tracked;
    others[m] = kNoBlob;
    const LedLooks usual = look_at_leds(scene, blobs, others);
    if (!is_doubled(camera, blobs.blobs[tracked[m]], scene.heights[m], usual)) continue;
    labels[m] = kNoBlob;
    reasons[m] = Unseen::kTwoSpots;
  }
}

bool may_be_two_spots(const CameraModel& camera, const MarkerScene& scene, const BlobList& blobs, int blob,
                      const Labels& labels) {
  const double height = scene.heights[scene.robot_count];
  return is_doubled(camera, blobs.blobs[blob], height, look_at_leds(scene, blobs, labels));
}

void drop_unconfirmed_target(const MarkerScene& scene, const MappedBlobs& mapped,
                             const std::array<ExpectedMarker, kMaxMarkers>& expected,
                             const SpotMemory& memory, Time at, Labels& labels, Reasons& reasons) {
  const int target = scene.robot_count;
  if (scene.target_count != 1 || labels[target] == kNoBlob || !was_lost(expected[target])) return;
  if (memory.target_known && to_seconds(at - memory.target_time) <= kAbsence) return;
  if (count_sightings(memory, mapped.at(target, labels[target]), at) >= kComesBack) return;
  labels[target] = kNoBlob;
  reasons[target] = Unseen::kNotYetConfirmed;
}

void drop_unconfirmed_leds(const MarkerScene& scene, const MappedBlobs& mapped,
                           const std::array<ExpectedMarker, kMaxMarkers>& expected, const SpotMemory& memory,
                           int plane, Time at, Labels& labels, Reasons& reasons) {
  std::array<bool, kMaxMarkers> comes_back{};
  int tracked = 0;
  for (int m = 0; m < scene.robot_count; ++m) {
    comes_back[m] = labels[m] != kNoBlob && was_lost(expected[m]);
    tracked += labels[m] != kNoBlob && !comes_back[m] ? 1 : 0;
  }
  if (tracked >= kEnoughToTellBy || count_rigid_lengths(scene, labels) >= kEnoughToTellBy) return;
  const auto is_confirmed = [&](int m) {
    const int found = find_followed(memory, mapped.at(plane, labels[m]), at);
    if (found < 0 || memory.spots[found].sightings < kLedComesBack) return false;
    return goes_along(memory.spots[found], expected[m]);
  };
  for (int m = 0; m < scene.robot_count; ++m) {
    if (!comes_back[m] || is_confirmed(m)) continue;
    labels[m] = kNoBlob;
    reasons[m] = Unseen::kNotYetConfirmed;
  }
}

void drop_run_together(const CameraModel& camera, const MarkerScene& scene, const BlobList& blobs,
                       const MappedBlobs& mapped, const SpotMemory& memory, int plane, Labels& labels,
                       Reasons& reasons) {
  const auto is_seen = [&](const Vector2& place) {
    for (int i = 0; i < mapped.count; ++i) {
      if ((mapped.at(plane, i) - place).norm() < kStandsWithin) return true;
    }
    return false;
  };
  for (int m = 0; m < scene.count(); ++m) {
    if (labels[m] == kNoBlob) continue;
    const Blob& blob = blobs.blobs[labels[m]];
    const Vector2& place = mapped.at(plane, labels[m]);
    const double metres_per_pixel =
        std::sqrt(std::abs(camera.back_projection_jacobian(blob.uv_px, scene.heights[plane]).determinant()));
    const double reach = kRunTogether * std::sqrt(shape_variance(blob)) * metres_per_pixel;
    for (int s = 0; s < memory.count; ++s) {
      const FollowedSpot& spot = memory.spots[s];
      const double distance = (spot.first - place).norm();
      const bool beside = distance > kStandsWithin && distance < reach;
      if (!beside || !stands(spot) || is_seen(spot.first)) continue;
      labels[m] = kNoBlob;
      reasons[m] = Unseen::kTwoSpots;
      break;
    }
  }
}

}  // namespace freefloat
