#include "vision/doubtful_labels.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "vision/led_looks.h"

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

// Whether a spot has gone as an LED is expected to go, and does not stand where it passes.
bool goes_along(const FollowedSpot& spot, const ExpectedMarker& led) {
  const Vector2 way = to_seconds(spot.last_time - spot.first_time) * led.v_WM;
  return (spot.last - spot.first - way).norm() <= std::max(kOffItsWay, 0.5 * way.norm());
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

// The robot's labelled LEDs that have been seen all the time.
Labels without_gap(const MarkerScene& scene, const std::array<ExpectedMarker, kMaxMarkers>& expected,
                   const Labels& labels) {
  Labels tracked = no_labels();
  for (int m = 0; m < scene.robot_count; ++m) {
    if (!was_lost(expected[m])) tracked[m] = labels[m];
  }
  return tracked;
}

}  // namespace

void drop_unlike_returned(const MarkerScene& scene, const BlobList& blobs, const MappedBlobs& mapped,
                          const std::array<ExpectedMarker, kMaxMarkers>& expected, const JointCheck& check,
                          Labels& labels, Reasons& reasons) {
  const Labels tracked = without_gap(scene, expected, labels);
  if (count_robot_leds(scene, tracked) < kEnoughToTellBy) return;
  const bool angles_hold = weigh_joints(scene, mapped, tracked, check) != JointEvidence::kContradicts;
  const auto contradicts_joints = [&](const Labels& with, int m) {
    if (weigh_joints(scene, mapped, with, check) == JointEvidence::kContradicts) return true;
    const PlaceByJoints place = find_place(scene, mapped, expected, check, with, m);
    return place.known() && place_error(scene, mapped, with, place.base, m, check) > place.bound;
  };
  const double variance = usual_of_leds(scene, blobs, tracked, shape_variance);
  const double flux = usual_of_leds(scene, blobs, tracked, light_of);
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

void drop_unlike_found(const MarkerScene& scene, const BlobList& blobs, const Labels& tracked, Labels& labels,
                       Reasons& reasons) {
  if (count_robot_leds(scene, labels) <= kEnoughToTellBy) return;
  const double flux = usual_of_leds(scene, blobs, labels, light_of);
  bool any_unlike = false;
  bool overrules = false;
  for (int m = 0; m < scene.robot_count; ++m) {
    overrules = overrules || (tracked[m] != kNoBlob && labels[m] != tracked[m]);
    if (labels[m] == kNoBlob || labels[m] == tracked[m]) continue;
    if (is_like(blobs.blobs[labels[m]].flux, flux, kMostFluxRatio)) continue;
    labels[m] = kNoBlob;
    reasons[m] = Unseen::kUnlikeAnLed;
    any_unlike = true;
  }
  if (any_unlike && overrules) std::copy_n(tracked.begin(), scene.robot_count, labels.begin());
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
                           const std::array<ExpectedMarker, kMaxMarkers>& expected, const JointCheck& check,
                           const SpotMemory& memory, int plane, Time at, Labels& labels, Reasons& reasons) {
  const Labels tracked = without_gap(scene, expected, labels);
  const bool few = count_robot_leds(scene, tracked) < kEnoughToTellBy;
  if (few && count_rigid_lengths(scene, labels) >= kEnoughToTellBy) return;
  const auto is_well_placed = [&](int m) {
    Labels with = tracked;
    with[m] = labels[m];
    const PlaceByJoints place = find_place(scene, mapped, expected, check, with, m);
    return place.known() && place_error(scene, mapped, with, place.base, m, check) <= kPlaceError;
  };
  const auto is_confirmed = [&](int m) {
    const int found = find_followed(memory, mapped.at(plane, labels[m]), at);
    if (found < 0 || memory.spots[found].sightings < kLedComesBack) return false;
    return goes_along(memory.spots[found], expected[m]);
  };
  for (int m = 0; m < scene.robot_count; ++m) {
    if (labels[m] == kNoBlob || !was_lost(expected[m]) || is_well_placed(m) || is_confirmed(m)) continue;
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

void drop_lone_led(const MarkerScene& scene, Labels& labels, Reasons& reasons) {
  if (scene.robot_count < kEnoughToTellBy || count_robot_leds(scene, labels) >= kEnoughToTellBy) return;
  for (int m = 0; m < scene.robot_count; ++m) {
    if (labels[m] == kNoBlob) continue;
    labels[m] = kNoBlob;
    reasons[m] = Unseen::kNoCertainFit;
  }
}

}  // namespace freefloat
