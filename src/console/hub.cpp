#include "console/hub.h"

#include <array>
#include <utility>

#include "console/foxglove_messages.h"

namespace freefloat::console {
namespace {

// The newest time waits where no channel's message does.
constexpr std::uint32_t kTimeSlot = 0;
constexpr milliseconds kTimePeriod{100};
// A client that sent too much is heard so long for a STOP behind it.
constexpr milliseconds kLimitedFor{500};

/// The same for all servers and clients, so made once.
const std::vector<Channel>& all_channels() {
  static const std::vector<Channel> channels = make_channels();
  return channels;
}

const std::array<Frame, 2>& advertisements() {
  static const std::array<Frame, 2> frames{advertise_channels(all_channels()), advertise_services()};
  return frames;
}

}  // namespace

Hub::Hub(Desk& desk, HubConfig config)
    : config_(std::move(config)), desk_(desk), services_(desk), channels_(all_channels()) {}

Client* Hub::find(ClientId id) {
  const auto found = clients_.find(id);
  return found == clients_.end() ? nullptr : found->second.get();
}

const Client* Hub::find(ClientId id) const {
  return const_cast<Hub*>(this)->find(id);
}

ClientId Hub::add(std::string address, bool may_command, std::function<void()> wake) {
  auto client = std::make_unique<Client>();
  client->id = ++last_id_;
  client->caller.address = std::move(address);
  client->may_command = may_command;
  client->wake = std::move(wake);
  if (client_count_ >= config_.max_clients) {
    client->counts = false;
    client->closing = {kTryAgainLater, "all " + std::to_string(config_.max_clients) +
                                           " places are taken; close another page, then try again"};
  } else {
    client_count_.fetch_add(1, std::memory_order_relaxed);
    client->outbox.keep(server_info(config_.session, config_.version));
    for (const Frame& frame : advertisements()) client->outbox.keep(frame);
  }
  const ClientId id = client->id;
  clients_[id] = std::move(client);
  return id;
}

void Hub::remove(ClientId id) {
  const Client* client = find(id);
  if (client == nullptr) return;
  if (client->counts) client_count_.fetch_sub(1, std::memory_order_relaxed);
  clients_.erase(id);
  services_.left(id);
  look_at_wishes();
  refresh_state();
}

void Hub::heard(ClientId id, Instant now) {
  if (Client* client = find(id)) client->heard = now;
  services_.heard(id, now);
}

void Hub::receive(ClientId id, bool binary, std::string_view bytes, Instant now) {
  Client* client = find(id);
  if (client == nullptr || !client->counts) return;
  client->heard = now;
  const bool within_limit = client->rate.admit(now);
  // STOP before all else: before lease, limits, and what else the message says.
  if (const auto call = stop_call(binary, bytes)) {
    send(*client, services_.stop(*client, *call));
    services_.heard(id, now);
    return refresh_state();
  }
  if (client->closing || client->limited_since) return;
  services_.look_at_lease(now);
  services_.heard(id, now);
  if (!within_limit) return limit(*client, now);
  if (bytes.size() > kLongestMessage) {
    client->closing = {kTooBig, "messages of up to 64 KiB are taken"};
    services_.tell_refused(client->caller, "message", client->closing->words, now);
    return client->wake();
  }
  const auto message = read_client_message(binary, bytes);
  if (!message) {
    services_.tell_refused(client->caller, "message", message.error(), now);
    return send(*client, status(StatusLevel::kError, message.error()));
  }
  std::visit([&](const auto& said) { carry_out(*client, said, now); }, *message);
}

void Hub::limit(Client& client, Instant now) {
  client.limited_since = now;
  const std::string words = "too many messages: 200 a second are taken; STOP still is";
  services_.tell_refused(client.caller, "message", words, now);
  send(client, status(StatusLevel::kError, words));
}

void Hub::carry_out(Client& client, const Subscribe& message, Instant) {
  for (const Subscribe::One& one : message.subscriptions) {
    const Channel* channel = find_channel(channels_, one.channel);
    std::string trouble;
    if (channel == nullptr) {
      trouble = "there is no channel " + std::to_string(one.channel);
    } else if (client.channels.contains(one.id)) {
      trouble = "subscription " + std::to_string(one.id) + " is there already";
    } else if (client.subscriptions[one.channel]) {
      trouble = channel->topic + " is subscribed to already";
    }
    if (!trouble.empty()) {
      send(client, status(StatusLevel::kWarning, "subscribe: " + trouble));
      continue;
    }
    client.channels[one.id] = one.channel;
    client.subscriptions[one.channel] = one.id;
    if (one.channel == kDeskChannel) {
      refresh_state();
      send_state(client);
    }
  }
  look_at_wishes();
}

void Hub::carry_out(Client& client, const Unsubscribe& message, Instant) {
  for (const std::uint32_t id : message.ids) {
    const auto found = client.channels.find(id);
    if (found == client.channels.end()) {
      send(client,
           status(StatusLevel::kWarning, "unsubscribe: there is no subscription " + std::to_string(id)));
      continue;
    }
    client.subscriptions[found->second].reset();
    client.outbox.forget(found->second);
    client.channels.erase(found);
  }
  look_at_wishes();
}

void Hub::carry_out(Client& client, const GetParameters& message, Instant) {
  refresh_state();
  send(client, parameter_values(state_.settings(), message.names, message.id));
}

void Hub::carry_out(Client& client, const SetParameters& message, Instant now) {
  std::vector<std::string> names;
  for (const auto& [name, value] : message.values) {
    const std::string objection = services_.set(client, name, value, now);
    if (!objection.empty()) send(client, status(StatusLevel::kError, objection));
    names.push_back(name);
  }
  refresh_state();
  if (message.id && !names.empty()) send(client, parameter_values(state_.settings(), names, message.id));
}

void Hub::carry_out(Client& client, const WatchParameters& message, Instant) {
  if (message.on) {
    // Watching everything holds what was watched before.
    const bool all = message.names.empty() || (client.watches_parameters && client.watched.empty());
    if (all) client.watched.clear();
    for (const std::string& name : message.names) {
      if (!all && client.watched.size() < kChannelEnd * 16U) client.watched.push_back(name);
    }
    client.watches_parameters = true;
    return;
  }
  for (const std::string& name : message.names) std::erase(client.watched, name);
  client.watches_parameters = !message.names.empty() && !client.watched.empty();
}

void Hub::carry_out(Client& client, const ServiceCall& message, Instant now) {
  send(client, services_.answer(client, message, now));
  refresh_state();
}

void Hub::send(Client& client, Frame frame) {
  client.outbox.keep(std::move(frame));
  if (client.outbox.overflows() && !client.cut) {
    client.cut = true;
    client.closing = {kAgainstTheRules, "what must not be lost is not read; connect again"};
  }
  client.wake();
}

void Hub::send_state(Client& client) {
  const auto& subscription = client.subscriptions[kDeskChannel];
  if (!subscription) return;
  client.outbox.offer(kDeskChannel, Keep::kNewest,
                      message_data(*subscription, config_.log_time_ns(),
                                   state_.text(services_.lease().is_held_by(client.id))));
  client.wake();
}

void Hub::note_commander() {
  const Lease& held = services_.lease();
  if (std::exchange(commander_version_, held.version()) == held.version()) return;
  const auto& holder = held.holder();
  const std::lock_guard lock(commander_mutex_);
  commander_ = !holder ? "" : holder->name.empty() ? holder->address : holder->name;
}

void Hub::refresh_state() {
  note_commander();
  if (clients_.empty() || !state_.refresh(desk_, services_.lease())) return;
  for (auto& [id, client] : clients_) send_state(*client);
  if (state_.settings_version() == std::exchange(told_settings_, state_.settings_version())) return;
  for (auto& [id, client] : clients_) {
    if (client->watches_parameters)
      send(*client, parameter_values(state_.settings(), client->watched, std::nullopt));
  }
}

std::optional<Frame> Hub::next(ClientId id) {
  Client* client = find(id);
  return client == nullptr ? std::nullopt : client->outbox.next();
}

const CloseReason* Hub::closing(ClientId id) const {
  const Client* client = find(id);
  return client != nullptr && client->closing ? &*client->closing : nullptr;
}

bool Hub::is_cut(ClientId id) const {
  const Client* client = find(id);
  return client != nullptr && client->cut;
}

void Hub::publish(const LiveMessage& message) {
  const Channel* channel = find_channel(channels_, message.channel);
  if (channel == nullptr) return;
  for (auto& [id, client] : clients_) {
    const auto& subscription = client->subscriptions[message.channel];
    if (!subscription || client->closing) continue;
    Frame frame = message_data(*subscription, message.log_time_ns, message.bytes);
    if (channel->keep == Keep::kAll) {
      send(*client, std::move(frame));
      continue;
    }
    client->outbox.offer(message.channel, channel->keep, std::move(frame));
    client->wake();
  }
}

void Hub::tick(Instant now) {
  services_.look_at_lease(now);
  refresh_state();
  for (auto& [id, client] : clients_) end_what_must(*client, now);
  if (now < next_time_) return;
  next_time_ = now + kTimePeriod;
  const std::uint64_t time_ns = config_.log_time_ns();
  if (time_ns == std::exchange(told_time_ns_, time_ns)) return;
  for (auto& [id, client] : clients_) {
    if (!client->counts) continue;
    client->outbox.offer(kTimeSlot, Keep::kNewest, time_frame(time_ns));
    client->wake();
  }
}

void Hub::end_what_must(Client& client, Instant now) {
  if (!client.heard) client.heard = now;
  if (client.closing) return;
  if (client.limited_since && now - *client.limited_since >= kLimitedFor) {
    client.closing = {kAgainstTheRules, "too many messages: 200 a second are taken"};
    client.wake();
  } else if (now - *client.heard >= kSilence) {
    client.closing = {kGoingAway, "no sign of life for 10 s, not even the answer to a ping"};
    client.wake();
  }
}

void Hub::close_all(const CloseReason& reason) {
  for (auto& [id, client] : clients_) {
    client->closing = reason;
    client->wake();
  }
}

void Hub::look_at_wishes() {
  std::uint64_t wanted = 0;
  for (const auto& [id, client] : clients_) {
    for (const auto& [subscription, channel] : client->channels) wanted |= std::uint64_t{1} << channel;
  }
  wanted_.store(wanted, std::memory_order_relaxed);
}

}  // namespace freefloat::console
