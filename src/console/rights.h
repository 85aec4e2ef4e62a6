#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "console/console_config.h"

namespace freefloat::console {

inline constexpr std::string_view kTokenCookie = "freefloat_token";

/// What a request says of itself. Views of the request's own text.
struct RequestFacts {
  std::string_view method;
  std::string_view target;                 ///< `/path?query`
  std::string_view host;                   ///< empty: none, or more than one
  std::optional<std::string_view> origin;  ///< none: not sent by a page
  std::string_view cookie;                 ///< the header's whole text
  bool upgrade = false;                    ///< wants a WebSocket
  std::string_view subprotocols;           ///< as listed by the client
  std::string_view local_address;          ///< where it arrived, `192.168.1.5`, `[::1]`
};

/// Whom the console answers.
struct AccessRules {
  std::set<std::string, std::less<>> hosts;  ///< with port, in small letters
  std::string port_suffix;                   ///< `:8765`
  bool any_local_address = false;            ///< the address that a request arrived at is a host as well
  bool encrypted = false;
  std::string token;
  std::vector<std::string> viewer_origins;
  std::set<std::string, std::less<>> files;  ///< paths of the page, `/app.js`
};

/// What is to be done with a request.
struct Verdict {
  enum class Way { kRefuse, kFile, kSetToken, kRunFile, kWebSocket };

  Way way = Way::kRefuse;
  int status = 200;          ///< of HTTP
  std::string words;         ///< why not, and what to do
  std::string path;          ///< kFile: of the page
  std::string run;           ///< kRunFile: name of the run
  std::string run_file;      ///< kRunFile: of its files
  std::string subprotocol;   ///< kWebSocket: the one spoken
  bool may_command = false;  ///< came with the token, not from a page of others
};

/// @param status Of HTTP. @param words Why, and what to do.
Verdict refuse(int status, std::string words);

/// @param port At which it listens.
/// @param files Paths of the page.
AccessRules make_rules(const ConsoleConfig& config, int port, std::set<std::string, std::less<>> files);

/// Decides on a request by nothing but what it says: method, host, origin, token, path.
Verdict decide(const RequestFacts& request, const AccessRules& rules);

/// @return Equal; takes as long whichever character differs.
bool is_token(std::string_view given, std::string_view token);

/// @param header Of the cookies. @return The named one's value; empty: none.
std::string_view cookie_value(std::string_view header, std::string_view name);

}  // namespace freefloat::console
