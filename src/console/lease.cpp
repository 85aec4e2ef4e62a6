#include "console/lease.h"

#include <algorithm>
#include <utility>

namespace freefloat::console {

std::string object_to_name(const std::string& name) {
  constexpr std::size_t kLongest = 40;
  const bool blank = std::all_of(name.begin(), name.end(), [](char c) { return c == ' '; });
  if (blank) return "say your name, so that others see who commands";
  if (name.size() > kLongest) return "a name has at most 40 bytes";
  const bool strange = std::any_of(
      name.begin(), name.end(), [](char c) { return (static_cast<unsigned char>(c) < 0x20) || c == 0x7F; });
  return strange ? "a name has no control characters" : "";
}

std::optional<Lease::Holder> Lease::give_to(std::optional<Holder> holder) {
  std::optional<Holder> before = std::exchange(holder_, std::move(holder));
  if (holder_ && wish_ && wish_->client == holder_->client) wish_.reset();
  if (!holder_) wish_.reset();
  ++version_;
  return before;
}

std::string Lease::take(const Holder& wish) {
  if (std::string objection = object_to_name(wish.name); !objection.empty()) return objection;
  if (holder_ && holder_->client != wish.client)
    return holder_->name + " at " + holder_->address + " commands; ask for it, or wait until it is free";
  give_to(wish);
  return {};
}

std::string Lease::ask(const Holder& wish) {
  if (std::string objection = object_to_name(wish.name); !objection.empty()) return objection;
  if (!holder_ || holder_->client == wish.client) return take(wish);
  wish_ = wish;
  ++version_;
  return {};
}

std::string Lease::give(ClientId client, Instant now) {
  if (!is_held_by(client)) return "you do not command";
  std::optional<Holder> next = std::exchange(wish_, std::nullopt);
  if (next) next->heard = now;
  give_to(std::move(next));
  return {};
}

void Lease::heard(ClientId client, Instant now) {
  if (is_held_by(client)) holder_->heard = now;
}

std::optional<Lease::Holder> Lease::left(ClientId client) {
  if (wish_ && wish_->client == client) {
    wish_.reset();
    ++version_;
  }
  if (!is_held_by(client)) return std::nullopt;
  return give_to(std::nullopt);
}

std::optional<Lease::Holder> Lease::expire(Instant now) {
  if (!holder_ || now - holder_->heard < kPatience) return std::nullopt;
  return give_to(std::nullopt);
}

}  // namespace freefloat::console
