// Which requests get through: held to a table that is written here a second time, as lists of what is good.
#include "console/rights.h"

#include <gtest/gtest.h>

#include <random>

namespace freefloat::console {
namespace {

using Way = Verdict::Way;

constexpr std::string_view kToken = "0123456789abcdef0123456789abcdef";

AccessRules rules() {
  ConsoleConfig config;
  config.listen = "192.168.7.5";
  config.token = kToken;
  config.allowed_hosts = {"Robot-Lab", "fd00::5", "lab.example:9000"};
  return make_rules(config, 8765, {"/index.html", "/app.js", "/views/top.js"});
}

/// A value of one part of a request, and whether it alone is in order.
struct Choice {
  std::string_view text;
  bool good = false;
};

const std::vector<Choice> kMethods{{"GET", true}, {"HEAD", true}, {"POST"},  {"PUT"}, {"DELETE"}, {"OPTIONS"},
                                   {"CONNECT"},   {"TRACE"},      {"PATCH"}, {"get"}, {"G ET"},   {""}};
const std::vector<Choice> kHosts{{"127.0.0.1:8765", true},
                                 {"localhost:8765", true},
                                 {"LOCALHOST:8765", true},
                                 {"[::1]:8765", true},
                                 {"192.168.7.5:8765", true},
                                 {"robot-lab:8765", true},
                                 {"[fd00::5]:8765", true},
                                 {"lab.example:9000", true},
                                 {"lab.example:8765"},
                                 {"127.0.0.1"},
                                 {"localhost"},
                                 {"127.0.0.1:80"},
                                 {"evil.example:8765"},
                                 {"localhost:8765.evil.example"},
                                 {"localhost.evil.example:8765"},
                                 {"192.168.7.6:8765"},
                                 {"127.0.0.1:8765 "},
                                 {""}};

enum class Place { kNowhere, kPage, kRoot, kRun, kSocket, kGoodLink, kBadLink };
struct Path {
  std::string_view target;
  Place place = Place::kNowhere;
};
const std::vector<Path> kPaths{{"/", Place::kRoot},
                               {"/?", Place::kRoot},
                               {"/?view=camera", Place::kRoot},
                               {"/index.html", Place::kPage},
                               {"/app.js", Place::kPage},
                               {"/app.js?v=2", Place::kPage},
                               {"/views/top.js", Place::kPage},
                               {"/ws", Place::kSocket},
                               {"/ws?x", Place::kSocket},
                               {"/?token=0123456789abcdef0123456789abcdef", Place::kGoodLink},
                               {"/?token=0123456789abcdef0123456789abcdeF", Place::kBadLink},
                               {"/?token=", Place::kBadLink},
                               {"/?token=0123456789abcdef0123456789abcdef&", Place::kBadLink},
                               {"/runs/2026-11-22_031502/report.html", Place::kRun},
                               {"/runs/a/run.mcap", Place::kRun},
                               {"/runs/a.b_c-d/top_view.svg", Place::kRun},
                               {"/runs/a/what_if.html", Place::kRun},
                               {"/runs/../report.html"},
                               {"/runs/./report.html"},
                               {"/runs//report.html"},
                               {"/runs/a/../../x/report.html"},
                               {"/runs/a/configuration.yaml"},
                               {"/runs/a/report.html/"},
                               {"/runs/a%2e/report.html"},
                               {"/runs/a b/report.html"},
                               {"/runs/"},
                               {"/runs"},
                               {"/../etc/passwd"},
                               {"/%2e%2e/etc/passwd"},
                               {"/views/../app.js"},
                               {"//app.js"},
                               {"/APP.JS"},
                               {"/.git/config"},
                               {"app.js"},
                               {"http://localhost:8765/"},
                               {"*"},
                               {""}};

struct OriginChoice {
  std::string_view text;
  enum class Kind { kNone, kOwn, kViewer, kForeign } kind;
};
using Kind = OriginChoice::Kind;
// Of the host localhost:8765; another host has another own origin.
const std::vector<OriginChoice> kOrigins{{"", Kind::kNone},
                                         {"http://localhost:8765", Kind::kOwn},
                                         {"https://localhost:8765", Kind::kForeign},
                                         {"http://localhost", Kind::kForeign},
                                         {"http://evil.example", Kind::kForeign},
                                         {"http://localhost:8765.evil.example", Kind::kForeign},
                                         {"https://app.foxglove.dev", Kind::kViewer},
                                         {"https://app.foxglove.dev.evil.example", Kind::kForeign},
                                         {"null", Kind::kForeign},
                                         {"?", Kind::kForeign}};

const std::vector<Choice> kCookies{{"freefloat_token=0123456789abcdef0123456789abcdef", true},
                                   {"a=b; freefloat_token=0123456789abcdef0123456789abcdef; c=d", true},
                                   {"freefloat_token=0123456789abcdef0123456789abcdee"},
                                   {"freefloat_token="},
                                   {"xfreefloat_token=0123456789abcdef0123456789abcdef"},
                                   {"freefloat_token"},
                                   {"freefloat_token=0123456789abcdef0123456789abcdef0"},
                                   {""}};
const std::vector<Choice> kSubprotocols{{"foxglove.sdk.v1", true},
                                        {"foxglove.websocket.v1", true},
                                        {"mqtt, foxglove.websocket.v1", true},
                                        {"foxglove.websocket.v2"},
                                        {"foxglove.sdk.v1x"},
                                        {""}};

TEST(Rights, LetExactlyTheAllowedSetThrough) {
  const AccessRules access = rules();
  std::mt19937 random(1);
  const auto any = [&](const auto& choices) -> const auto& {
    return choices[random() % choices.size()];
  };
  int sockets = 0, commanders = 0, files = 0, refusals = 0;
  for (int i = 0; i < 100'000; ++i) {
    // Half of the requests are good in method and host: else hardly any would be allowed.
    const bool plain = random() % 2 == 0;
    const Choice method = plain ? kMethods[0] : any(kMethods);
    const Choice host = plain ? kHosts[1] : any(kHosts);
    const Path path = any(kPaths);
    const OriginChoice origin = any(kOrigins);
    const Choice cookie = any(kCookies);
    const Choice subprotocol = any(kSubprotocols);
    RequestFacts request;
    request.method = method.text;
    request.host = host.text;
    request.target = path.target;
    if (origin.kind != Kind::kNone) request.origin = origin.text;
    request.cookie = cookie.text;
    request.upgrade = random() % 2 == 0;
    request.subprotocols = subprotocol.text;

    const bool own =
        origin.kind == Kind::kNone ||
        (origin.kind == Kind::kOwn && (host.text == "localhost:8765" || host.text == "LOCALHOST:8765"));
    Way wanted = Way::kRefuse;
    if (method.good && host.good) {
      const bool at_socket = path.place == Place::kSocket || path.place == Place::kRoot ||
                             path.place == Place::kGoodLink || path.place == Place::kBadLink;
      if (request.upgrade) {
        if (at_socket && method.text == "GET" && (own || origin.kind == Kind::kViewer) && subprotocol.good)
          wanted = Way::kWebSocket;
      } else if (path.place == Place::kRoot || path.place == Place::kPage) {
        wanted = Way::kFile;
      } else if (path.place == Place::kRun) {
        wanted = Way::kRunFile;
      } else if (path.place == Place::kGoodLink) {
        wanted = Way::kSetToken;
      }
    }
    const bool commands = wanted == Way::kWebSocket && own && cookie.good;

    const Verdict verdict = decide(request, access);
    ASSERT_EQ(verdict.way, wanted) << method.text << " " << path.target << " host " << host.text << " origin "
                                   << origin.text << " upgrade " << request.upgrade;
    ASSERT_EQ(verdict.may_command, commands)
        << path.target << " origin " << origin.text << " " << cookie.text;
    ASSERT_EQ(verdict.words.empty(), wanted != Way::kRefuse);
    ASSERT_EQ(verdict.status >= 400, wanted == Way::kRefuse);
    sockets += wanted == Way::kWebSocket;
    commanders += commands;
    files += wanted == Way::kFile || wanted == Way::kRunFile;
    refusals += wanted == Way::kRefuse;
  }
  EXPECT_GT(sockets, 500);
  EXPECT_GT(commanders, 50);
  EXPECT_GT(files, 5000);
  EXPECT_GT(refusals, 50'000);
}

TEST(Rights, AnyAddressOfThePcIsAHostWhenItListensAtAll) {
  ConsoleConfig config;
  config.listen = "0.0.0.0";
  config.token = kToken;
  const AccessRules access = make_rules(config, 8765, {"/index.html"});
  RequestFacts request;
  request.method = "GET";
  request.target = "/";
  request.host = "10.0.0.7:8765";
  request.local_address = "10.0.0.7";
  EXPECT_EQ(decide(request, access).way, Way::kFile);
  request.local_address = "10.0.0.8";
  EXPECT_EQ(decide(request, access).status, 421);
  request.host = "evil.example:8765";
  EXPECT_EQ(decide(request, access).status, 421);
}

/// The address at which a request came in counts where any may; at a named one a foreign name is refused all
/// the same, though it resolves to that address.
TEST(Rights, TheAddressOfARequestIsNoHostWhereOneIsNamed) {
  const AccessRules named = rules();
  ASSERT_FALSE(named.any_local_address);
  RequestFacts request;
  request.method = "GET";
  request.target = "/";
  request.host = "10.0.0.9:8765";
  request.local_address = "10.0.0.9";
  EXPECT_EQ(decide(request, named).way, Way::kRefuse);
}

TEST(Rights, EachCharacterOfATokenCounts) {
  for (std::size_t i = 0; i < kToken.size(); ++i) {
    std::string other(kToken);
    other[i] = 'x';
    EXPECT_FALSE(is_token(other, kToken)) << i;
  }
  EXPECT_TRUE(is_token(kToken, kToken));
}

TEST(Rights, ARunsNameHasAnEnd) {
  RequestFacts request;
  request.method = "GET";
  request.host = "127.0.0.1:8765";
  const auto way_of = [&](std::size_t length) {
    const std::string target = "/runs/" + std::string(length, 'a') + "/report.html";
    request.target = target;
    return decide(request, rules()).way;
  };
  EXPECT_EQ(way_of(128), Way::kRunFile);
  EXPECT_EQ(way_of(129), Way::kRefuse);
}

TEST(Rights, UsualPortMayBeLeftOut) {
  ConsoleConfig config;
  config.certificate = "cert.pem";
  const AccessRules access = make_rules(config, 443, {});
  EXPECT_TRUE(access.hosts.contains("localhost"));
  EXPECT_TRUE(access.hosts.contains("localhost:443"));
  EXPECT_FALSE(make_rules(config, 80, {}).hosts.contains("localhost"));
}

TEST(Rights, NoTokenIsNeverEqual) {
  EXPECT_FALSE(is_token("", ""));
  EXPECT_TRUE(is_token(kToken, kToken));
  EXPECT_FALSE(is_token(kToken.substr(1), kToken));
}

TEST(Rights, FirstListedSubprotocolThatIsSpokenIsTaken) {
  RequestFacts request;
  request.method = "GET";
  request.target = "/ws";
  request.host = "localhost:8765";
  request.upgrade = true;
  request.subprotocols = " x , foxglove.websocket.v1, foxglove.sdk.v1";
  EXPECT_EQ(decide(request, rules()).subprotocol, "foxglove.websocket.v1");
}

}  // namespace
}  // namespace freefloat::console
