#include "console/rights.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace freefloat::console {
namespace {

// Names of runs and what of them is given out.
constexpr std::string_view kRunsPath = "/runs/";
constexpr std::array<std::string_view, 4> kRunFiles{"report.html", "run.mcap", "top_view.svg",
                                                    "what_if.html"};
constexpr std::size_t kLongestRunName = 128;
constexpr std::array<std::string_view, 2> kSubprotocols{"foxglove.sdk.v1", "foxglove.websocket.v1"};

std::string in_small_letters(std::string_view text) {
  std::string small(text);
  for (char& c : small) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return small;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

/// Calls `visit` for each trimmed part.
template <class Visit>
void split(std::string_view text, char separator, Visit&& visit) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    visit(trimmed(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

bool knows_host(const RequestFacts& request, const AccessRules& rules) {
  const std::string host = in_small_letters(request.host);
  if (rules.hosts.contains(host)) return true;
  return rules.any_local_address && !request.local_address.empty() &&
         host == std::string(request.local_address) + rules.port_suffix;
}

bool is_own_origin(const RequestFacts& request, const AccessRules& rules) {
  return !request.origin || in_small_letters(*request.origin) ==
                                (rules.encrypted ? "https://" : "http://") + in_small_letters(request.host);
}

bool has_token(const RequestFacts& request, const AccessRules& rules) {
  return is_token(cookie_value(request.cookie, kTokenCookie), rules.token);
}

Verdict decide_upgrade(const RequestFacts& request, const AccessRules& rules, std::string_view path) {
  // The root as well: viewers ask for nothing but host and port.
  if (path != "/ws" && path != "/") return refuse(404, "a WebSocket is at /ws");
  if (request.method != "GET") return refuse(405, "a WebSocket begins with GET");
  const bool own = is_own_origin(request, rules);
  const auto& viewers = rules.viewer_origins;
  if (!own && std::find(viewers.begin(), viewers.end(), *request.origin) == viewers.end())
    return refuse(403, "pages from elsewhere may not connect: origin " + std::string(*request.origin));
  Verdict verdict;
  split(request.subprotocols, ',', [&](std::string_view offered) {
    const bool ours = std::find(kSubprotocols.begin(), kSubprotocols.end(), offered) != kSubprotocols.end();
    if (ours && verdict.subprotocol.empty()) verdict.subprotocol = offered;
  });
  if (verdict.subprotocol.empty())
    return refuse(400, "spoken here: foxglove.sdk.v1 and foxglove.websocket.v1; ask for one of them");
  verdict.way = Verdict::Way::kWebSocket;
  verdict.status = 101;
  verdict.may_command = own && has_token(request, rules);
  return verdict;
}

Verdict decide_run_file(std::string_view rest) {
  const std::size_t slash = std::min(rest.find('/'), rest.size());
  const std::string_view name = rest.substr(0, slash);
  const std::string_view file = rest.substr(std::min(slash + 1, rest.size()));
  const bool good_name = !name.empty() && name.size() <= kLongestRunName && name != "." && name != ".." &&
                         std::all_of(name.begin(), name.end(), [](unsigned char c) {
                           return (c < 0x80 && std::isalnum(c) != 0) || c == '.' || c == '_' || c == '-';
                         });
  if (!good_name || std::find(kRunFiles.begin(), kRunFiles.end(), file) == kRunFiles.end())
    return refuse(404, "of a run there are report.html, run.mcap, top_view.svg and what_if.html");
  Verdict verdict;
  verdict.way = Verdict::Way::kRunFile;
  verdict.run = name;
  verdict.run_file = file;
  return verdict;
}

std::string with_port(const std::string& host, const std::string& port_suffix) {
  const std::size_t bracket = host.rfind(']');
  const std::size_t colon = host.rfind(':');
  const bool is_bare_ipv6 = bracket == std::string::npos && colon != host.find(':');
  if (is_bare_ipv6) return "[" + host + "]" + port_suffix;
  const bool has_port = colon != std::string::npos && (bracket == std::string::npos || colon > bracket);
  return has_port ? host : host + port_suffix;
}

}  // namespace

AccessRules make_rules(const ConsoleConfig& config, int port, std::set<std::string, std::less<>> files) {
  AccessRules rules;
  rules.port_suffix = ":" + std::to_string(port);
  rules.encrypted = !config.certificate.empty();
  rules.any_local_address = config.listen == "0.0.0.0" || config.listen == "::" || config.listen == "[::]";
  std::vector<std::string> names{"127.0.0.1", "localhost", "[::1]", config.listen};
  names.insert(names.end(), config.allowed_hosts.begin(), config.allowed_hosts.end());
  const int usual = rules.encrypted ? 443 : 80;
  for (const std::string& name : names) {
    rules.hosts.insert(with_port(in_small_letters(name), rules.port_suffix));
    // Browsers leave out the usual port.
    if (port == usual) rules.hosts.insert(in_small_letters(name));
  }
  rules.token = config.token;
  rules.viewer_origins = config.viewer_origins;
  rules.files = std::move(files);
  return rules;
}

Verdict decide(const RequestFacts& request, const AccessRules& rules) {
  if (request.method != "GET" && request.method != "HEAD")
    return refuse(405, "only GET and HEAD are answered; commands go through the WebSocket");
  if (!knows_host(request, rules))
    return refuse(421, "this console does not answer to the name '" + std::string(request.host) +
                           "'; start it with --allow-host to give it another");
  const std::size_t query_at = std::min(request.target.find('?'), request.target.size());
  const std::string_view path = request.target.substr(0, query_at);
  const std::string_view query = request.target.substr(query_at);
  if (request.upgrade) return decide_upgrade(request, rules, path);
  if (path == "/ws") return refuse(426, "here is a WebSocket; the page is at /");
  constexpr std::string_view kTokenQuery = "?token=";
  if (path == "/" && query.substr(0, kTokenQuery.size()) == kTokenQuery) {
    if (!is_token(query.substr(kTokenQuery.size()), rules.token))
      return refuse(403, "the start-up link is not of this program; it prints a new one at every start");
    Verdict verdict;
    verdict.way = Verdict::Way::kSetToken;
    return verdict;
  }
  if (path.substr(0, kRunsPath.size()) == kRunsPath) return decide_run_file(path.substr(kRunsPath.size()));
  const std::string_view file = path == "/" ? "/index.html" : path;
  if (!rules.files.contains(file)) return refuse(404, "there is no such page; the console is at /");
  Verdict verdict;
  verdict.way = Verdict::Way::kFile;
  verdict.path = file;
  return verdict;
}

Verdict refuse(int status, std::string words) {
  Verdict verdict;
  verdict.status = status;
  verdict.words = std::move(words);
  return verdict;
}

bool is_token(std::string_view given, std::string_view token) {
  if (token.empty() || given.size() != token.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < token.size(); ++i)
    difference |= static_cast<unsigned char>(given[i]) ^ static_cast<unsigned char>(token[i]);
  return difference == 0;
}

std::string_view cookie_value(std::string_view header, std::string_view name) {
  std::string_view value;
  split(header, ';', [&](std::string_view part) {
    const std::size_t equals = part.find('=');
    if (value.empty() && equals != std::string_view::npos && part.substr(0, equals) == name)
      value = part.substr(equals + 1);
  });
  return value;
}

}  // namespace freefloat::console
