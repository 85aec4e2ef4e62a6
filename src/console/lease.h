#pragma once

#include <optional>
#include <string>

#include "console/instant.h"

namespace freefloat::console {

/// Which client commands: one at a time, by name, until it gives the lease back, leaves, or is silent.
/// Whoever uses it calls `expire` first, to hear of an operator that is lost.
class Lease {
 public:
  static constexpr seconds kPatience{10};

  struct Holder {
    ClientId client = 0;
    std::string name;
    std::string address;
    Instant heard{};
  };

  /// @return Why not, one sentence; empty: the client has it now. Taking it again changes the name.
  std::string take(const Holder& wish);

  /// Another asks the holder to give it. @return Why not; empty: the holder sees the name, or the lease was
  /// free and is the client's now.
  std::string ask(const Holder& wish);

  /// @return Why not; empty: free now, or handed to the client that asked for it.
  std::string give(ClientId client, Instant now);

  /// Any sign of life of a client.
  void heard(ClientId client, Instant now);

  /// @return Who held the lease until now, which is free: the client; none: it was not his.
  std::optional<Holder> left(ClientId client);

  /// @return Who held the lease until now, which is free: he was silent for `kPatience`; none: he was not.
  std::optional<Holder> expire(Instant now);

  bool is_held_by(ClientId client) const { return holder_ && holder_->client == client; }
  const std::optional<Holder>& holder() const { return holder_; }
  /// @return Name of who asked the holder for it; empty: nobody.
  std::string wanted_by() const { return wish_ ? wish_->name : std::string(); }
  /// Rises with every change of what people see.
  unsigned version() const { return version_; }

 private:
  /// @return Who held it before.
  std::optional<Holder> give_to(std::optional<Holder> holder);

  std::optional<Holder> holder_;
  std::optional<Holder> wish_;
  unsigned version_ = 0;
};

/// @return What is wrong with a person's name; empty: nothing.
std::string object_to_name(const std::string& name);

}  // namespace freefloat::console
