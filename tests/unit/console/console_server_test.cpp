// The server at its port, with clients of every kind.
#include "console/console_server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <ifaddrs.h>
#include <net/if.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "console/channels.h"
#include "console/client_messages.h"
#include "console/instant.h"
#include "support/fake_desk.h"
#include "support/made_up_pictures.h"
#include "unit/console/client_bytes.h"
#include "unit/console/socket_client.h"

namespace freefloat::console {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing_support::call_bytes;
using testing_support::FakeDesk;
using testing_support::made_up_cycle;
using testing_support::made_up_facts;
using testing_support::SocketClient;

std::size_t open_descriptors() {
  const std::filesystem::directory_iterator all("/proc/self/fd");
  return std::distance(begin(all), end(all));
}

std::size_t running_threads() {
  const std::filesystem::directory_iterator all("/proc/self/task");
  return std::distance(begin(all), end(all));
}

/// @return This PC has an IPv4 address beside its own loop.
bool has_other_address() {
  ifaddrs* all = nullptr;
  if (getifaddrs(&all) != 0) return false;
  bool found = false;
  for (const ifaddrs* one = all; one != nullptr; one = one->ifa_next) {
    const bool is_ipv4 = one->ifa_addr != nullptr && one->ifa_addr->sa_family == AF_INET;
    found = found || (is_ipv4 && (one->ifa_flags & IFF_UP) != 0 && (one->ifa_flags & IFF_LOOPBACK) == 0);
  }
  freeifaddrs(all);
  return found;
}

/// Waits for what another thread is about to do.
template <class Condition>
bool comes_true(Condition&& condition) {
  for (int i = 0; i < 30'000; ++i) {
    if (condition()) return true;
    std::this_thread::sleep_for(milliseconds(1));
  }
  return false;
}

class ConsoleServerTest : public testing::Test {
 protected:
  ConsoleServerTest() { start({}); }

  void start(ConsoleConfig config) {
    config.port = 0;
    server_.emplace(std::move(config), desk_);
    server_->set_run(made_up_facts());
    server_->start();
  }

  /// A client that has been greeted.
  SocketClient websocket(const std::string& more = "", int receive_buffer = 0) {
    SocketClient client(server_->port(), receive_buffer);
    const std::string head = client.upgrade("Sec-WebSocket-Protocol: foxglove.sdk.v1\r\n" + more);
    EXPECT_THAT(head, HasSubstr("101 Switching Protocols"));
    EXPECT_THAT(head, HasSubstr("foxglove.sdk.v1"));
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(client.receive());
    return client;
  }
  std::string cookie() const { return "Cookie: freefloat_token=" + server_->token() + "\r\n"; }

  static void subscribe(SocketClient& client, std::uint32_t channel) {
    client.say(
        json{{"op", "subscribe"}, {"subscriptions", {{{"id", channel}, {"channelId", channel}}}}}.dump());
  }
  /// Asks, and waits for the answer.
  static json ask(SocketClient& client, std::uint32_t service, std::string_view request) {
    client.say_binary(call_bytes(service, 1, request));
    const auto answer = client.receive_until(
        [](const SocketClient::Message& message) { return message.opcode == 2 && message.bytes[0] == 3; });
    return answer && answer->opcode == 2 ? json::parse(answer->bytes.substr(17)) : json();
  }

