#pragma once

#include "console/client.h"
#include "console/client_messages.h"
#include "console/desk.h"
#include "console/lease.h"
#include "console/rate_limit.h"

namespace freefloat::console {

/// Answers service calls: who may ask, the lease, and what the desk says.
class ServiceDesk {
 public:
  explicit ServiceDesk(Desk& desk) : desk_(desk) {}

  /// @return The answer, always one.
  Frame answer(Client& client, const ServiceCall& call, Instant now);

  /// The same for a setting that is changed as a parameter. @return Why not; empty: done.
  std::string set(Client& client, const std::string& key, const nlohmann::json& value, Instant now);

  /// Stops the robot, before anything else is looked at.
  Frame stop(const Client& client, std::uint32_t call) noexcept;

  /// Tells the desk of something that never comes to it. Of many in a moment only some are told, with the
  /// number of the others: nobody fills the log, or the desk's queue, by being refused.
  void tell_refused(const Caller& caller, std::string_view what, const std::string& words, Instant now);

  /// Takes note of who was heard of, left, or has been silent for too long.
  void heard(ClientId client, Instant now) { lease_.heard(client, now); }
  void left(ClientId client);
  void look_at_lease(Instant now);

  const Lease& lease() const { return lease_; }

 private:
  Frame refuse(const Client& client, const ServiceCall& call, const std::string& words, Instant now);
  Answer answer(Client& client, std::string_view service, const nlohmann::json& request, Instant now);
  Answer answer_lease(Client& client, std::string_view service, const nlohmann::json& request, Instant now);
  Answer ask(std::string_view what, const nlohmann::json& request, const Caller& caller, Instant now);
  void tell_lost(const Lease::Holder& holder, std::string_view words);
  Lease::Holder wish_of(Client& client, const nlohmann::json& request, Instant now) const;

  static constexpr double kRefusalsPerSecond = 10.0;

  Desk& desk_;
  Lease lease_;
  RateLimit refusals_{kRefusalsPerSecond};
  int untold_refusals_ = 0;
};

}  // namespace freefloat::console
