#include "console/connection.h"

#include <algorithm>
#include <array>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <optional>
#include <string>

#include "console/client_messages.h"

namespace freefloat::console {

namespace http = boost::beast::http;
namespace websocket = boost::beast::websocket;

namespace {

class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(PeerStream stream, Connections& all)
      : stream_(std::move(stream)), all_(all), cut_timer_(stream_.get_executor()) {
    ++all_.count;
  }
  ~Connection() {
    if (id_ != 0) all_.hub.remove(id_);
    --all_.count;
    all_.on_end();
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  /// @param local Address at which it arrived, @param remote and from where, without ports.
  void tell_addresses(std::string local, std::string remote) {
    local_ = std::move(local);
    remote_ = std::move(remote);
  }

  void read_request() {
    parser_.emplace();
    parser_->header_limit(8 * 1024);
    stream_.tcp().expires_after(all_.patience.request);
    http::async_read_header(
        stream_, buffer_, *parser_,
        [self = shared_from_this()](error_code error, std::size_t) { self->on_request(error); });
  }

 private:
  void on_request(error_code error) {
    if (error == http::error::header_limit || error == http::error::buffer_overflow)
      return send(HttpDesk::refuse(431, "the request's head is too long"));
    if (error && error.category() == http::make_error_code(http::error::end_of_stream).category() &&
        error != http::error::end_of_stream && error != http::error::partial_message)
      return send(HttpDesk::refuse(400, "this is no HTTP request: " + error.message()));
    if (error) return;
    if (!parser_->is_done()) return send(HttpDesk::refuse(413, "requests with a body are not answered"));
    const auto& request = parser_->get();
    HttpAnswer answer = all_.http->answer(facts_of(request), request.keep_alive());
    if (answer.verdict.way == Verdict::Way::kWebSocket) return open_websocket(std::move(answer.verdict));
    send(std::move(answer));
  }

  static std::string_view view(beast::string_view text) { return {text.data(), text.size()}; }

  RequestFacts facts_of(const http::request<http::empty_body>& request) const {
    RequestFacts facts;
    facts.method = view(request.method_string());
    facts.target = view(request.target());
    // Two of them contradict each other.
    if (request.count(http::field::host) == 1) facts.host = view(request[http::field::host]);
    const auto origins = request.count(http::field::origin);
    if (origins > 0) facts.origin = origins == 1 ? view(request[http::field::origin]) : "?";
    facts.cookie = view(request[http::field::cookie]);
    facts.upgrade = websocket::is_upgrade(request) || request.count(http::field::upgrade) > 0;
    facts.subprotocols = view(request[http::field::sec_websocket_protocol]);
    facts.local_address = local_;
    return facts;
  }

  void send(HttpAnswer answer) {
    answer_ = std::move(answer);
    send_piece();
  }

  void send_piece() {
    stream_.tcp().expires_after(all_.patience.request);
    asio::async_write(stream_, asio::buffer(answer_.bytes),
                      [self = shared_from_this()](error_code error, std::size_t) {
                        if (!error) self->after_piece();
                      });
  }

  void after_piece() {
    answer_.bytes = answer_.more ? answer_.more() : std::string();
    answer_.left -= answer_.bytes.size();
    if (!answer_.bytes.empty()) return send_piece();
    const bool go_on = answer_.keep_alive && answer_.left == 0;
    answer_ = {};
    if (go_on) return read_request();
    error_code ignored;
    stream_.tcp().socket().shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
  }

  void open_websocket(Verdict verdict) {
    stream_.tcp().expires_never();
    socket_.emplace(std::move(stream_));
    websocket::stream_base::timeout times{};
    times.handshake_timeout = all_.patience.request;
    times.idle_timeout = all_.patience.silence;
    times.keep_alive_pings = true;
    socket_->set_option(times);
    socket_->set_option(websocket::stream_base::decorator(
        [name = std::move(verdict.subprotocol)](websocket::response_type& response) {
          response.set(http::field::sec_websocket_protocol, name);
          response.set(http::field::server, "freefloat");
        }));
    // Somewhat more than is taken, so that what is too long is answered in words.
    socket_->read_message_max(4 * kLongestMessage);
    socket_->auto_fragment(false);
    socket_->control_callback([this](websocket::frame_type, beast::string_view) {
      if (id_ != 0) all_.hub.heard(id_, std::chrono::steady_clock::now());
    });
    socket_->async_accept(parser_->get(),
                          [self = shared_from_this(), may_command = verdict.may_command](error_code error) {
                            if (!error) self->begin(may_command);
                          });
  }

  void begin(bool may_command) {
    parser_.reset();
    buffer_.clear();
    id_ = all_.hub.add(remote_, may_command, [weak = weak_from_this()] {
      if (const auto self = weak.lock()) self->send_next();
    });
    all_.on_client();
    send_next();
    read_message();
  }

  void read_message() {
    socket_->async_read(
        buffer_, [self = shared_from_this()](error_code error, std::size_t) { self->on_message(error); });
  }

  void on_message(error_code error) {
    if (error) return end();
    const asio::const_buffer bytes = buffer_.cdata();
    all_.hub.receive(id_, socket_->got_binary(), {static_cast<const char*>(bytes.data()), bytes.size()},
                     std::chrono::steady_clock::now());
    buffer_.clear();
    read_message();
  }

  void send_next() {
    if (id_ == 0 || closing_) return;
    if (all_.hub.is_cut(id_)) {
      closing_ = true;
      return cut();
    }
    if (writing_) return;
    if (std::optional<Frame> frame = all_.hub.next(id_)) {
      frame_ = std::move(*frame);
      writing_ = true;
      socket_->binary(frame_.binary);
      const std::array<asio::const_buffer, 2> parts{
          asio::buffer(frame_.head_bytes().data(), frame_.head_bytes().size()),
          asio::buffer(frame_.body_bytes().data(), frame_.body_bytes().size())};
      socket_->async_write(parts, [self = shared_from_this()](error_code error, std::size_t) {
        self->writing_ = false;
        self->frame_ = {};
        if (error) return self->end();
        self->send_next();
      });
      return;
    }
    if (const CloseReason* reason = all_.hub.closing(id_)) close(*reason);
  }

  void close(const CloseReason& reason) {
    closing_ = true;
    const auto code = static_cast<websocket::close_code>(reason.code);
    websocket::close_reason said(code);
    said.reason = beast::string_view(reason.words.data(), std::min<std::size_t>(reason.words.size(), 120));
    socket_->async_close(said, [self = shared_from_this()](error_code) { self->cut(); });
    // Who does not answer that is not waited for.
    cut_timer_.expires_after(seconds(2));
    cut_timer_.async_wait([weak = weak_from_this()](error_code error) {
      const auto self = weak.lock();
      if (!error && self) self->cut();
    });
  }

  void cut() {
    error_code ignored;
    socket_->next_layer().tcp().socket().close(ignored);
    end();
  }

  void end() {
    cut_timer_.cancel();
    if (id_ != 0) all_.hub.remove(std::exchange(id_, 0));
  }

  PeerStream stream_;
  Connections& all_;
  asio::steady_timer cut_timer_;
  std::string local_;
  std::string remote_;
  beast::flat_buffer buffer_;
  std::optional<http::request_parser<http::empty_body>> parser_;
  HttpAnswer answer_;
  std::optional<websocket::stream<PeerStream, false>> socket_;
  ClientId id_ = 0;
  Frame frame_;
  bool writing_ = false;
  bool closing_ = false;
};

/// @return Without port; IPv4 within IPv6 reads as what it is.
std::string address_of(const asio::ip::tcp::endpoint& end) {
  const asio::ip::address at = end.address();
  if (at.is_v6() && at.to_v6().is_v4_mapped())
    return asio::ip::make_address_v4(asio::ip::v4_mapped, at.to_v6()).to_string();
  return at.is_v6() ? "[" + at.to_string() + "]" : at.to_string();
}

}  // namespace

std::function<void()> make_connection(PeerStream stream, Connections& all) {
  error_code ignored;
  auto& socket = stream.tcp().socket();
  std::string local = address_of(socket.local_endpoint(ignored));
  std::string remote = address_of(socket.remote_endpoint(ignored));
  socket.set_option(asio::ip::tcp::no_delay(true), ignored);
  // What waits in the kernel is old by the time that a slow reader gets it.
  socket.set_option(asio::socket_base::send_buffer_size(128 * 1024), ignored);
  auto connection = std::make_shared<Connection>(std::move(stream), all);
  connection->tell_addresses(std::move(local), std::move(remote));
  return [connection] { connection->read_request(); };
}

PeerStream make_plain_stream(asio::ip::tcp::socket socket) {
  auto tcp = std::make_shared<beast::tcp_stream>(std::move(socket));
  return PeerStream(
      {.tcp = tcp,
       .read = [at = tcp.get()](const Pieces<asio::mutable_buffer>& room,
                                PeerStream::Done done) { at->async_read_some(room, std::move(done)); },
       .write = [at = tcp.get()](const Pieces<asio::const_buffer>& bytes,
                                 PeerStream::Done done) { at->async_write_some(bytes, std::move(done)); },
       .shut_down =
           [at = tcp.get()](PeerStream::Ended ended) {
             websocket::async_teardown(beast::role_type::server, at->socket(), std::move(ended));
           }});
}

}  // namespace freefloat::console
