#include "vision/label_markers.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace freefloat {
namespace {

constexpr double kMaxGate = 0.15;             // m; wider, the global search is the better tool
constexpr double kUnknownAcceleration = 0.5;  // m/s^2, of an LED between prediction and picture
constexpr double kAmbiguousShare = 0.25;  // of the gate: rivals nearer together than this are not told apart

constexpr double kBeyondGate = 3.0;  // times the gate; a spot that an LED ran together with is no farther

constexpr double kWideGate = 0.012;      // m; that of an LED which was not seen for some pictures
constexpr double kClearlyMoving = 0.01;  // m/s; an LED that fast is not where a spot has rested

constexpr double kLeftBehind = 0.005;  // m; a neighbour's way, while what stands stays within half of it

struct Claim {
  int blob = kNoBlob;
  double distance = std::numeric_limits<double>::infinity();
  Unseen reason = Unseen::kNoSpot;
};

double ambiguity_margin(const ExpectedMarker& marker) {
  return std::max(3.0 * marker.sigma, kAmbiguousShare * marker.gate);
}

template <class Condition>
Claim claim_nearest(const MappedBlobs& blobs, int marker, const ExpectedMarker& expected,
                    Condition&& is_background) {
  Claim nearest;
  double second = std::numeric_limits<double>::infinity();
  double beyond = std::numeric_limits<double>::infinity();  // outside of the gate
  for (int blob = 0; blob < blobs.count; ++blob) {
    const double distance = (blobs.at(marker, blob) - expected.p_WM).norm();
    if (!(distance <= kBeyondGate * expected.gate)) continue;  // NaN positions end here
    if (is_background(blob)) {
      if (nearest.blob == kNoBlob && distance <= expected.gate) nearest.reason = Unseen::kBackground;
      continue;
    }
    if (distance > expected.gate) {
      beyond = std::min(beyond, distance);
    } else if (distance < nearest.distance) {
      second = nearest.distance;
      nearest = {blob, distance, Unseen::kSeen};
    } else {
      second = std::min(second, distance);
    }
  }
  if (second - nearest.distance < ambiguity_margin(expected)) return {.reason = Unseen::kTwoSpots};
  // Two that were one spot before have parted: the one that stays near is not the LED for that.
  const bool off = nearest.blob != kNoBlob && nearest.distance > 0.5 * expected.gate;
  if (off && beyond < kBeyondGate * nearest.distance) return {.reason = Unseen::kTwoSpots};
  return nearest;
}

// Removes the LEDs that contradict the known lengths, the worst offender first. Of equal offenders the one
// that is by far the farthest from its prediction goes; if none is, all of them go.
void remove_contradictions(const MarkerScene& scene, const MappedBlobs& blobs, double tolerance,
                           const std::array<Claim, kMaxMarkers>& claims, Labels& labels) {
  for (int round = 0; round < kMaxMarkers; ++round) {
    std::array<int, kMaxMarkers> violations{};
    for (int a = 0; a < scene.count(); ++a) {
      for (int b = a + 1; b < scene.count(); ++b) {
        if (labels[a] == kNoBlob || labels[b] == kNoBlob) continue;
        const double distance = (blobs.at(a, labels[a]) - blobs.at(b, labels[b])).norm();
        if (scene.between(a, b).holds(distance, tolerance)) continue;
        ++violations[a];
        ++violations[b];
      }
    }
    const int worst = *std::max_element(violations.begin(), violations.end());
    if (worst == 0) return;
    std::array<double, 2> farthest{};  // of the worst offenders, and the next
    for (std::size_t i = 0; i < labels.size(); ++i) {
      if (violations[i] != worst) continue;
      // What stands is always where it is expected: that alone tells nothing.
      const double distance = std::max(claims[i].distance, 0.5 * tolerance);
      farthest = distance > farthest[0] ? std::array{distance, farthest[0]}
                                        : std::array{farthest[0], std::max(distance, farthest[1])};
    }
    const bool one_stands_out = farthest[0] > 3.0 * farthest[1];
    for (std::size_t i = 0; i < labels.size(); ++i) {
      if (violations[i] == worst && (!one_stands_out || claims[i].distance >= farthest[0]))
        labels[i] = kNoBlob;
    }
  }
}

}  // namespace

Labels no_labels() {
  Labels labels;
  labels.fill(kNoBlob);
  return labels;
}

void map_blobs(const CameraModel& camera, const MarkerScene& scene, const BlobList& blobs,
               MappedBlobs& mapped) {
  mapped.count = blobs.count;
  for (int blob = 0; blob < blobs.count; ++blob) {
    mapped.flux[blob] = blobs.blobs[blob].flux;
  }
  for (int marker = 0; marker < scene.count(); ++marker) {
    const double height = scene.heights[marker];
    int plane = marker;
    for (int earlier = 0; earlier < marker; ++earlier) {
      if (scene.heights[earlier] == height) {
        plane = mapped.plane[earlier];
        break;
      }
    }
    mapped.plane[marker] = plane;
    if (plane != marker) continue;
    for (int blob = 0; blob < blobs.count; ++blob) {
      mapped.put(marker, blob, camera.back_project(blobs.blobs[blob].uv_px, height));
    }
  }
}

