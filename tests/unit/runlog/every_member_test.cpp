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

}  // namespace
}  // namespace freefloat
