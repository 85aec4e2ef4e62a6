#include "console/transport.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <optional>
#include <stdexcept>

#include "console/connection.h"
#include "console/tls.h"

namespace freefloat::console {
namespace {

using asio::ip::tcp;

// More than any lab opens; the next ones wait in the kernel's queue until one ends.
constexpr int kMostConnections = 200;
// How long connections are given to take the reason at the end.
constexpr milliseconds kFarewell{500};

}  // namespace

struct Transport::Parts {
  Parts(ConsoleConfig wanted, Hub& all)
      : config(std::move(wanted)), hub(all), connections{.hub = all, .patience = config.patience} {}

  void accept();
  void on_accept(error_code error, tcp::socket socket);
  void tick();
  void end();

  ConsoleConfig config;
  Hub& hub;
  Connections connections;
  std::function<void()> on_wake;
  std::optional<Tls> tls;
  int port = 0;
  bool accepting = false;
  bool ticking = false;
  bool ending = false;
  // Destroyed before all that what is under way in it uses.
  asio::io_context io{1};
  tcp::acceptor acceptor{io};
  asio::steady_timer retry{io};
  asio::steady_timer ticker{io};
  asio::steady_timer farewell{io};
};

Transport::Transport(ConsoleConfig config, Hub& hub)
    : parts_(std::make_unique<Parts>(std::move(config), hub)) {
  Parts& parts = *parts_;
  parts.connections.on_client = [&parts] {
    if (!parts.ticking) parts.tick();
  };
  parts.connections.on_end = [&parts] {
    if (parts.ending && parts.connections.count == 0) parts.io.stop();
    if (!parts.ending && !parts.accepting) parts.accept();
  };
}

// What was under way is destroyed with the context, when nobody is to be told any more.
Transport::~Transport() {
  parts_->connections.on_end = [] {};
}

void Transport::open() {
  Parts& parts = *parts_;
  const ConsoleConfig& config = parts.config;
  std::string listen = config.listen;
  if (listen.size() > 2 && listen.front() == '[') listen = listen.substr(1, listen.size() - 2);
  if (!config.certificate.empty()) parts.tls.emplace(config.certificate, config.key);
  error_code error;
  tcp::resolver resolver(parts.io);
  const auto found = resolver.resolve(listen, std::to_string(config.port),
                                      tcp::resolver::passive | tcp::resolver::numeric_service, error);
  if (error) throw std::runtime_error("console: there is no address '" + listen + "': " + error.message());
  const tcp::endpoint endpoint = found.begin()->endpoint();
  parts.acceptor.open(endpoint.protocol(), error);
  if (!error) parts.acceptor.set_option(asio::socket_base::reuse_address(true), error);
  if (!error) parts.acceptor.bind(endpoint, error);
  if (!error) parts.acceptor.listen(asio::socket_base::max_listen_connections, error);
  if (error == asio::error::address_in_use)
    throw std::runtime_error(
        "console: port " + std::to_string(config.port) + " of " + listen +
        " is taken, perhaps by another freefloat; choose another, 0 for any that is free");
  if (error)
    throw std::runtime_error("console: cannot listen at " + listen + " port " + std::to_string(config.port) +
                             ": " + error.message());
  parts.port = parts.acceptor.local_endpoint(error).port();
}

int Transport::port() const {
  return parts_->port;
}

void Transport::run(const HttpDesk& http, std::function<void()> on_wake) {
  parts_->connections.http = &http;
  parts_->on_wake = std::move(on_wake);
  parts_->accept();
  parts_->io.run();
}

void Transport::wake() {
  asio::post(parts_->io, [parts = parts_.get()] { parts->on_wake(); });
}

void Transport::stop() {
  asio::post(parts_->io, [parts = parts_.get()] { parts->end(); });
}

void Transport::Parts::accept() {
  accepting = connections.count < kMostConnections && acceptor.is_open();
  if (!accepting) return;
  acceptor.async_accept(
      [this](error_code error, tcp::socket socket) { on_accept(error, std::move(socket)); });
}

void Transport::Parts::on_accept(error_code error, tcp::socket socket) {
  if (ending || error == asio::error::operation_aborted) return;
  if (error) {
    // No more descriptors, for example: that passes.
    retry.expires_after(milliseconds(100));
    retry.async_wait([this](error_code cancelled) {
      if (!cancelled) accept();
    });
    return;
  }
  if (tls) {
    tls->serve(std::move(socket), connections);
  } else {
    make_connection(make_plain_stream(std::move(socket)), connections)();
  }
  accept();
}

void Transport::Parts::tick() {
  ticking = hub.client_count() > 0 && !ending;
  if (!ticking) return;
  hub.tick(std::chrono::steady_clock::now());
  ticker.expires_after(Hub::kTick);
  ticker.async_wait([this](error_code error) {
    if (!error) tick();
  });
}

void Transport::Parts::end() {
  ending = true;
  error_code ignored;
  acceptor.close(ignored);
  retry.cancel();
  ticker.cancel();
  hub.close_all({kGoingAway, "the program ends"});
  if (connections.count == 0) return io.stop();
  farewell.expires_after(kFarewell);
  farewell.async_wait([this](error_code) { io.stop(); });
}

}  // namespace freefloat::console
