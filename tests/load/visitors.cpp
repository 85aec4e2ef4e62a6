#include "load/visitors.h"

#include <pthread.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string_view>

#include "console/channels.h"
#include "console/client_messages.h"
#include "console/services.h"
#include "unit/console/client_bytes.h"

namespace freefloat::load {

namespace {

using nlohmann::json;
using testing_support::call_bytes;
using testing_support::SocketClient;

constexpr std::chrono::seconds kSignOfLife{2};
constexpr std::chrono::milliseconds kBetweenAttacks{50};
constexpr int kSmallBuffer = 4096;

void pause_for(std::chrono::milliseconds time) {
  std::this_thread::sleep_for(time);
}

}  // namespace

std::vector<std::uint32_t> every_channel() {
  std::vector<std::uint32_t> ids;
  for (const console::Channel& channel : console::make_channels()) ids.push_back(channel.id);
  return ids;
}

std::vector<std::uint32_t> channels_of_page(bool camera) {
  std::vector<std::string_view> topics{"/freefloat/desk",         "/freefloat/note",
                                       "/freefloat/cycle_output", "/freefloat/loop_timing",
                                       "/freefloat/truth",        "/freefloat/link_health"};
  if (camera) topics.insert(topics.end(), {"/camera/image/live", "/freefloat/picture"});
  std::vector<std::uint32_t> ids;
  for (const console::Channel& channel : console::make_channels()) {
    if (std::find(topics.begin(), topics.end(), channel.topic) != topics.end()) ids.push_back(channel.id);
  }
  if (ids.size() != topics.size()) throw std::logic_error("the page reads a channel that is not there");
  return ids;
}

SocketClient subscribe_to(int port, const std::vector<std::uint32_t>& channels, int receive_buffer,
                          const std::string& more) {
  SocketClient client(port, receive_buffer);
  client.upgrade("Sec-WebSocket-Protocol: foxglove.sdk.v1\r\n" + more);
  json subscriptions = json::array();
  for (const std::uint32_t id : channels) subscriptions.push_back({{"id", id}, {"channelId", id}});
  client.say(json{{"op", "subscribe"}, {"subscriptions", std::move(subscriptions)}}.dump());
  return client;
}

Visitor::Visitor(int port, Habit habit, std::vector<std::uint32_t> channels)
    : port_(port), habit_(habit), channels_(std::move(channels)) {
  if (habit == Habit::kReads) client_ = std::make_unique<SocketClient>(subscribe_to(port, channels_));
  thread_ = std::thread([this] { live(); });
  pthread_setname_np(thread_.native_handle(), "visitor");
}

Visitor::~Visitor() {
  leaving_ = true;
  thread_.join();
}

bool Visitor::press_stop(std::uint32_t call) const {
  return client_ != nullptr && client_->say_binary(call_bytes(console::kStopService, call, ""));
}

void Visitor::live() {
  switch (habit_) {
    case Habit::kReads:
      return read();
    case Habit::kStalls:
      return stall();
    case Habit::kAttacks:
      return attack();
  }
}

void Visitor::read() {
  constexpr std::uint8_t kPong = 0x8A;
  auto told = std::chrono::steady_clock::now();
  while (!leaving_) {
    const auto count = client_->discard(100);
    if (!count) return;
    bytes_ += *count;
    if (std::chrono::steady_clock::now() - told < kSignOfLife) continue;
    told = std::chrono::steady_clock::now();
    client_->send_frame("", kPong);
  }
}

void Visitor::stall() {
  while (!leaving_) {
    const SocketClient client = subscribe_to(port_, channels_, kSmallBuffer);
    // Sends now and then what tells it whether it is still there; never reads.
    while (!leaving_ && client.say("{}")) pause_for(std::chrono::milliseconds(200));
    ++returns_;
  }
}

void Visitor::attack() {
  const std::string oversized(console::kLongestMessage + 1, ' ');
  for (int round = 0; !leaving_; ++round) {
    SocketClient client = subscribe_to(port_, channels_);
    switch (round % 5) {
      case 0:
        for (int i = 0; i < 1000 && client.say(R"({"op":"getParameters","parameterNames":[]})"); ++i) {
        }
        break;
      case 1:
        client.send_frame("x", 0xF1);
        break;
      case 2:
        client.say(oversized);
        break;
      case 3:
        SocketClient(port_).send("GET / HT");
        break;
      default:
        client.say_binary(call_bytes(4711, 1, "\xFF not JSON"));
        client.say(R"({"op":"subscribe","subscriptions":[{"id":"x"}]})");
    }
    pause_for(kBetweenAttacks);
    ++returns_;
  }
}

Visitors greedy_visitors(int port, int count) {
  Visitors visitors;
  while (static_cast<int>(visitors.size()) < count)
    visitors.push_back(std::make_unique<Visitor>(port, Habit::kReads, every_channel()));
  return visitors;
}

Visitors bad_visitors(int port) {
  Visitors visitors = greedy_visitors(port, 3);
  for (int i = 0; i < 2; ++i)
    visitors.push_back(std::make_unique<Visitor>(port, Habit::kStalls, every_channel()));
  for (int i = 0; i < 3; ++i)
    visitors.push_back(std::make_unique<Visitor>(port, Habit::kAttacks, every_channel()));
  return visitors;
}

}  // namespace freefloat::load
