#include "console/console_server.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <pthread.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>
#include <memory>
#include <optional>
#include <random>
#include <stdexcept>
#include <thread>
#include <utility>

#include "console/http_answer.h"
#include "console/hub.h"
#include "console/live_feed.h"
#include "console/live_pictures.h"
#include "console/transport.h"
#include "runlog/build_identity.h"

namespace freefloat::console {
namespace {

constexpr std::size_t kShortestToken = 16;

std::string draw_token() {
  std::random_device device;
  std::string token;
  constexpr std::string_view kDigits = "0123456789abcdef";
  while (token.size() < 32) {
    for (unsigned bits = device(), i = 0; i < 8; ++i, bits >>= 4U) token += kDigits[bits & 15U];
  }
  return token;
}

void check_token(const std::string& token) {
  const bool good = std::all_of(token.begin(), token.end(), [](unsigned char c) {
    return (c < 0x80 && std::isalnum(c) != 0) || c == '_' || c == '-';
  });
  if (!good || token.size() < kShortestToken)
    throw std::runtime_error("console: a token has at least 16 characters, of A-Z, a-z, 0-9, _ and -");
}

bool is_loopback(const std::string& host) {
  return host == "localhost" || host == "::1" || host == "[::1]" || host.rfind("127.", 0) == 0;
}

/// @return An address of this PC that others reach; this PC's own where there is none.
std::string reachable_address() {
  ifaddrs* all = nullptr;
  if (getifaddrs(&all) != 0) return "127.0.0.1";
  const std::unique_ptr<ifaddrs, decltype(&freeifaddrs)> kept(all, &freeifaddrs);
  for (const ifaddrs* one = all; one != nullptr; one = one->ifa_next) {
    const bool goes_out = (one->ifa_flags & IFF_UP) != 0 && (one->ifa_flags & IFF_LOOPBACK) == 0;
    if (!goes_out || one->ifa_addr == nullptr || one->ifa_addr->sa_family != AF_INET) continue;
    sockaddr_in address{};
    std::memcpy(&address, one->ifa_addr, sizeof address);
    std::array<char, INET_ADDRSTRLEN> text{};
    if (inet_ntop(AF_INET, &address.sin_addr, text.data(), text.size()) != nullptr) return text.data();
  }
  return "127.0.0.1";
}

/// @return As it stands in a link: a browser cannot open "any address".
std::string host_of_link(const std::string& listen) {
  if (listen == "0.0.0.0" || listen == "::" || listen == "[::]") return reachable_address();
  const bool bare_ipv6 = listen.find(':') != std::string::npos && listen.front() != '[';
  return bare_ipv6 ? "[" + listen + "]" : listen;
}

/// @return The desk has listed a run of that name.
bool knows_run(Desk& desk, const std::string& name) {
  try {
    const Answer answer = desk.ask("runs", nlohmann::json::object(), {});
    if (!answer.result.is_object()) return false;
    const nlohmann::json runs = answer.result.value("runs", nlohmann::json::array());
    return std::any_of(runs.begin(), runs.end(), [&](const nlohmann::json& run) {
      return run.is_object() && run.contains("name") && run["name"] == name;
    });
  } catch (const std::exception&) {
    return false;
  }
}

}  // namespace

struct ConsoleServer::Parts {
  Parts(ConsoleConfig wanted, Desk& asked)
      : config(std::move(wanted)), desk(asked), hub(asked, hub_config()), transport(config, hub) {}

  HubConfig hub_config() {
    const BuildIdentity build = build_identity();
    return {.session = draw_token(),
            .version = std::string(build.version) + " (" + std::string(build.git_id) + ")",
            .max_clients = config.max_clients,
            .log_time_ns = [this] { return feed.log_time_ns(); }};
  }

  void hand_over() {
    for (const LiveMessage& message : queue.take()) hub.publish(message);
  }

  ConsoleConfig config;
  Desk& desk;
  Hub hub;
  Transport transport;
  LiveQueue queue{[this] { transport.wake(); }};
  LiveFeed feed{[this] { return hub.wanted(); }, queue};
  LivePictures pictures{[this] { return hub.wanted(); }, queue};
  std::optional<HttpDesk> http;
  std::thread thread;
};

ConsoleServer::ConsoleServer(ConsoleConfig config, Desk& desk)
    : parts_(std::make_unique<Parts>(std::move(config), desk)) {}

ConsoleServer::~ConsoleServer() {
  stop();
}

void ConsoleServer::start() {
  ConsoleConfig& config = parts_->config;
  if (config.token.empty()) config.token = draw_token();
  check_token(config.token);
  if (config.certificate.empty() != config.key.empty())
    throw std::runtime_error("console: a certificate and its key go together; one of them is missing");
  PageFiles files = config.page_folder.empty() ? PageFiles() : PageFiles::list(config.page_folder);
  parts_->transport.open();
  AccessRules rules = make_rules(config, port(), files.paths());
  parts_->http.emplace(std::move(rules), std::move(files), config.runs_folder,
                       [&desk = parts_->desk](const std::string& name) { return knows_run(desk, name); });
  parts_->thread = std::thread(
      [parts = parts_.get()] { parts->transport.run(*parts->http, [parts] { parts->hand_over(); }); });
  pthread_setname_np(parts_->thread.native_handle(), "console");
}

void ConsoleServer::stop() {
  if (!parts_->thread.joinable()) return;
  parts_->transport.stop();
  parts_->thread.join();
}

RunListener ConsoleServer::listener() {
  Parts* parts = parts_.get();
  const auto add = [parts](const auto& event) { parts->feed.add(event); };
  return {.on_cycle = add,
          .on_phase = add,
          .on_link = add,
          .on_marker_path = add,
          .on_picture = [parts](const ProcessedPicture& picture) { parts->pictures.add(picture); },
          .on_note = add,
          .on_command = add,
          .on_contact = add};
}

void ConsoleServer::set_run(RunFacts facts) {
  std::vector<std::string> names;
  for (const MarkerParameters& marker : facts.robot.markers) names.push_back(marker.name);
  parts_->pictures.set_run(facts.epoch_ns, std::move(names));
  parts_->feed.set_run(std::move(facts));
}

std::string ConsoleServer::address() const {
  const ConsoleConfig& config = parts_->config;
  return (config.certificate.empty() ? "http://" : "https://") + host_of_link(config.listen) + ":" +
         std::to_string(port()) + "/?token=" + config.token;
}

int ConsoleServer::port() const {
  return parts_->transport.port();
}

const std::string& ConsoleServer::token() const {
  return parts_->config.token;
}

std::string ConsoleServer::risk() const {
  const ConsoleConfig& config = parts_->config;
  if (is_loopback(config.listen) || !config.certificate.empty()) return {};
  return "the console at " + config.listen +
         " is not encrypted: who can read this network can take the token and command; give it a certificate "
         "and a key, or listen at 127.0.0.1 and come through ssh";
}

std::string ConsoleServer::commander() const {
  return parts_->hub.commander();
}

int ConsoleServer::client_count() const {
  return parts_->hub.client_count();
}

}  // namespace freefloat::console
