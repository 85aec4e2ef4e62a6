// What is refused, malformed or silent: the answer, and what stands in the log of it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "unit/console/hub_fixture.h"

namespace freefloat::console {
namespace {

using nlohmann::json;
using testing::HasSubstr;

/// @return Whether that was told to the desk, for the log.
bool decided(const FakeDesk& desk, const std::string& what, bool accepted, const std::string& words,
             const std::string& name, const std::string& address) {
  const auto all = desk.decisions();
  return std::any_of(all.begin(), all.end(), [&](const FakeDesk::Decision& one) {
    return one.what == what && one.accepted == accepted && one.words.find(words) != std::string::npos &&
           one.caller.name == name && one.caller.address == address;
  });
}

TEST_F(HubTest, RefusedCommandsAreToldForTheLogWithWhoAndWhy) {
  const ClientId looks_on = viewer();
  const ClientId id = commander();
  const ClientId other = commander();
  ask(looks_on, "run");
  EXPECT_TRUE(decided(desk_, "run", false, "looking on", "", "10.0.0.1"));
  ask(id, "arm");
  EXPECT_TRUE(decided(desk_, "arm", false, "take command first", "", "10.0.0.2"));
  ask(id, "lease_take", R"({"name":"Ada"})");
  EXPECT_TRUE(decided(desk_, "lease_take", true, "you command", "Ada", "10.0.0.2"));
  ask(other, "lease_take", R"({"name":"Bob"})");
  EXPECT_TRUE(decided(desk_, "lease_take", false, "Ada", "Bob", "10.0.0.3"));
  call(other, "pause", "[1]");
  EXPECT_TRUE(decided(desk_, "pause", false, "JSON object", "Bob", "10.0.0.3"));
  hub_.receive(other, true, call_bytes(4711, 3, "{}"), now_);
  EXPECT_TRUE(decided(desk_, "message", false, "4711", "Bob", "10.0.0.3"));
  say(other, R"({"op":"setParameters","parameters":[{"name":"a","value":1}]})");
  EXPECT_TRUE(decided(desk_, "set", false, "Ada commands", "Bob", "10.0.0.3"));
  say(other, "{");
  EXPECT_TRUE(decided(desk_, "message", false, "JSON", "Bob", "10.0.0.3"));
  EXPECT_TRUE(desk_.asked().empty());
}

TEST_F(HubTest, WhatTheDeskIsAskedIsItsOwnToTell) {
  const ClientId id = commander();
  ask(id, "lease_take", R"({"name":"Ada"})");
  ask(id, "run");
  ask(viewer(), "stop");
  EXPECT_EQ(desk_.decisions().size(), 1u);
}

TEST_F(HubTest, ManyRefusalsAreCountedAndNotAllTold) {
  const ClientId id = viewer();
  for (int i = 0; i < 150; ++i) ask(id, "run");
  EXPECT_EQ(desk_.decisions().size(), 10u);
  now_ += seconds(1);
  ask(id, "run");
  EXPECT_TRUE(decided(desk_, "run", false, "140 others were refused before", "", "10.0.0.1"));
}

TEST_F(HubTest, EndOfALeaseIsToldForTheLog) {
  const ClientId ada = commander();
  ask(ada, "lease_take", R"({"name":"Ada"})");
  hub_.remove(ada);
  EXPECT_TRUE(decided(desk_, "lease_lost", true, "has left", "Ada", "10.0.0.1"));
  const ClientId bob = commander();
  ask(bob, "lease_take", R"({"name":"Bob"})");
  hub_.tick(now_ + seconds(10));
  EXPECT_TRUE(decided(desk_, "lease_lost", true, "silent", "Bob", "10.0.0.2"));
}

TEST_F(HubTest, SilentClientsAreEndedInWordsAndOthersStay) {
  const ClientId gone = viewer();
  const ClientId there = viewer();
  hub_.tick(now_);
  hub_.heard(there, now_ + seconds(5));  // the answer to a ping
  hub_.tick(now_ + milliseconds(9'999));
  EXPECT_EQ(hub_.closing(gone), nullptr);
  hub_.tick(now_ + seconds(10));
  ASSERT_NE(hub_.closing(gone), nullptr);
  EXPECT_EQ(hub_.closing(gone)->code, kGoingAway);
  EXPECT_THAT(hub_.closing(gone)->words, HasSubstr("no sign of life"));
  EXPECT_EQ(hub_.closing(there), nullptr);
}

TEST_F(HubTest, PageOfAnotherVersionIsAnsweredInWordsAndStays) {
  const ClientId id = commander();
  say(id, R"({"op":"subscribeConnectionGraph"})");
  EXPECT_THAT(next_text(id)["message"], HasSubstr("subscribeConnectionGraph"));
  hub_.receive(id, true, std::string("\x07 a binary message of tomorrow"), now_);
  EXPECT_EQ(next_text(id)["op"], "status");
  subscribe(id, 63);
  EXPECT_THAT(next_text(id)["message"], HasSubstr("no channel 63"));
  ask(id, "lease_take", R"({"name":"Ada"})");
  hub_.receive(id, true, call_bytes(200, 1, R"({"new":true})"), now_);
  EXPECT_EQ(next_text(id)["op"], "serviceCallFailure");
  EXPECT_EQ(ask(id, "run", R"({"a_field_of_yesterday":[1,2]})")["done"], true);
  EXPECT_EQ(hub_.closing(id), nullptr);
}

}  // namespace
}  // namespace freefloat::console
