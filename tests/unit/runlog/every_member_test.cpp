// A member that a message's description forgets would be missing in the log: a replay from there would
// differ, and nothing that goes through the description could tell.
#include <gtest/gtest.h>

#include "runlog/messages/contact_messages.h"
#include "runlog/messages/controller_messages.h"
#include "runlog/messages/cycle_messages.h"
#include "runlog/messages/link_messages.h"
#include "runlog/messages/marker_path_messages.h"
#include "runlog/messages/operator_messages.h"
#include "runlog/messages/picture_messages.h"
#include "runlog/messages/run_messages.h"
#include "runlog/messages/target_messages.h"
#include "support/count_fields.h"

namespace freefloat {

template <>
inline constexpr std::size_t kTwoFieldMembers<ControllerState> = 6;
template <>
inline constexpr std::size_t kOwnTopicMembers<CycleInput> = 2;  // the law's answer and what the targets' own
                                                                // tracker tells, which most runs have not
template <>
inline constexpr std::size_t kOwnTopicMembers<ControllerState> = 1;  // the memory of that tracker
template <>
inline constexpr std::size_t kOwnTopicMembers<Truth> = 2;  // several targets, which most runs have not

namespace {

template <class T>
class EveryMember : public testing::Test {};

using Logged = testing::Types<CycleInput, LawAnswer, CycleOutput, ControllerState, LoopTiming, Truth,
                              PhaseEvent, LinkRecord, MarkerPathRecord, OperatorCommandRecord, ContactRecord,
                              TargetSourceMemory, TargetPlaces, PictureWindowsMessage, SpotMemoryMessage>;
TYPED_TEST_SUITE(EveryMember, Logged);

TYPED_TEST(EveryMember, IsInTheLog) {
  ForgottenFields fields;
  fields.check<TypeParam>();
  EXPECT_GT(fields.messages, 0);
  for (const std::string& message : fields.found) ADD_FAILURE() << message;
}

/// The memory of the vision's spots is packed by hand.
TEST(SpotMemoryMessage, KeepsEveryMemberOfASpot) {
  static_assert(count_members<FollowedSpot>() == 11 && count_members<LostSpot>() == 2 &&
                    count_members<UnseenLed>() == 3,
                "a new member is packed, unpacked and held against below");
  const auto time = [](int ns) { return Time{} + Duration{ns}; };
  SpotMemory memory;
  for (; memory.count < 2; ++memory.count) {
    const double m = memory.count;
    const int n = 10 * memory.count;
    memory.spots[memory.count] = {{m + 0.1, m + 0.2},
                                  {m + 0.3, m + 0.4},
                                  {m + 0.5, m + 0.6},
                                  {m + 0.7, m + 0.8},
                                  time(n + 1),
                                  time(n + 2),
                                  n + 3,
                                  n + 6,
                                  n == 0,
                                  static_cast<std::uint16_t>(n + 4),
                                  n != 0};
    memory.lost.note({{m + 0.9, m + 1.0}, time(n + 5)});
  }
  memory.unseen[1] = {{0.1, 0.2}, time(6), true};
  memory.unseen[kMaxMarkers - 1] = {{0.3, 0.4}, time(7), true};
  SpotMemoryMessage message;
  pack_spots(memory, 7, message);
  SpotMemory read;
  ASSERT_TRUE(unpack_spots(message, read));
  ASSERT_EQ(read.count, 2);
  ASSERT_EQ(read.lost.count, 2);
  for (int i = 0; i < 2; ++i) {
    const FollowedSpot& a = memory.spots[i];
    const FollowedSpot& b = read.spots[i];
    EXPECT_EQ(b.first, a.first);
    EXPECT_EQ(b.origin, a.origin);
    EXPECT_EQ(b.last, a.last);
    EXPECT_EQ(b.velocity, a.velocity);
    EXPECT_EQ(b.first_time, a.first_time);
    EXPECT_EQ(b.last_time, a.last_time);
    EXPECT_EQ(b.sightings, a.sightings);
    EXPECT_EQ(b.missed, a.missed);
    EXPECT_EQ(b.beside_target, a.beside_target);
    EXPECT_EQ(b.beside_leds, a.beside_leds);
    EXPECT_EQ(b.maybe_older, a.maybe_older);
    EXPECT_EQ(read.lost.spots[i].place, memory.lost.spots[i].place);
    EXPECT_EQ(read.lost.spots[i].time, memory.lost.spots[i].time);
  }
  for (std::size_t led = 0; led < read.unseen.size(); ++led) {
    EXPECT_EQ(read.unseen[led].known, memory.unseen[led].known);
    EXPECT_EQ(read.unseen[led].place, memory.unseen[led].place);
    EXPECT_EQ(read.unseen[led].time, memory.unseen[led].time);
  }
  message.unseen_m.pop_back();
  EXPECT_FALSE(unpack_spots(message, read));
  pack_spots(memory, 7, message);
  message.spots_m.pop_back();
  EXPECT_FALSE(unpack_spots(message, read));
}

}  // namespace
}  // namespace freefloat
