#pragma once

#include <array>
#include <cstdint>

#include "types/joint_vector.h"
#include "types/time.h"
#include "vision/label_markers.h"
#include "vision/lost_spots.h"
#include "vision/unseen_leds.h"

namespace freefloat {

/// A spot that is no LED of the robot as far as is known, followed from one search of the whole picture to
/// the next. Positions are those on the table if it stands at the target's height, m in W.
struct FollowedSpot {
  Vector2 first = Vector2::Zero();     ///< where it was seen first
  Vector2 origin = Vector2::Zero();    ///< the same of what it was one with before, as far as that is known
  Vector2 last = Vector2::Zero();      ///< where it was seen last
  Vector2 velocity = Vector2::Zero();  ///< over its last step, m/s
  Time first_time{};
  Time last_time{};
  std::int32_t sightings = 0;
  std::int32_t missed = 0;     ///< searches since it was seen first that did not see it
  bool beside_target = false;  ///< seen while the target was seen elsewhere: it is not the target
  std::uint16_t beside_leds =
      0;  ///< robot's LEDs, a bit each, that were seen elsewhere meanwhile: none of these
  /// First seen where another spot was, which may have hidden it, or hardly above the threshold, or where one
  /// was seen and missed before: it may have been there before.
  bool maybe_older = false;
};

/// What the vision remembers from picture to picture of spots that are not the robot's: which of them stand
/// where they always stood, which one moves as a target does.
struct SpotMemory {
  static constexpr int kMost = 64;

  std::array<FollowedSpot, kMost> spots{};
  std::int32_t count = 0;
  LostSpots lost;
  bool dropped = false;                    ///< whether ever a spot had to go for lack of room
  Time dropped_time{};                     ///< and when last
  bool target_known = false;               ///< whether the target was ever seen
  Vector2 target_place = Vector2::Zero();  ///< where it was seen last, m in W
  Time target_time{};                      ///< and when
  UnseenLeds unseen{};

  SpotMemory() = default;
  SpotMemory(const SpotMemory& other) { *this = other; }
  SpotMemory& operator=(const SpotMemory& other);  ///< copies what is used
};

/// @return Whether a spot has stood still for so long that it belongs to the room, or to a target that does
/// not move.
bool rests(const FollowedSpot& spot);

/// @return Whether a spot has been found again where it was; it may not have been there for long.
bool stands(const FollowedSpot& spot);

/// @return Whether a spot has gone as far as no standing one is ever measured off.
bool moves(const FollowedSpot& spot);

/// @return Whether its last step goes on as it has gone so far, as that of a target does on which nothing
/// acts. One that leapt, because another's light drew it aside, does not.
bool moves_steadily(const FollowedSpot& spot);

/// @return Whether it was seen in three of four searches. What comes and goes may be glare, noise, or a pixel
/// that is hardly bright enough.
bool is_seen_steadily(const FollowedSpot& spot);

/// Which followed spot each blob of a picture is; -1: none.
using FollowedBlobs = std::array<int, kMaxBlobs>;

/// What of a picture's blobs is known before its spots are followed.
struct KnownBlobs {
  SpotMarks leds{};              ///< labelled, for certain; robot's or target's
  SpotMarks moving{};            ///< of these, the ones that are only passing where they are
  SpotMarks maybe_older{};       ///< may have been there before they were found, or as an LED
  bool target_seen = false;      ///< whether the target is among them
  std::uint16_t robot_seen = 0;  ///< which of the robot's LEDs are, a bit each

  /// @param marker LED that the blob is. @param is_moving Whether it is only passing there.
  void add(const MarkerScene& scene, int marker, int blob, bool is_moving);
};

/// Takes the spots of one search of a whole picture into the memory: each blob that is no LED goes on the way
/// of one followed before, or begins a new one. Spots followed where an LED is were this LED, and are let go;
/// but one that has rested where an LED comes by stays. What was seen in fewer than three searches running is
/// let go when it is missed: glare comes and goes. One that leaps off its way ran together with another
/// before; its motion is counted anew from there.
/// @param plane LED at whose height the spots are taken to stand.
void follow_spots(const MappedBlobs& blobs, int plane, const KnownBlobs& known, Time at, SpotMemory& memory,
                  FollowedBlobs& followed);

/// Tells of each blob whether it stands where one has rested, and beside which LEDs.
void mark_resting(const SpotMemory& memory, const MappedBlobs& blobs, int plane, TrackingHints& hints);

/// @return The followed spot, of several the one seen most often, that a blob may go on; -1: none.
int find_followed(const SpotMemory& memory, const Vector2& place, Time at);

/// @return In how many searches the spot was seen that a blob goes on, while it was no LED; 0: in none.
int count_sightings(const SpotMemory& memory, const Vector2& place, Time at);

/// Remembers of all spots of this search but the target's that they were seen beside it.
void note_beside_target(int target_spot, Time at, SpotMemory& memory);

/// Remembers that a followed spot is not one of the robot's LEDs.
void note_not_led(int led, int spot, SpotMemory& memory);

/// Remembers where the target was seen.
void note_target(const Vector2& p_WT, Time at, SpotMemory& memory);

/// Lets a followed spot go that has been found to be an LED. The last one takes its place.
void let_go(int spot, SpotMemory& memory);

/// @return Whether a target can have come to a place since it was seen last.
bool can_be_target_at(const SpotMemory& memory, const Vector2& p_WT, Time at);

}  // namespace freefloat
