#pragma once

#include <atomic>
#include <bitset>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "console/channels.h"
#include "console/client.h"
#include "console/desk_state.h"
#include "console/service_desk.h"

namespace freefloat::console {

/// A message on a channel, for everybody.
struct LiveMessage {
  std::uint32_t channel = 0;
  std::uint64_t log_time_ns = 0;
  SharedBytes bytes;
};

struct HubConfig {
  std::string session;  ///< differs from start to start
  std::string version;  ///< of the program
  int max_clients = 8;
  std::function<std::uint64_t()> log_time_ns;  ///< of now: the run's time and its epoch
};

/// All WebSocket clients, and what goes between them and the desk. Knows no socket: connections bring what
/// was received and fetch what is to be sent. One thread.
class Hub {
 public:
  /// How often `tick` is to be called while there are clients.
  static constexpr milliseconds kTick{20};
  /// A client that gives no sign of life for so long is taken for gone: its computer is off, for example.
  static constexpr seconds kSilence{10};

  Hub(Desk& desk, HubConfig config);

  /// A client has come. @param wake Called when there is something for `next` or `closing`; never during this
  /// call.
  ClientId add(std::string address, bool may_command, std::function<void()> wake);
  void remove(ClientId id);

  /// A message has come, of any content.
  void receive(ClientId id, bool binary, std::string_view bytes, Instant now);
  /// Any other sign of life: connections see to it that there is one, by pings.
  void heard(ClientId id, Instant now);

  /// @return What is to be sent next, if anything.
  std::optional<Frame> next(ClientId id);
  /// @return Why the connection is to be ended once `next` has nothing more; null: it is not.
  const CloseReason* closing(ClientId id) const;
  /// @return The connection is to be ended whatever still waits.
  bool is_cut(ClientId id) const;

  /// To all that have subscribed.
  void publish(const LiveMessage& message);
  /// What comes by time: lease, desk's state, the run's time.
  void tick(Instant now);
  /// Ends all connections.
  void close_all(const CloseReason& reason);

  int client_count() const { return client_count_.load(std::memory_order_relaxed); }
  /// Any thread. @return The channels that somebody wants, by bits.
  std::uint64_t wanted() const { return wanted_.load(std::memory_order_relaxed); }
  const Lease& lease() const { return services_.lease(); }
  /// Any thread. @return Who holds the lease, by name or address; empty: nobody.
  std::string commander() const {
    const std::lock_guard lock(commander_mutex_);
    return commander_;
  }

 private:
  void carry_out(Client& client, const Subscribe& message, Instant now);
  void carry_out(Client& client, const Unsubscribe& message, Instant now);
  void carry_out(Client& client, const GetParameters& message, Instant now);
  void carry_out(Client& client, const SetParameters& message, Instant now);
  void carry_out(Client& client, const WatchParameters& message, Instant now);
  void carry_out(Client& client, const ServiceCall& message, Instant now);

  Client* find(ClientId id);
  const Client* find(ClientId id) const;
  void send(Client& client, Frame frame);
  void send_state(Client& client);
  void refresh_state();
  void note_commander();
  void limit(Client& client, Instant now);
  void end_what_must(Client& client, Instant now);
  void look_at_wishes();

  HubConfig config_;
  Desk& desk_;
  ServiceDesk services_;
  DeskState state_;
  const std::vector<Channel>& channels_;
  std::map<ClientId, std::unique_ptr<Client>> clients_;
  ClientId last_id_ = 0;
  unsigned told_settings_ = 0;
  std::uint64_t told_time_ns_ = 0;
  Instant next_time_{};
  mutable std::mutex commander_mutex_;
  std::string commander_;
  unsigned commander_version_ = 0;
  std::atomic<int> client_count_{0};
  std::atomic<std::uint64_t> wanted_{0};
};

static_assert(kChannelEnd <= 64, "wanted channels are the bits of one number");

}  // namespace freefloat::console
