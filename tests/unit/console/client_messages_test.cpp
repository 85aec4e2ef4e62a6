#include "console/client_messages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/console/client_bytes.h"

namespace freefloat::console {
namespace {

using testing::HasSubstr;
using testing_support::call_bytes;

std::string trouble_of(bool binary, std::string_view bytes) {
  const auto message = read_client_message(binary, bytes);
  return message ? "" : message.error();
}

template <class T>
T read(std::string_view text) {
  const auto message = read_client_message(false, text);
  EXPECT_TRUE(message.has_value()) << (message ? "" : message.error());
  return message && std::holds_alternative<T>(*message) ? std::get<T>(*message) : T{};
}

TEST(ClientMessages, AreReadAsTheProtocolSays) {
  const auto subscribe = read<Subscribe>(
      R"({"op":"subscribe","subscriptions":[{"id":7,"channelId":3},{"id":8,"channelId":4}]})");
  ASSERT_EQ(subscribe.subscriptions.size(), 2u);
  EXPECT_EQ(subscribe.subscriptions[1].id, 8u);
  EXPECT_EQ(subscribe.subscriptions[1].channel, 4u);
  EXPECT_EQ(read<Unsubscribe>(R"({"op":"unsubscribe","subscriptionIds":[7]})").ids.at(0), 7u);
  const auto get = read<GetParameters>(R"({"op":"getParameters","parameterNames":["a"],"id":"q"})");
  EXPECT_EQ(get.names.at(0), "a");
  EXPECT_EQ(get.id, "q");
  const auto set =
      read<SetParameters>(R"({"op":"setParameters","parameters":[{"name":"a","value":2.5}],"id":"q"})");
  EXPECT_EQ(set.values.at(0).first, "a");
  EXPECT_EQ(set.values.at(0).second, 2.5);
  EXPECT_TRUE(read<WatchParameters>(R"({"op":"subscribeParameterUpdates","parameterNames":[]})").on);
  EXPECT_FALSE(read<WatchParameters>(R"({"op":"unsubscribeParameterUpdates","parameterNames":["a"]})").on);
}

TEST(ClientMessages, ServiceCallsAreReadAsTheProtocolSays) {
  const std::string bytes = call_bytes(5, 99, R"({"a":1})");
  const auto message = read_client_message(true, bytes);
  ASSERT_TRUE(message.has_value());
  const auto& call = std::get<ServiceCall>(*message);
  EXPECT_EQ(call.service, 5u);
  EXPECT_EQ(call.call, 99u);
  EXPECT_EQ(call.encoding, "json");
  EXPECT_EQ(call.request, R"({"a":1})");
}

TEST(ClientMessages, WrongOnesAreAnsweredInWords) {
  EXPECT_THAT(trouble_of(false, ""), HasSubstr("JSON object"));
  EXPECT_THAT(trouble_of(false, "[]"), HasSubstr("JSON object"));
  EXPECT_THAT(trouble_of(false, "{"), HasSubstr("JSON object"));
  EXPECT_THAT(trouble_of(false, "{}"), HasSubstr("op"));
  EXPECT_THAT(trouble_of(false, R"({"op":7})"), HasSubstr("op"));
  EXPECT_THAT(trouble_of(false, R"({"op":"fly"})"), HasSubstr("fly"));
  EXPECT_THAT(trouble_of(false, R"({"op":"advertise","channels":[]})"), HasSubstr("not offered"));
  EXPECT_THAT(trouble_of(false, R"({"op":"subscribe"})"), HasSubstr("subscriptions"));
  EXPECT_THAT(trouble_of(false, R"({"op":"subscribe","subscriptions":[3]})"), HasSubstr("channelId"));
  EXPECT_THAT(trouble_of(false, R"({"op":"subscribe","subscriptions":[{"id":-1,"channelId":3}]})"),
              HasSubstr("whole numbers"));
  EXPECT_THAT(trouble_of(false, R"({"op":"subscribe","subscriptions":[{"id":4294967296,"channelId":3}]})"),
              HasSubstr("whole numbers"));
  EXPECT_THAT(trouble_of(false, R"({"op":"unsubscribe","subscriptionIds":["a"]})"),
              HasSubstr("whole numbers"));
  EXPECT_THAT(trouble_of(false, R"({"op":"getParameters","parameterNames":[1]})"), HasSubstr("texts"));
  EXPECT_THAT(trouble_of(false, R"({"op":"setParameters","parameters":[{"value":1}]})"), HasSubstr("name"));
  EXPECT_THAT(trouble_of(true, ""), HasSubstr("empty"));
  EXPECT_THAT(trouble_of(true, std::string_view("\x01\0\0\0\0", 5)), HasSubstr("not offered"));
  EXPECT_THAT(trouble_of(true, "\x07"), HasSubstr("unknown"));
  EXPECT_THAT(trouble_of(true, call_bytes(5, 9, "").substr(0, 12)), HasSubstr("too early"));
  std::string greedy = call_bytes(5, 9, "");
  greedy[12] = '\xFF';
  EXPECT_THAT(trouble_of(true, greedy), HasSubstr("too early"));
}

TEST(ClientMessages, DeepNestingIsNoTrouble) {
  std::string deep(kLongestMessage, '[');
  EXPECT_NE(trouble_of(false, deep), "");
}

TEST(ClientMessages, StopIsKnownByItsFirstBytes) {
  EXPECT_EQ(stop_call(true, call_bytes(1, 77, "")), 77u);
  EXPECT_EQ(stop_call(true, call_bytes(1, 77, "no json").substr(0, 9)), 77u);
  EXPECT_EQ(stop_call(true, call_bytes(2, 77, "")), std::nullopt);
  EXPECT_EQ(stop_call(true, call_bytes(1, 77, "").substr(0, 8)), std::nullopt);
  EXPECT_EQ(stop_call(false, call_bytes(1, 77, "")), std::nullopt);
}

}  // namespace
}  // namespace freefloat::console
