#include "hal/motion_capture/emulated_tracker.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "types/angle.h"

namespace freefloat {
EmulatedTracker::EmulatedTracker(const TrackerConfig& config, const EmulatedCameraConfig& emulation,
                                 const std::vector<MarkerParameters>& robot,
                                 const std::vector<Vector2>& target, MarkerSensor& world, Clock& clock)
    : config_(config), emulation_(emulation), leds_(list_leds(robot, target)), world_(world), clock_(clock) {}

/// The pose that fits its LEDs best; one LED alone tells no attitude.
std::optional<BodyPose> EmulatedTracker::solve_body(const TrackedBody& body, const MarkerFrame& seen) const {
  std::vector<std::pair<Vector2, Vector2>> pairs;  // on the part, on the table
  Vector2 mean_part = Vector2::Zero();
  Vector2 mean_table = Vector2::Zero();
  std::size_t of_body = 0;
  for (std::size_t i = 0; i < leds_.size(); ++i) {
    const bool mine = leds_[i].is_on(body);
    of_body += mine ? 1 : 0;
    if (!mine || !seen.markers[i].seen) continue;
    pairs.emplace_back(leds_[i].position, seen.markers[i].p_WM);
    mean_part += leds_[i].position;
    mean_table += seen.markers[i].p_WM;
  }
  if (pairs.empty() || (pairs.size() == 1 && of_body > 1)) return std::nullopt;
  mean_part /= static_cast<double>(pairs.size());
  mean_table /= static_cast<double>(pairs.size());
  double dot = 0.0;
  double cross = 0.0;
  for (const auto& [part, table] : pairs) {
    const Vector2 a = part - mean_part;
    const Vector2 b = table - mean_table;
    dot += a.dot(b);
    cross += a.x() * b.y() - a.y() * b.x();
  }
  const double theta = pairs.size() > 1 ? std::atan2(cross, dot) : 0.0;
  return to_body_pose(config_, body, mean_table - rotate(theta, mean_part), theta);
}

TrackedPoses EmulatedTracker::solve(const MarkerFrame& seen) const {
  TrackedPoses poses;
  for (const TrackedBody& body : config_.bodies) {
    BodyPose lost;
    lost.id = body.id;
    poses.bodies.push_back(solve_body(body, seen).value_or(lost));
  }
  for (const TrackedMarker& marker : config_.markers) {
    for (std::size_t i = 0; i < leds_.size(); ++i) {
      if (leds_[i].name != marker.led) continue;
      poses.markers.push_back(
          {marker.id, to_tracker_position(config_, seen.markers[i].p_WM), !seen.markers[i].seen});
    }
  }
  // Markers that the tracker knows by no number get another one each time.
  for (std::size_t i = 0; config_.identify && i < leds_.size(); ++i) {
    const std::size_t led = (i + seen.sequence) % leds_.size();
    if (!seen.markers[led].seen) continue;
    const auto number = static_cast<std::int32_t>(50'000 + (seen.sequence * 16 + i) % 10'000);
    poses.markers.push_back({number, to_tracker_position(config_, seen.markers[led].p_WM), false});
  }
  return poses;
}

void EmulatedTracker::spoil(TrackedPoses& poses, Time now) {
  constexpr double kJump = 0.05;  // m
  if (has(CameraDefect::kFrozen, now)) {
    if (!frozen_) frozen_ = poses;
    poses = *frozen_;
  } else {
    frozen_.reset();
  }
  if (has(CameraDefect::kBodiesSwapped, now) && poses.bodies.size() > 1)
    std::swap(poses.bodies[0].id, poses.bodies[1].id);
  if (!has(CameraDefect::kJump, now)) return;
  for (BodyPose& body : poses.bodies) body.position[0] += kJump;
  for (NumberedMarker& marker : poses.markers) marker.position[0] += kJump;
}

std::optional<EmulatedTracker::Sight> EmulatedTracker::look() {
  constexpr std::uint64_t kLossBeat = 3;
  MarkerFrame seen;
  // One at a time: a world in real time makes its reader wait.
  if (world_.read(seen) != ReadStatus::kFrame) return std::nullopt;
  const Time now = clock_.now();
  const bool lost = has(CameraDefect::kPicturesLost, now) && seen.sequence % kLossBeat == 0;
  if (lost || has(CameraDefect::kUnplugged, now)) return std::nullopt;
  Sight sight{solve(seen), seen.sequence, seen.capture_time, now};
  spoil(sight.poses, now);
  return sight;
}

std::int64_t EmulatedTracker::own_time(Time time) const {
  const double seconds = to_seconds(time.time_since_epoch()) * (1.0 + emulation_.clock_drift) +
                         to_seconds(emulation_.clock_offset);
  return from_seconds(std::max(seconds, 0.0)).count();
}

}  // namespace freefloat
