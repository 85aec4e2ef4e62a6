// Any messages of any clients to the console's hub, in any state of lease and subscriptions, while time
// passes and runs go on.

#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "console/hub.h"
#include "console/services.h"
#include "fuzz_input.h"
#include "unit/console/client_bytes.h"

namespace freefloat {
namespace {

using console::ClientId;
using console::Frame;
using nlohmann::json;

/// A desk that watches who is let through to it.
class WatchfulDesk : public console::Desk {
 public:
  void stop(const console::Caller&) noexcept override { ++stops; }
  console::Answer ask(std::string_view what, const json& request, const console::Caller& caller) override {
    require(request.is_object(), "requests are JSON objects");
    const bool free = what == "runs" || what == "run_track";
    require(free || may_command[caller.address], "only who came with the token commands");
    // The lab's list moves nothing: whoever may command may read it.
    const bool moves_nothing = free || what == "bring_up";
    const auto holder = lease != nullptr ? lease->holder() : std::nullopt;
    require(moves_nothing || lease == nullptr || (holder && holder->address == caller.address),
            "only the operator commands");
    ++asked;
    // A desk may not understand, and say so by an exception.
    return {true, what == "note" ? request.at("text").get<std::string>() : "done", request};
  }
  void decided(std::string_view what, bool, std::string_view words,
               const console::Caller& caller) noexcept override {
    require(!what.empty() && !words.empty() && !caller.address.empty(),
            "what is logged says what, why and who");
    ++decisions;
  }
  std::pair<std::uint64_t, std::shared_ptr<const std::string>> state() const override {
    return {version, std::make_shared<const std::string>(text)};
  }
  void operator_lost() noexcept override { ++lost; }

  std::uint64_t version = 1;
  std::string text = R"({"mode":"idle","settings":[{"key":"a","value":"1"}]})";
  std::map<std::string, bool> may_command;
  const console::Lease* lease = nullptr;
  int stops = 0, asked = 0, lost = 0, decisions = 0;
};

class HubUnderFuzz {
 public:
  HubUnderFuzz() : hub_(desk_, {"session", "version", 3, [this] { return time_ns_; }}) {
    desk_.lease = &hub_.lease();
  }

  void step(FuzzInput& input) {
    // One after the other: the order of a call's arguments is the compiler's.
    const unsigned kind = input.byte() % 9U;
    if (kind == 0) return connect((input.byte() & 1U) != 0);
    const ClientId id = kind <= 5 ? pick(input) : 0;
    switch (kind) {
      case 1:
        return leave(id);
      case 2:
      case 3:
        return receive(id, kind == 3, bytes(input, input.byte()));
      case 4: {
        const std::uint32_t service = input.byte() % 34U;
        const std::string request = bytes(input, input.byte() % 40U);
        return receive(id, true, testing_support::call_bytes(service, 7, request));
      }
      case 5:
        return receive(id, false, plausible(input));
      case 6:
        now_ += console::milliseconds(input.u16() % 3000);
        time_ns_ += input.byte();
        return hub_.tick(now_);
      case 7:
        return hub_.publish(
            {input.byte() % 40U, time_ns_, std::make_shared<const std::string>(input.u16() % 4096U, 'd')});
      default:
        desk_.text = bytes(input, input.byte() % 60U);
        ++desk_.version;
        return;
    }
  }

  /// Every client reads all that waits.
  void read_all() {
    for (const auto& [id, client] : clients_) {
      while (const auto frame = hub_.next(id)) check(*frame);
      const console::CloseReason* reason = hub_.closing(id);
      require(reason == nullptr || !reason->words.empty(), "connections end with a reason in words");
    }
  }

 private:
  static std::string bytes(FuzzInput& input, std::size_t count) {
    std::string all;
    while (all.size() < count && !input.empty()) all += static_cast<char>(input.byte());
    return all;
  }

  /// Messages that a fuzzer would take long to spell.
  static std::string plausible(FuzzInput& input) {
    const unsigned number = input.byte();
    const unsigned channel = input.byte() % 30U;
    switch (input.byte() % 6) {
      case 0:
        return json{{"op", "subscribe"}, {"subscriptions", {{{"id", number}, {"channelId", channel}}}}}
            .dump();
      case 1:
        return json{{"op", "unsubscribe"}, {"subscriptionIds", {number}}}.dump();
      case 2:
        return json{{"op", "subscribeParameterUpdates"}, {"parameterNames", json::array()}}.dump();
      case 3:
        return json{
            {"op", "setParameters"}, {"id", "x"}, {"parameters", {{{"name", "a"}, {"value", number}}}}}
            .dump();
      case 4:
        return json{{"op", "getParameters"}, {"id", "x"}, {"parameterNames", {"a"}}}.dump();
      default:
        return std::string(console::kLongestMessage + (number & 1U), ' ');
    }
  }

  ClientId pick(FuzzInput& input) const {
    if (clients_.empty()) return input.byte();
    return std::next(clients_.begin(), input.byte() % static_cast<int>(clients_.size()))->first;
  }

  void connect(bool may_command) {
    if (clients_.size() >= 6) return;
    const std::string address = std::to_string(++last_address_);
    desk_.may_command[address] = may_command;
    const ClientId id = hub_.add(address, may_command, [] {});
    clients_[id] = hub_.closing(id) == nullptr;
    require(hub_.client_count() <= 3, "no more clients than there are places");
  }

  void leave(ClientId id) {
    const bool commanded = hub_.lease().is_held_by(id);
    const int lost = desk_.lost;
    hub_.remove(id);
    clients_.erase(id);
    require(desk_.lost == lost + (commanded ? 1 : 0), "a lost operator is told once");
  }

  void receive(ClientId id, bool binary, const std::string& message) {
    const bool is_stop = console::stop_call(binary, message).has_value();
    const bool has_place = clients_.contains(id) && clients_[id];
    const int stops = desk_.stops;
    const int asked = desk_.asked;
    hub_.receive(id, binary, message, now_);
    require(desk_.stops == stops + (is_stop && has_place ? 1 : 0), "every STOP stops, and nothing else does");
    require(has_place || desk_.asked == asked, "only clients are heard");
  }

  static void check(const Frame& frame) {
    require(frame.head_size <= frame.head.size(), "heads fit");
    // What every client is told first is always the same, long, and looked at by tests.
    constexpr std::size_t kAdvertisement = 4096;
    if (!frame.binary) {
      require(frame.size() > kAdvertisement || json::parse(frame.body_bytes(), nullptr, false).is_object(),
              "texts are JSON objects");
    } else {
      require(frame.head_size > 0 && frame.head[0] >= 1 && frame.head[0] <= 3, "binary frames have a kind");
    }
  }

  WatchfulDesk desk_;
  std::uint64_t time_ns_ = 1;
  console::Instant now_{console::seconds(1000)};
  console::Hub hub_;
  std::map<ClientId, bool> clients_;  ///< whether it got a place
  int last_address_ = 0;
};

}  // namespace
}  // namespace freefloat

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  freefloat::FuzzInput input(bytes, size);
  freefloat::HubUnderFuzz hub;
  for (int steps = 0; !input.empty(); ++steps) {
    hub.step(input);
    if (steps % 16 == 15) hub.read_all();
  }
  hub.read_all();
  return 0;
}