bool is_clearly_moving(const ExpectedMarker& marker) {
  return marker.known && marker.v_WM.norm() > kClearlyMoving;
}

bool was_lost(const ExpectedMarker& marker) {
  return marker.gate > kWideGate;
}

std::array<ExpectedMarker, kMaxMarkers> expect_markers(const MarkerPrediction& prediction, Time capture_time,
                                                       int marker_count, const VisionConfig& config) {
  std::array<ExpectedMarker, kMaxMarkers> expected{};
  const double dt = to_seconds(capture_time - prediction.at);
  for (int i = 0; i < marker_count; ++i) {
    const PredictedMarker& predicted = prediction.markers[i];
    ExpectedMarker& marker = expected[i];
    marker.p_WM = predicted.p_WM + dt * predicted.v_WM;
    marker.v_WM = predicted.v_WM;
    marker.sigma = predicted.sigma + 0.5 * kUnknownAcceleration * dt * dt;
    marker.gate = std::max(config.gate_floor, config.gate_sigmas * marker.sigma);
    marker.known =
        predicted.known && marker.p_WM.allFinite() && std::isfinite(marker.sigma) && marker.gate <= kMaxGate;
  }
  return expected;
}

std::optional<PixelBox> tracking_window(const CameraModel& camera, const ExpectedMarker& marker,
                                        double height, const VisionConfig& config) {
  if (!marker.known) return std::nullopt;
  const auto centre = camera.project(marker.p_WM, height);
  const auto aside = camera.project(marker.p_WM + Vector2{marker.gate, 0.0}, height);
  if (!centre || !aside) return std::nullopt;
  const double half =
      std::max(0.5 * config.window_size, (*aside - *centre).norm() + 0.25 * config.window_size);
  // Far outside the picture pixel numbers would not fit.
  if (!(centre->cwiseAbs().maxCoeff() + half < 1e6)) return std::nullopt;
  const int u = static_cast<int>(std::lround(centre->x()));
  const int v = static_cast<int>(std::lround(centre->y()));
  const int h = static_cast<int>(std::ceil(half));
  return PixelBox{u - h, v - h, u + h, v + h};
}

void drop_strangers(const MarkerScene& scene, const std::array<ExpectedMarker, kMaxMarkers>& expected,
                    const TrackingHints& hints, Labels& labels) {
  // How fast the fastest is of those at a known length from an LED, m/s.
  const auto neighbour_speed = [&](int led) {
    double speed = 0.0;
    for (int other = 0; other < scene.robot_count; ++other) {
      const bool moves =
          other != led && scene.between(led, other).rigid && is_clearly_moving(expected[other]);
      if (moves) speed = std::max(speed, expected[other].v_WM.norm());
    }
    return speed;
  };
  for (int m = 0; m < scene.robot_count; ++m) {
    const int blob = labels[m];
    if (blob == kNoBlob) continue;
    const bool stays_behind = !expected[m].known && hints.stood[blob] * neighbour_speed(m) > kLeftBehind;
    if (stays_behind || hints.was_beside(blob, m)) labels[m] = kNoBlob;
  }
}

Labels track_markers(const MarkerScene& scene, const MappedBlobs& blobs,
                     const std::array<ExpectedMarker, kMaxMarkers>& expected, const VisionConfig& config,
                     const TrackingHints& hints, Reasons* reasons) {
  std::array<Claim, kMaxMarkers> claims{};
  for (int marker = 0; marker < scene.count(); ++marker) {
    const ExpectedMarker& here = expected[marker];
    if (!here.known) {
      claims[marker].reason = Unseen::kNotExpected;
      continue;
    }
    const bool not_resting = marker >= scene.robot_count || is_clearly_moving(here);
    claims[marker] = claim_nearest(blobs, marker, here, [&](int blob) {
      return (not_resting && hints.resting[blob]) || hints.was_beside(blob, marker);
    });
  }
  Labels labels = no_labels();
  for (int a = 0; a < scene.count(); ++a) {
    Claim& claim = claims[a];
    if (claim.blob == kNoBlob) continue;
    bool alone = true;
    for (int b = 0; b < scene.count(); ++b) {
      const Claim& rival = claims[b];
      if (b == a || rival.blob != claim.blob) continue;
      const double margin = std::max(ambiguity_margin(expected[a]), ambiguity_margin(expected[b]));
      if (rival.distance - claim.distance < margin) alone = false;
    }
    if (alone) labels[a] = claim.blob;
    claim.reason = alone ? Unseen::kWrongLength : Unseen::kSharedSpot;
  }
  remove_contradictions(scene, blobs, config.length_tolerance, claims, labels);
  for (int m = 0; reasons != nullptr && m < scene.count(); ++m) {
    (*reasons)[m] = labels[m] != kNoBlob ? Unseen::kSeen : claims[m].reason;
  }
  return labels;
}

int count_rigid_lengths(const MarkerScene& scene, const Labels& labels) {
  int count = 0;
  for (int a = 0; a < scene.robot_count; ++a) {
    for (int b = a + 1; b < scene.robot_count; ++b) {
      const bool both = labels[a] != kNoBlob && labels[b] != kNoBlob;
      if (both && scene.between(a, b).rigid) ++count;
    }
  }
  return count;
}

}  // namespace freefloat