  FakeDesk desk_;
  std::optional<ConsoleServer> server_;
};

TEST_F(ConsoleServerTest, AnswersSeveralRequestsOnOneConnection) {
  SocketClient client(server_->port());
  EXPECT_THAT(client.get("/nothing"), HasSubstr("404"));
  EXPECT_THAT(client.get("/?token=" + server_->token()), HasSubstr("Set-Cookie"));
  EXPECT_THAT(client.request("POST / HTTP/1.1\r\nHost: " + client.host() + "\r\n\r\n"), HasSubstr("405"));
}

TEST_F(ConsoleServerTest, WhatIsNoRequestIsRefusedInWords) {
  SocketClient nonsense(server_->port());
  EXPECT_THAT(nonsense.request("hello robot\r\n\r\n"), HasSubstr("400 Bad Request"));
  EXPECT_TRUE(nonsense.ends());
  SocketClient greedy(server_->port());
  EXPECT_THAT(greedy.get("/", "X: " + std::string(20'000, 'x') + "\r\n"), HasSubstr("431"));
  EXPECT_TRUE(greedy.ends());
  SocketClient twice(server_->port());
  EXPECT_THAT(twice.get("/", "Host: evil.example\r\n"), HasSubstr("421"));
  SocketClient generous(server_->port());
  EXPECT_THAT(generous.get("/", "Content-Length: 5\r\n"), HasSubstr("413"));
}

TEST_F(ConsoleServerTest, OtherSubprotocolsAreRefusedInWords) {
  SocketClient client(server_->port());
  const std::string head = client.upgrade("Sec-WebSocket-Protocol: mqtt\r\n");
  EXPECT_THAT(head, HasSubstr("400"));
  SocketClient page(server_->port());
  EXPECT_THAT(page.upgrade("Sec-WebSocket-Protocol: foxglove.sdk.v1\r\nOrigin: http://evil.example\r\n"),
              HasSubstr("403"));
}

TEST_F(ConsoleServerTest, CarriesChannelsAndServices) {
  SocketClient client = websocket(cookie());
  subscribe(client, channel_of_topic(kHandPoseTopic.name));
  EXPECT_EQ(ask(client, 2, R"({"name":"Ada"})")["done"], true);
  server_->listener().on_cycle(made_up_cycle(1));
  const auto data = client.receive_until(
      [](const SocketClient::Message& message) { return message.opcode == 2 && message.bytes[0] == 1; });
  ASSERT_TRUE(data);
  EXPECT_EQ(data->bytes.substr(13, 4), std::string_view("\0\1\0\0", 4));
  EXPECT_EQ(ask(client, 17, "{}")["words"], "run done");
}

TEST_F(ConsoleServerTest, AnybodyStopsFromAnyPageThatMayLookOn) {
  SocketClient client = websocket("Origin: https://app.foxglove.dev\r\n");
  EXPECT_EQ(ask(client, 1, "")["done"], true);
  EXPECT_EQ(desk_.stops(), 1);
}

TEST_F(ConsoleServerTest, TokenFromAPageOfOthersDoesNotCommand) {
  SocketClient client = websocket(cookie() + "Origin: https://app.foxglove.dev\r\n");
  EXPECT_THAT(ask(client, 2, R"({"name":"Eve"})")["words"], HasSubstr("looking on"));
}

TEST_F(ConsoleServerTest, PicturesAreMadeWhileSomebodyLooks) {
  SocketClient client = websocket();
  testing_support::MadeUpPictures pictures(320, 240);
  const RunListener listener = server_->listener();
  subscribe(client, kCameraChannel);
  subscribe(client, kPictureChannel);
  // The answer comes after the subscriptions.
  ask(client, 1, "");
  pictures.show(1, listener.on_picture);
  const auto is_data = [](const SocketClient::Message& message) {
    return message.opcode == 2 && message.bytes[0] == 1;
  };
  const auto first = client.receive_until(is_data);
  const auto second = client.receive_until(is_data);
  ASSERT_TRUE(first && second);
  const std::string both = first->bytes + second->bytes;
  EXPECT_THAT(both, HasSubstr("jpeg"));
  EXPECT_THAT(both, HasSubstr("\xFF\xD8\xFF"));
  EXPECT_THAT(both, HasSubstr("histogram"));
}

TEST_F(ConsoleServerTest, NinthClientIsClosedWithTheReason) {
  std::vector<SocketClient> clients;
  for (int i = 0; i < 8; ++i) clients.push_back(websocket());
  SocketClient ninth(server_->port());
  EXPECT_THAT(ninth.upgrade(), HasSubstr("101"));
  const auto close = ninth.receive();
  ASSERT_TRUE(close);
  EXPECT_EQ(close->opcode, 8);
  EXPECT_EQ(close->code(), 1013);
  EXPECT_THAT(close->reason(), HasSubstr("8 places"));
  clients.pop_back();
  EXPECT_TRUE(comes_true([&] { return server_->client_count() == 7; }));
  websocket();
}

TEST_F(ConsoleServerTest, MalformedFramesEndTheConnectionWithACode) {
  SocketClient reserved = websocket();
  reserved.send_frame("x", 0xF1);
  EXPECT_EQ(reserved.receive_until([](const auto&) { return false; })->code(), 1002);
  SocketClient unmasked = websocket();
  unmasked.send(std::string_view("\x81\x02{}", 4));
  EXPECT_EQ(unmasked.receive_until([](const auto&) { return false; })->code(), 1002);
  SocketClient no_text = websocket();
  no_text.say("\xFF\xFE");
  EXPECT_EQ(no_text.receive_until([](const auto&) { return false; })->code(), 1007);
}

TEST_F(ConsoleServerTest, OversizedMessagesAreRefusedInWords) {
  SocketClient client = websocket();
  client.say(std::string(kLongestMessage + 1, ' '));
  const auto close = client.receive_until([](const auto&) { return false; });
  ASSERT_TRUE(close);
  EXPECT_EQ(close->code(), 1009);
  EXPECT_THAT(close->reason(), HasSubstr("64 KiB"));
  SocketClient huge = websocket();
  huge.send(std::string_view("\x82\xFF\0\0\0\1\0\0\0\0\0\0\0\0", 14));
  EXPECT_EQ(huge.receive_until([](const auto&) { return false; })->code(), 1009);
}

TEST_F(ConsoleServerTest, FloodEndsInAReasonAndItsStopIsCarriedOut) {
  SocketClient client = websocket();
  for (int i = 0; i < 1000; ++i) client.say("{}");
  client.say_binary(call_bytes(1, 1, ""));
  EXPECT_TRUE(comes_true([&] { return desk_.stops() == 1; }));
  const auto close = client.receive_until([](const auto&) { return false; });
  ASSERT_TRUE(close);
  EXPECT_EQ(close->code(), 1008);
  EXPECT_THAT(close->reason(), HasSubstr("too many messages"));
}

TEST_F(ConsoleServerTest, WhoNeverReadsHoldsUpNobody) {
  SocketClient stalled = websocket("", 4096);
  SocketClient reader = websocket();
  for (SocketClient* client : {&stalled, &reader}) {
    subscribe(*client, channel_of_topic(kCycleOutputTopic.name));
    subscribe(*client, kNoteChannel);
    client->say_binary(call_bytes(5, 1, "{}"));
  }
  EXPECT_TRUE(comes_true([&] { return desk_.asked().size() == 2; }));
  const RunListener listener = server_->listener();
  const std::string text(20'000, 'x');
  int notes = 0;
  // Notes are never dropped, so in the end the one who does not read them goes.
  while (server_->client_count() == 2 && notes < 2000) {
    for (int i = 0; i < 10; ++i) listener.on_cycle(made_up_cycle(notes * 10 + i));
    listener.on_note({RunNote::Kind::kFact, text});
    ++notes;
    const auto note = reader.receive_until([](const SocketClient::Message& message) {
      return message.opcode == 2 && message.bytes.find("fact") != std::string::npos;
    });
    ASSERT_TRUE(note && note->opcode == 2) << notes;
  }
  EXPECT_EQ(server_->client_count(), 1);
  EXPECT_EQ(ask(reader, 1, "")["done"], true);
}

/// Computers that are switched off say no farewell: their connections stay open on this side alone.
TEST_F(ConsoleServerTest, HalfOpenConnectionsAreEnded) {
  server_.reset();
  start({.patience = {.request = milliseconds(50), .silence = milliseconds(50)}});
  SocketClient silent(server_->port());
  SocketClient in_mid_request(server_->port());
  in_mid_request.send("GET / HTTP/1.1\r\nHo");
  SocketClient gone = websocket();  // answers no ping
  EXPECT_TRUE(silent.ends());
  EXPECT_TRUE(in_mid_request.ends());
  EXPECT_TRUE(gone.ends());
  EXPECT_TRUE(comes_true([&] { return server_->client_count() == 0; }));
}

TEST_F(ConsoleServerTest, ThousandConnectionsLeaveNothingBehind) {
  { SocketClient warm_up = websocket(); }
  EXPECT_TRUE(comes_true([&] { return server_->client_count() == 0; }));
  SocketClient(server_->port()).get("/nothing");
  const std::size_t threads = running_threads();
  const std::size_t before = open_descriptors();
  for (int i = 0; i < 250; ++i) {
    { SocketClient closed_at_once(server_->port()); }
    {
      SocketClient half(server_->port());
      half.send("GET / HT");
    }
    {
      SocketClient asked(server_->port());
      asked.send("GET /nothing HTTP/1.1\r\nHost: " + asked.host() + "\r\n\r\n");
    }
    SocketClient client = websocket();
    subscribe(client, kDeskChannel);
    EXPECT_EQ(running_threads(), threads);
  }
  EXPECT_TRUE(comes_true([&] { return server_->client_count() == 0; }));
  EXPECT_TRUE(comes_true([&] { return open_descriptors() <= before; }))
      << open_descriptors() << " of " << before;
  websocket();
}

TEST_F(ConsoleServerTest, LeavingOperatorIsToldToTheDesk) {
  {
    SocketClient client = websocket(cookie());
    EXPECT_EQ(ask(client, 2, R"({"name":"Ada"})")["done"], true);
  }
  EXPECT_TRUE(comes_true([&] { return desk_.lost() == 1; }));
}

TEST_F(ConsoleServerTest, EndTellsItsClients) {
  SocketClient client = websocket();
  std::thread stopping([&] { server_->stop(); });
  const auto close = client.receive_until([](const auto&) { return false; });
  EXPECT_TRUE(close && close->opcode == 8);
  if (close) {
    EXPECT_EQ(close->code(), 1001);
  }
  stopping.join();
}

TEST_F(ConsoleServerTest, TakenPortIsSaidInWords) {
  ConsoleConfig config;
  config.port = server_->port();
  ConsoleServer second(config, desk_);
  try {
    second.start();
    FAIL() << "two servers at one port";
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), HasSubstr("is taken"));
  }
}

TEST_F(ConsoleServerTest, WrongSettingsAreSaidInWords) {
  const auto trouble = [&](ConsoleConfig config) -> std::string {
    config.port = 0;
    ConsoleServer server(config, desk_);
    try {
      server.start();
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_THAT(trouble({.token = "short"}), HasSubstr("16 characters"));
  EXPECT_THAT(trouble({.token = "0123456789abcde\n"}), HasSubstr("16 characters"));
  EXPECT_THAT(trouble({.listen = "no.such.address.invalid"}), HasSubstr("no.such.address.invalid"));
  EXPECT_THAT(trouble({.certificate = "cert.pem"}), HasSubstr("go together"));
  EXPECT_THAT(trouble({.certificate = "/nowhere/cert.pem", .key = "/nowhere/key.pem"}),
              HasSubstr("/nowhere/cert.pem"));
  EXPECT_THAT(trouble({.page_folder = "/nowhere"}), HasSubstr("index.html"));
}

// "Any address" is none that a browser could open; the link has one that answers, and not only on this PC.
TEST_F(ConsoleServerTest, ListeningEverywhereItsLinkNamesAnAddressOfThisPc) {
  start({.listen = "0.0.0.0"});
  const std::string address = server_->address();
  ASSERT_THAT(address, testing::MatchesRegex("http://[0-9.]+:[0-9]+/.token=[0-9a-f]+"));
  const std::string host = address.substr(7, address.find(':', 7) - 7);
  EXPECT_NE(host, "0.0.0.0");
  EXPECT_EQ(host == "127.0.0.1", !has_other_address()) << host;
}

TEST_F(ConsoleServerTest, DrawsATokenOfItsOwn) {
  EXPECT_EQ(server_->token().size(), 32u);
  EXPECT_THAT(server_->address(),
              HasSubstr("http://127.0.0.1:" + std::to_string(server_->port()) + "/?token="));
  EXPECT_EQ(server_->risk(), "");
}

}  // namespace
}  // namespace freefloat::console
