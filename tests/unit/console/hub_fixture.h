#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "console/hub.h"
#include "console/services.h"
#include "support/fake_desk.h"
#include "unit/console/client_bytes.h"

namespace freefloat::console {

using testing_support::call_bytes;
using testing_support::FakeDesk;

inline std::uint32_t number_of(std::string_view service) {
  for (std::uint32_t number = 1; find_service(number) != nullptr; ++number) {
    if (find_service(number)->name == service) return number;
  }
  ADD_FAILURE() << "no service " << service;
  return 0;
}

/// A hub with clients, without sockets, at a time that the test says.
class HubTest : public testing::Test {
 protected:
  HubTest() : hub_(desk_, {"session", "1.2.3", 8, [this] { return time_ns_; }}) {}

  ClientId connect(bool may_command = true) {
    return hub_.add("10.0.0." + std::to_string(++last_address_), may_command, [] {});
  }

  /// A client that has read what every client is told first.
  ClientId viewer() { return greeted(connect(false)); }
  ClientId commander() { return greeted(connect(true)); }
  ClientId greeted(ClientId id) {
    for (int i = 0; i < 3; ++i) hub_.next(id);
    return id;
  }

  void say(ClientId id, std::string_view text) { hub_.receive(id, false, text, now_); }
  void call(ClientId id, std::string_view service, std::string_view request, std::uint32_t number = 1) {
    hub_.receive(id, true, call_bytes(number_of(service), number, request), now_);
  }

  /// The next text message; null: another kind, or none.
  nlohmann::json next_text(ClientId id) {
    const auto frame = hub_.next(id);
    return frame && !frame->binary ? nlohmann::json::parse(frame->body_bytes()) : nlohmann::json();
  }

  /// What the next frame says as the answer of a service.
  nlohmann::json next_answer(ClientId id) {
    const auto frame = hub_.next(id);
    if (!frame || !frame->binary || frame->head[0] != 3) return {};
    EXPECT_EQ(frame->body_bytes().substr(4, 4), "json");
    return nlohmann::json::parse(frame->body_bytes().substr(8));
  }
  nlohmann::json ask(ClientId id, std::string_view service, std::string_view request = "{}") {
    call(id, service, request);
    return next_answer(id);
  }

  void subscribe(ClientId id, std::uint32_t channel, std::uint32_t subscription = 5) {
    say(id, nlohmann::json{{"op", "subscribe"},
                           {"subscriptions", {{{"id", subscription}, {"channelId", channel}}}}}
                .dump());
  }

  FakeDesk desk_;
  std::uint64_t time_ns_ = 1'000;
  Instant now_{seconds(1000)};
  int last_address_ = 0;
  Hub hub_;
};

}  // namespace freefloat::console
