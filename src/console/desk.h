#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>

namespace freefloat::console {

/// Who asks.
struct Caller {
  std::string name;     ///< as the person typed it; empty: never told
  std::string address;  ///< as the socket says, `127.0.0.1`
};

/// What became of a wish.
struct Answer {
  bool done = false;
  std::string words;      ///< why not, or what was done; one sentence, without a full stop
  nlohmann::json result;  ///< null: none
};

/// What people may ask of the program; `operate`, `run` and `replay` each implement it. The server decides
/// before who may: rights, lease and rates of requests are not the desk's business.
class Desk {
 public:
  virtual ~Desk() = default;

  /// Anyone, at any time. Takes no lock that anybody holds for long, never waits. Wins over every other wish,
  /// also over those that were asked earlier and are still under way. Called for every STOP that arrives,
  /// repeated ones too; the desk makes one of them.
  virtual void stop(const Caller& caller) noexcept = 0;

  /// Called in the server's thread, must return within a millisecond: long work is begun here and its
  /// progress told by `state`.
  /// @param what Name of the service without `/freefloat/`, one of services.h.
  /// @param request A JSON object, as the caller sent it: no field of it has been checked.
  virtual Answer ask(std::string_view what, const nlohmann::json& request, const Caller& caller) = 0;

  /// What the server decided itself, for the log: who commands, and what never came to the desk because who
  /// asked may not, or because it made no sense. Called in the server's thread, a few times a second at most;
  /// never waits.
  /// @param what Name of the service, or `message` for what was none.
  /// @param accepted It was done. @param words Why not, or what was done. @param caller Who asked.
  virtual void decided(std::string_view what, bool accepted, std::string_view words,
                       const Caller& caller) noexcept = 0;

  /// Any thread. @return A number that rises when the state changes, and the newest state of the desk as the
  /// text of a JSON object; the server puts `operator` into it, which is its own.
  virtual std::pair<std::uint64_t, std::shared_ptr<const std::string>> state() const = 0;

  /// A client who commands has gone silent or left: jogging ends at once, an automatic phase does as
  /// configured. Called in the server's thread; never waits.
  virtual void operator_lost() noexcept = 0;
};

}  // namespace freefloat::console
