#pragma once

// Included by the files that use Boost.Beast, and by no other.

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/beast/core/role.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <cstddef>
#include <functional>
#include <memory>
#include <type_traits>
#include <utility>

namespace freefloat::console {

namespace asio = boost::asio;
namespace beast = boost::beast;
using boost::system::error_code;

/// The first pieces of memory of any sequence of such; reading or writing some bytes needs no more.
template <class Buffer>
class Pieces {
 public:
  using value_type = Buffer;
  using const_iterator = const Buffer*;

  template <class Sequence>
  explicit Pieces(const Sequence& sequence) {
    for (auto at = asio::buffer_sequence_begin(sequence);
         at != asio::buffer_sequence_end(sequence) && count_ < all_.size(); ++at)
      all_[count_++] = *at;
  }

  const_iterator begin() const { return all_.data(); }
  const_iterator end() const { return all_.data() + count_; }

 private:
  std::array<Buffer, 8> all_{};
  std::size_t count_ = 0;
};

/// The bytes of one connection, encrypted or not: one type for both, so that Beast's HTTP and WebSocket,
/// which take long to compile, are compiled once. What it costs is two small pieces of memory each time that
/// bytes are read or written. A stream in the sense of Asio, for handlers alone.
class PeerStream {
 public:
  using executor_type = beast::tcp_stream::executor_type;
  using Done = std::function<void(error_code, std::size_t)>;
  using Ended = std::function<void(error_code)>;

  /// What differs between encrypted ones and others.
  struct Ways {
    std::shared_ptr<beast::tcp_stream> tcp;  ///< keeps everything else alive as well
    std::function<void(const Pieces<asio::mutable_buffer>&, Done)> read;
    std::function<void(const Pieces<asio::const_buffer>&, Done)> write;
    std::function<void(Ended)> shut_down;
  };

  explicit PeerStream(Ways ways) : ways_(std::move(ways)) {}

  executor_type get_executor() { return ways_.tcp->get_executor(); }
  beast::tcp_stream& tcp() { return *ways_.tcp; }

  template <class Buffers, class Handler>
  void async_read_some(const Buffers& buffers, Handler&& handler) {
    ways_.read(Pieces<asio::mutable_buffer>(buffers), share<Done>(std::forward<Handler>(handler)));
  }
  template <class Buffers, class Handler>
  void async_write_some(const Buffers& buffers, Handler&& handler) {
    ways_.write(Pieces<asio::const_buffer>(buffers), share<Done>(std::forward<Handler>(handler)));
  }

  // Found by Beast, by these names.

  template <class Handler>
  friend void async_teardown(beast::role_type, PeerStream& stream, Handler&& handler) {
    stream.ways_.shut_down(share<Ended>(std::forward<Handler>(handler)));
  }
  friend void beast_close_socket(PeerStream& stream) {
    error_code ignored;
    stream.tcp().socket().close(ignored);
  }

 private:
  /// Handlers can be moved only, functions are copied.
  template <class Function, class Handler>
  static Function share(Handler&& handler) {
    auto kept = std::make_shared<std::decay_t<Handler>>(std::forward<Handler>(handler));
    return [kept](auto... result) {
      // Its memory may be given back by what it does.
      auto once = std::move(*kept);
      once(result...);
    };
  }

  Ways ways_;
};

/// @return A stream that is not encrypted.
PeerStream make_plain_stream(asio::ip::tcp::socket socket);

}  // namespace freefloat::console
