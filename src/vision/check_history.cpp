#include "vision/check_history.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace freefloat {
namespace {

constexpr int kLongFollowed = 10;      // searches
constexpr double kLeastHistory = 0.1;  // s
constexpr double kSameBegin = 0.1;     // s; for so long the way at its begin is taken to be straight
constexpr double kParallax = 0.05;     // of a way; LEDs are not all at one height
constexpr double kWentAway = 0.03;     // m; a neighbour's way, while what stands stays within a tenth of it

/// A robot's LED as the search labels it, and the spot that it goes on.
struct LabelledSpot {
  int marker = 0;
  int spot = -1;             // of the memory; below 0: none that was followed for long
  int held = 0, broken = 0;  // lengths to others, then
};

/// @return Where a spot was, m in W. @param time Not before it was seen first.
Vector2 place_at(const FollowedSpot& spot, Time time) {
  const double share = to_seconds(time - spot.first_time) / to_seconds(spot.last_time - spot.first_time);
  return spot.first + share * (spot.last - spot.first);
}

/// How far off its length a pair was at the earliest time at which both spots were followed, m; 0 where
/// nothing is known.
double length_error_then(const MarkerScene& scene, const MappedBlobs& mapped, const SpotMemory& memory,
                         int plane, const Labels& labels, const LabelledSpot& a, const LabelledSpot& b,
                         Time at) {
  const FollowedSpot& spot_a = memory.spots[a.spot];
  const FollowedSpot& spot_b = memory.spots[b.spot];
  const Time begin = std::max(spot_a.first_time, spot_b.first_time);
  const FollowedSpot& older = spot_a.first_time < spot_b.first_time ? spot_a : spot_b;
  const bool is_known_then = stands(older) || to_seconds(begin - older.first_time) <= kSameBegin;
  if (to_seconds(at - begin) < kLeastHistory || !is_known_then) return 0.0;
  const int blob_a = labels[a.marker];
  const int blob_b = labels[b.marker];
  const Vector2 now = mapped.at(a.marker, blob_a) - mapped.at(b.marker, blob_b);
  const Vector2 heights = now - (mapped.at(plane, blob_a) - mapped.at(plane, blob_b));
  const Vector2 then_a = place_at(spot_a, begin);
  const Vector2 then_b = place_at(spot_b, begin);
  const double ways = (mapped.at(plane, blob_a) - then_a).norm() + (mapped.at(plane, blob_b) - then_b).norm();
  const double error = std::abs((then_a - then_b + heights).norm() - scene.between(a.marker, b.marker).min);
  return std::max(0.0, error - kParallax * ways);
}

// The spot of the memory that a label goes on; -1: none that was followed for long.
int find_long_followed(const SpotMemory& memory, const MappedBlobs& mapped, int plane, int blob, Time at) {
  const int spot = blob == kNoBlob ? -1 : find_followed(memory, mapped.at(plane, blob), at);
  return spot >= 0 && memory.spots[spot].sightings >= kLongFollowed ? spot : -1;
}

}  // namespace

void drop_contradicted_by_history(const MarkerScene& scene, const MappedBlobs& mapped, int plane, Time at,
                                  double length_tolerance, SpotMemory& memory, Labels& labels) {
  std::array<LabelledSpot, kMaxMarkers> spots{};
  for (int m = 0; m < scene.robot_count; ++m) {
    spots[m] = {m, find_long_followed(memory, mapped, plane, labels[m], at)};
  }
  int most_broken = 0;
  for (int a = 0; a < scene.robot_count; ++a) {
    for (int b = 0; b < a; ++b) {
      if (spots[a].spot < 0 || spots[b].spot < 0 || !scene.between(a, b).rigid) continue;
      const bool holds =
          length_error_then(scene, mapped, memory, plane, labels, spots[a], spots[b], at) <= length_tolerance;
      for (LabelledSpot* const led : {&spots[a], &spots[b]}) {
        ++(holds ? led->held : led->broken);
        most_broken = std::max(most_broken, led->broken);
      }
    }
  }
  if (most_broken == 0) return;
  // The one whose other lengths hold is the LED; where that does not tell, neither is believed.
  int most_held = 0, least_held = kMaxMarkers;
  for (const LabelledSpot& led : spots) {
    if (led.broken < most_broken) continue;
    most_held = std::max(most_held, led.held);
    least_held = std::min(least_held, led.held);
  }
  for (const LabelledSpot& led : spots) {
    if (led.broken < most_broken || led.held > least_held) continue;
    if (most_held > least_held) note_not_led(led.marker, led.spot, memory);
    labels[led.marker] = kNoBlob;
  }
}

void drop_left_behind(const MarkerScene& scene, const MappedBlobs& mapped, int plane, Time at,
                      SpotMemory& memory, Labels& labels) {
  std::array<int, kMaxMarkers> spots{};
  for (int m = 0; m < scene.robot_count; ++m)
    spots[m] = find_long_followed(memory, mapped, plane, labels[m], at);
  const Labels found = labels;
  for (int m = 0; m < scene.robot_count; ++m) {
    const int standing = spots[m];
    if (standing < 0 || !rests(memory.spots[standing])) continue;
    for (int other = 0; other < scene.robot_count; ++other) {
      const int spot = spots[other];
      if (other == m || spot < 0 || !scene.between(m, other).rigid) continue;
      const Time begin = std::max(memory.spots[standing].first_time, memory.spots[spot].first_time);
      const Vector2 way = mapped.at(plane, found[other]) - place_at(memory.spots[spot], begin);
      if (way.norm() < kWentAway) continue;
      note_not_led(m, standing, memory);
      labels[m] = kNoBlob;
      break;
    }
  }
}

}  // namespace freefloat
