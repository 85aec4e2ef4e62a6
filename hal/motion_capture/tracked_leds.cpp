#include "hal/motion_capture/tracked_leds.h"

#include <algorithm>
#include <cmath>

#include "hal/hal_error.h"
#include "types/angle.h"

namespace freefloat {
namespace {

// Ground plane and up of the tracker's frame. Y up: x, y, z are our x, z, -y.
Vector2 ground_of(const std::array<double, 3>& position, bool y_up) {
  return y_up ? Vector2(position[0], -position[2]) : Vector2(position[0], position[1]);
}

}  // namespace

std::vector<SceneLed> list_leds(const std::vector<MarkerParameters>& robot,
                                const std::vector<Vector2>& target) {
  std::vector<SceneLed> leds;
  for (const MarkerParameters& marker : robot)
    leds.push_back({marker.name, marker.body == 0 ? TrackedPart::kSatellite : TrackedPart::kLink, marker.body,
                    marker.position});
  for (std::size_t i = 0; i < target.size(); ++i)
    leds.push_back({"target_" + std::to_string(i + 1), TrackedPart::kTarget, 0, target[i]});
  return leds;
}

TrackedLeds::TrackedLeds(const TrackerConfig& config, const std::vector<MarkerParameters>& robot,
                         const std::vector<Vector2>& target)
    : config_(config), leds_(list_leds(robot, target)) {
  if (leds_.size() > kMaxMarkers) throw HalError("there are more LEDs than the program follows");
  for (const TrackedMarker& marker : config.markers) {
    const auto named =
        std::find_if(leds_.begin(), leds_.end(), [&](const SceneLed& led) { return led.name == marker.led; });
    if (named == leds_.end()) {
      throw HalError(config.section + ".markers: there is no LED '" + marker.led +
                     "'; name one of the robot's file, or target_1");
    }
    led_of_marker_.push_back(static_cast<int>(named - leds_.begin()));
  }
}

Vector2 TrackedLeds::to_table(const std::array<double, 3>& position) const {
  return config_.origin + rotate(config_.rotation, ground_of(position, config_.y_up));
}

double TrackedLeds::yaw_in_table(const std::array<double, 4>& q) const {
  const double x = q[0];
  const double y = config_.y_up ? -static_cast<double>(q[2]) : q[1];
  const double z = config_.y_up ? q[1] : q[2];
  const double w = q[3];
  return config_.rotation + std::atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z));
}

void TrackedLeds::set(MarkerMeasurement& marker, const Vector2& p_WM, double variance) const {
  marker = MarkerMeasurement{};
  marker.seen = p_WM.allFinite();
  marker.p_WM = p_WM;
  marker.covariance = variance * Matrix2::Identity();
}

void TrackedLeds::fill_body(const BodyPose& seen, const TrackedBody& body, MarkerFrame& frame) const {
  const Vector2 p_WP = to_table(seen.position);
  const double theta = yaw_in_table(seen.quaternion) - body.rotation;
  for (std::size_t i = 0; i < leds_.size(); ++i) {
    if (!leds_[i].is_on(body)) continue;
    const Vector2 lever = leds_[i].position - body.pivot;
    const double turn = config_.angle_sigma * lever.norm();
    set(frame.markers[i], p_WP + rotate(theta, lever), config_.sigma * config_.sigma + turn * turn);
  }
}

void TrackedLeds::fill(const TrackedPoses& tracked, MarkerFrame& frame) const {
  frame.marker_count = count();
  frame.markers.fill(MarkerMeasurement{});
  for (const TrackedBody& body : config_.bodies) {
    for (const BodyPose& seen : tracked.bodies) {
      if (seen.id == body.id && seen.tracked) fill_body(seen, body, frame);
    }
  }
  for (std::size_t i = 0; i < config_.markers.size(); ++i) {
    for (const NumberedMarker& seen : tracked.markers) {
      if (seen.id != config_.markers[i].id || seen.occluded) continue;
      set(frame.markers[led_of_marker_[i]], to_table(seen.position), config_.sigma * config_.sigma);
    }
  }
  frame.blob_count =
      static_cast<int>(std::count_if(frame.markers.begin(), frame.markers.end(),
                                     [](const MarkerMeasurement& marker) { return marker.seen; }));
}

void TrackedLeds::fill_unseen(const TrackedPoses& tracked, MarkerFrame& frame) const {
  const MarkerFrame labelled = frame;
  fill(tracked, frame);
  for (std::size_t i = 0; i < leds_.size(); ++i) {
    if (labelled.markers[i].seen) frame.markers[i] = labelled.markers[i];
  }
  frame.blob_count = labelled.blob_count;
}

TableSpots TrackedLeds::spots(const TrackedPoses& tracked) const {
  TableSpots spots;
  for (const NumberedMarker& seen : tracked.markers) {
    const Vector2 place = to_table(seen.position);
    if (seen.occluded || !place.allFinite() || spots.count == kMaxTableSpots) continue;
    spots.spots[spots.count++] = {place, config_.sigma * config_.sigma * Matrix2::Identity()};
  }
  return spots;
}

std::array<double, 3> to_tracker_position(const TrackerConfig& config, const Vector2& p_W) {
  const Vector2 ground = rotate(-config.rotation, p_W - config.origin);
  constexpr double kHeight = 0.2;  // m, of no use on a table
  if (config.y_up) return {ground.x(), kHeight, -ground.y()};
  return {ground.x(), ground.y(), kHeight};
}

BodyPose to_body_pose(const TrackerConfig& config, const TrackedBody& body, const Vector2& p_W,
                      double theta) {
  BodyPose sent;
  sent.id = body.id;
  sent.tracked = true;
  sent.position = to_tracker_position(config, p_W + rotate(theta, body.pivot));
  const double yaw = wrap_angle(theta + body.rotation - config.rotation);
  const double sine = std::sin(0.5 * yaw);
  const double cosine = std::cos(0.5 * yaw);
  sent.quaternion = {0.0, config.y_up ? sine : 0.0, config.y_up ? 0.0 : sine, cosine};
  return sent;
}

}  // namespace freefloat
