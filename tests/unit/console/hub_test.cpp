// What clients get for what they send, without sockets.
#include "console/hub.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "console/foxglove_messages.h"
#include "console/services.h"
#include "unit/console/hub_fixture.h"

namespace freefloat::console {
namespace {

using nlohmann::json;
using testing::HasSubstr;

TEST_F(HubTest, GreetsWithServerChannelsAndServices) {
  const ClientId id = connect();
  const json info = next_text(id);
  EXPECT_EQ(info["op"], "serverInfo");
  EXPECT_EQ(info["name"], "Freefloat");
  EXPECT_EQ(info["metadata"]["version"], "1.2.3");
  EXPECT_EQ(info["capabilities"], json({"time", "services", "parameters", "parametersSubscribe"}));
  const json channels = next_text(id)["channels"];
  EXPECT_EQ(channels.size(), kRunTopicCount - 7 + 5);
  for (const json& channel : channels) {
    EXPECT_FALSE(channel["schema"].get<std::string>().empty());
    EXPECT_TRUE(channel["schemaEncoding"] == "ros2msg" || channel["schemaEncoding"] == "jsonschema");
    if (channel["schemaEncoding"] == "jsonschema") {
      EXPECT_TRUE(json::parse(channel["schema"].get<std::string>()).is_object());
    }
  }
  const json services = next_text(id)["services"];
  ASSERT_EQ(services.size(), console::services().size());
  EXPECT_EQ(services[0]["name"], "/freefloat/stop");
  for (const json& service : services)
    EXPECT_TRUE(json::parse(service["request"]["schema"].get<std::string>()).is_object()) << service;
}

TEST_F(HubTest, AnybodyStops) {
  const ClientId looks_on = viewer();
  const ClientId commands = commander();
  ask(commands, "lease_take", R"({"name":"Ada"})");
  const json answer = ask(looks_on, "stop");
  EXPECT_EQ(answer["done"], true);
  EXPECT_EQ(desk_.stops(), 1);
}

TEST_F(HubTest, StopNeedsNoReadableRequest) {
  const ClientId id = viewer();
  hub_.receive(id, true, call_bytes(kStopService, 1, "\xFF{", "cbor"), now_);
  hub_.receive(id, true, call_bytes(kStopService, 2, "").substr(0, 9), now_);
  EXPECT_EQ(desk_.stops(), 2);
  EXPECT_EQ(next_answer(id)["done"], true);
  EXPECT_EQ(next_answer(id)["done"], true);
}

TEST_F(HubTest, StopIsCarriedOutAfterTooManyMessages) {
  const ClientId id = viewer();
  for (int i = 0; i < 1000; ++i) say(id, "{}");
  call(id, "stop", "{}");
  EXPECT_EQ(desk_.stops(), 1);
  EXPECT_EQ(hub_.closing(id), nullptr);
  now_ += milliseconds(501);
  hub_.tick(now_);
  ASSERT_NE(hub_.closing(id), nullptr);
  EXPECT_EQ(hub_.closing(id)->code, kAgainstTheRules);
  EXPECT_THAT(hub_.closing(id)->words, HasSubstr("200 a second"));
  call(id, "stop", "{}");
  EXPECT_EQ(desk_.stops(), 2);
}

TEST_F(HubTest, EveryRepeatedStopIsAnswered) {
  const ClientId id = viewer();
  for (std::uint32_t i = 0; i < 50; ++i) call(id, "stop", "{}", i);
  for (std::uint32_t i = 0; i < 50; ++i) EXPECT_EQ(next_answer(id)["done"], true);
}

TEST_F(HubTest, CommandsNeedTheTokenAndTheLease) {
  const ClientId looks_on = viewer();
  EXPECT_THAT(ask(looks_on, "run")["words"], HasSubstr("start-up link"));
  EXPECT_THAT(ask(looks_on, "lease_take", R"({"name":"Eve"})")["words"], HasSubstr("start-up link"));
  const ClientId id = commander();
  EXPECT_THAT(ask(id, "run")["words"], HasSubstr("take command first"));
  EXPECT_TRUE(desk_.asked().empty());
  EXPECT_EQ(ask(id, "lease_take", R"({"name":"Ada"})")["done"], true);
  EXPECT_EQ(ask(id, "run")["done"], true);
  const ClientId other = commander();
  EXPECT_THAT(ask(other, "run")["words"], HasSubstr("Ada commands"));
  ASSERT_EQ(desk_.asked().size(), 1u);
  EXPECT_EQ(desk_.asked()[0].what, "run");
  EXPECT_EQ(desk_.asked()[0].caller.name, "Ada");
  EXPECT_EQ(desk_.asked()[0].caller.address, "10.0.0.2");
}

TEST_F(HubTest, EveryServiceButSixNeedsTheLease) {
  const ClientId id = commander();
  int free = 0;
  for (const Service& service : services()) {
    const json answer = ask(id, service.name, R"({"name":"Ada"})");
    if (answer["done"] == true) ++free;
    if (service.name == "lease_take") ask(id, "lease_give");
    if (service.name == "lease_ask") ask(id, "lease_give");
  }
  // stop, lease_take, lease_ask, runs, run_track, bring_up; lease_give has nothing to give.
  EXPECT_EQ(free, 6);
}

TEST_F(HubTest, RunsAreListedForEverybody) {
  desk_.set_runs({"one"});
  const json answer = ask(viewer(), "runs");
  EXPECT_EQ(answer["result"]["runs"][0]["name"], "one");
}

TEST_F(HubTest, UnknownServicesAndWrongRequestsFailInWords) {
  const ClientId id = commander();
  hub_.receive(id, true, call_bytes(4711, 3, "{}"), now_);
  json failure = next_text(id);
  EXPECT_EQ(failure["op"], "serviceCallFailure");
  EXPECT_EQ(failure["callId"], 3);
  EXPECT_THAT(failure["message"], HasSubstr("4711"));
  call(id, "runs", "{");
  EXPECT_THAT(next_text(id)["message"], HasSubstr("JSON object"));
  call(id, "runs", "[]");
  EXPECT_THAT(next_text(id)["message"], HasSubstr("JSON object"));
  hub_.receive(id, true, call_bytes(number_of("runs"), 3, "{}", "ros1"), now_);
  EXPECT_THAT(next_text(id)["message"], HasSubstr("json"));
}

TEST_F(HubTest, LostOperatorIsToldToTheDeskOnce) {
  const ClientId id = commander();
  ask(id, "lease_take", R"({"name":"Ada"})");
  hub_.tick(now_ + milliseconds(9'999));
  EXPECT_EQ(desk_.lost(), 0);
  hub_.tick(now_ + seconds(10));
  EXPECT_EQ(desk_.lost(), 1);
  hub_.remove(id);
  EXPECT_EQ(desk_.lost(), 1);
}

TEST_F(HubTest, LeavingOperatorIsToldToTheDesk) {
  const ClientId id = commander();
  ask(id, "lease_take", R"({"name":"Ada"})");
  hub_.remove(id);
  EXPECT_EQ(desk_.lost(), 1);
}

TEST_F(HubTest, PongsKeepTheLease) {
  const ClientId id = commander();
  ask(id, "lease_take", R"({"name":"Ada"})");
  hub_.heard(id, now_ + seconds(9));
  hub_.tick(now_ + seconds(18));
  EXPECT_EQ(desk_.lost(), 0);
}

TEST_F(HubTest, StateIsToldAtSubscriptionAndWhenItChanges) {
  const ClientId id = viewer();
  subscribe(id, kDeskChannel, 42);
  auto frame = hub_.next(id);
  ASSERT_TRUE(frame);
  EXPECT_EQ(frame->head_bytes(), std::string_view("\x01\x2a\0\0\0\xe8\x03\0\0\0\0\0\0", 13));
  EXPECT_EQ(json::parse(frame->body_bytes())["mode"], "idle");
  hub_.tick(now_);
  hub_.next(id);  // the time
  EXPECT_FALSE(hub_.next(id));
  desk_.set_state({{"mode", "running"}});
  hub_.tick(now_ + milliseconds(20));
  frame = hub_.next(id);
  ASSERT_TRUE(frame);
  EXPECT_EQ(json::parse(frame->body_bytes())["mode"], "running");
}

TEST_F(HubTest, StateSaysWhoCommands) {
  const ClientId id = commander();
  const ClientId other = viewer();
  subscribe(id, kDeskChannel);
  subscribe(other, kDeskChannel);
  ask(id, "lease_take", R"({"name":"Ada"})");
  EXPECT_EQ(json::parse(hub_.next(id)->body_bytes())["operator"],
            json({{"name", "Ada"}, {"address", "10.0.0.1"}, {"you", true}, {"wanted_by", ""}}));
  EXPECT_EQ(json::parse(hub_.next(other)->body_bytes())["operator"]["you"], false);
}

TEST_F(HubTest, MessagesGoToThoseWhoSubscribed) {
  const ClientId one = viewer();
  const ClientId two = viewer();
  EXPECT_EQ(hub_.wanted(), 0u);
  subscribe(one, 3, 9);
  EXPECT_EQ(hub_.wanted(), 1u << 3);
  hub_.publish({3, 500, std::make_shared<const std::string>("bytes")});
  const auto frame = hub_.next(one);
  ASSERT_TRUE(frame);
  EXPECT_EQ(frame->body_bytes(), "bytes");
  EXPECT_FALSE(hub_.next(two));
  say(one, R"({"op":"unsubscribe","subscriptionIds":[9]})");
  EXPECT_EQ(hub_.wanted(), 0u);
  hub_.publish({3, 500, std::make_shared<const std::string>("bytes")});
  EXPECT_FALSE(hub_.next(one));
}

TEST_F(HubTest, WrongSubscriptionsAreAnsweredInWords) {
  const ClientId id = viewer();
  subscribe(id, 4711);
  EXPECT_THAT(next_text(id)["message"], HasSubstr("no channel 4711"));
  subscribe(id, 3, 1);
  subscribe(id, 3, 2);
  EXPECT_THAT(next_text(id)["message"], HasSubstr("subscribed to already"));
  subscribe(id, 4, 1);
  EXPECT_THAT(next_text(id)["message"], HasSubstr("there already"));
  say(id, R"({"op":"unsubscribe","subscriptionIds":[8]})");
  EXPECT_THAT(next_text(id)["message"], HasSubstr("no subscription 8"));
}

TEST_F(HubTest, ParametersAreTheDesksSettings) {
  desk_.set_state({{"settings", {{{"key", "a"}, {"value", "1"}}, {{"key", "b"}, {"value", "2"}}}}});
  const ClientId id = commander();
  say(id, R"({"op":"getParameters","parameterNames":["b"],"id":"q"})");
  EXPECT_EQ(next_text(id),
            json::parse(R"({"op":"parameterValues","id":"q","parameters":[{"name":"b","value":"2"}]})"));
  say(id, R"({"op":"subscribeParameterUpdates","parameterNames":["a"]})");
  desk_.set_state({{"settings", {{{"key", "a"}, {"value", "7"}}}}});
  hub_.tick(now_);
  EXPECT_EQ(next_text(id)["parameters"], json::parse(R"([{"name":"a","value":"7"}])"));
}

TEST_F(HubTest, ParametersAreSetByTheOperatorOnly) {
  const ClientId id = commander();
  const std::string set = R"({"op":"setParameters","parameters":[{"name":"a","value":2.5}],"id":"s"})";
  say(id, set);
  EXPECT_THAT(next_text(id)["message"], HasSubstr("take command first"));
  EXPECT_EQ(next_text(id)["id"], "s");
  ask(id, "lease_take", R"({"name":"Ada"})");
  say(id, set);
  ASSERT_EQ(desk_.asked().size(), 1u);
  EXPECT_EQ(desk_.asked()[0].what, "set");
  EXPECT_EQ(desk_.asked()[0].request, json({{"key", "a"}, {"value", "2.5"}}));
}

TEST_F(HubTest, NinthClientIsTurnedAwayInWords) {
  for (int i = 0; i < 8; ++i) connect();
  const ClientId ninth = connect();
  ASSERT_NE(hub_.closing(ninth), nullptr);
  EXPECT_EQ(hub_.closing(ninth)->code, kTryAgainLater);
  EXPECT_THAT(hub_.closing(ninth)->words, HasSubstr("8 places"));
  EXPECT_FALSE(hub_.next(ninth));
  EXPECT_EQ(hub_.client_count(), 8);
  hub_.remove(ninth);
  EXPECT_EQ(hub_.client_count(), 8);
}

TEST_F(HubTest, MessagesOfMoreThan64KiBEndTheConnectionInWords) {
  const ClientId id = viewer();
  say(id, std::string(kLongestMessage + 1, ' '));
  ASSERT_NE(hub_.closing(id), nullptr);
  EXPECT_EQ(hub_.closing(id)->code, kTooBig);
}

TEST_F(HubTest, WhoDoesNotReadNotesIsCutOff) {
  const ClientId id = viewer();
  subscribe(id, kNoteChannel);
  const auto note = std::make_shared<const std::string>(std::string(10'000, 'x'));
  for (int i = 0; i < 200 && !hub_.is_cut(id); ++i) hub_.publish({kNoteChannel, 0, note});
  EXPECT_TRUE(hub_.is_cut(id));
}

TEST_F(HubTest, TimeIsToldTenTimesASecondWhileItPasses) {
  const ClientId id = viewer();
  int told = 0;
  for (int ms = 0; ms < 1000; ms += 20) {
    time_ns_ += 20'000'000;
    hub_.tick(now_ + milliseconds(ms));
    while (const auto frame = hub_.next(id)) told += frame->head[0] == 2;
  }
  EXPECT_EQ(told, 10);
}

TEST_F(HubTest, DeskThatThrowsIsAnAnswer) {
  class Throwing : public FakeDesk {
    Answer ask(std::string_view, const json& request, const Caller&) override {
      return {true, request.at("missing").get<std::string>(), {}};
    }
  } desk;
  Hub hub(desk, {"s", "v", 8, [] { return std::uint64_t{0}; }});
  const ClientId id = hub.add("x", true, [] {});
  hub.receive(id, true, call_bytes(number_of("runs"), 1, "{}"), now_);
  for (int i = 0; i < 3; ++i) hub.next(id);
  const auto frame = hub.next(id);
  ASSERT_TRUE(frame);
  EXPECT_THAT(std::string(frame->body_bytes()), HasSubstr("could not be understood"));
}

}  // namespace
}  // namespace freefloat::console
