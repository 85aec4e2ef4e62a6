#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace freefloat::testing_support {

/// A TCP client that speaks HTTP and WebSocket byte by byte, right or wrong. Waits for what must come, at
/// most as long as no working machine needs.
class SocketClient {
 public:
  struct Message {
    int opcode = 0;  ///< 1: text, 2: binary, 8: close, 9: ping, 10: pong
    std::string bytes;
    /// Of a close.
    int code() const {
      return bytes.size() < 2
                 ? 0
                 : static_cast<std::uint8_t>(bytes[0]) * 256 + static_cast<std::uint8_t>(bytes[1]);
    }
    std::string reason() const { return bytes.size() < 2 ? "" : bytes.substr(2); }
  };

  explicit SocketClient(int port, int receive_buffer = 0)
      : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    if (receive_buffer > 0)
      ::setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    connected_ = ::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
    host_ = "127.0.0.1:" + std::to_string(port);
  }
  ~SocketClient() {
    if (socket_ >= 0) ::close(socket_);
  }
  SocketClient(SocketClient&& other) noexcept { *this = std::move(other); }
  SocketClient& operator=(SocketClient&& other) noexcept {
    std::swap(socket_, other.socket_);
    std::swap(received_, other.received_);
    std::swap(host_, other.host_);
    std::swap(connected_, other.connected_);
    return *this;
  }

  bool connected() const { return connected_; }
  const std::string& host() const { return host_; }

  bool send(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes.remove_prefix(sent);
    }
    return true;
  }

  /// @return Head and body of the answer to a request; empty: the connection ended.
  std::string request(const std::string& text) {
    send(text);
    std::string head = read_until("\r\n\r\n");
    const std::size_t at = head.find("Content-Length: ");
    if (at != std::string::npos && text.rfind("HEAD", 0) != 0) head += read(std::stoul(head.substr(at + 16)));
    return head;
  }
  std::string get(const std::string& target, const std::string& more = "") {
    return request("GET " + target + " HTTP/1.1\r\nHost: " + host_ + "\r\n" + more + "\r\n");
  }

  /// Begins a WebSocket. @param more Whole header lines. @return The answer's head.
  std::string upgrade(const std::string& more = "Sec-WebSocket-Protocol: foxglove.websocket.v1\r\n") {
    send("GET /ws HTTP/1.1\r\nHost: " + host_ +
         "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
         "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n" +
         more + "\r\n");
    return read_until("\r\n\r\n");
  }

  /// @param first Byte with the opcode. The mask is zero: allowed, and easy to read.
  bool send_frame(std::string_view payload, std::uint8_t first) const {
    std::string frame(1, static_cast<char>(first));
    const auto size = payload.size();
    if (size < 126) {
      frame += static_cast<char>(0x80 | size);
    } else if (size < 65536) {
      frame += static_cast<char>(0x80 | 126);
      frame += static_cast<char>(size >> 8);
      frame += static_cast<char>(size & 255);
    } else {
      frame += static_cast<char>(0x80 | 127);
      for (int shift = 56; shift >= 0; shift -= 8) frame += static_cast<char>((size >> shift) & 255);
    }
    frame.append(4, '\0').append(payload);
    return send(frame);
  }
  bool say(std::string_view text) const { return send_frame(text, 0x81); }
  bool say_binary(std::string_view bytes) const { return send_frame(bytes, 0x82); }

  /// @return The next message; nothing: the connection ended without one.
  std::optional<Message> receive() {
    const std::string head = read(2);
    if (head.size() < 2) return std::nullopt;
    Message message;
    message.opcode = head[0] & 15;
    std::size_t size = head[1] & 127;
    if (size >= 126) {
      const std::string longer = read(size == 126 ? 2 : 8);
      size = 0;
      for (const char byte : longer) size = size * 256 + static_cast<std::uint8_t>(byte);
    }
    message.bytes = read(size);
    return message;
  }

  /// @return The next one that the condition holds for, the others thrown away; or the close.
  template <class Condition>
  std::optional<Message> receive_until(Condition&& condition) {
    for (auto message = receive(); message; message = receive()) {
      if (condition(*message) || message->opcode == 8) return message;
    }
    return std::nullopt;
  }

  /// @return Fewer when the connection ended.
  std::string read(std::size_t count) {
    while (received_.size() < count && read_some()) {
    }
    std::string bytes = received_.substr(0, count);
    received_.erase(0, bytes.size());
    return bytes;
  }
  std::string read_until(std::string_view end) {
    std::size_t at = received_.find(end);
    while (at == std::string::npos && read_some()) at = received_.find(end);
    return at == std::string::npos ? std::exchange(received_, {}) : read(at + end.size());
  }

  /// Reads and throws away what comes, waiting for it so long. @return Bytes; none: it ended; 0: nothing
  /// came.
  std::optional<std::size_t> discard(int milliseconds) {
    received_.clear();
    pollfd waiting{socket_, POLLIN, 0};
    if (::poll(&waiting, 1, milliseconds) == 0) return 0;
    std::array<char, 65536> bytes;
    const ssize_t count = ::recv(socket_, bytes.data(), bytes.size(), 0);
    if (count <= 0) return std::nullopt;
    return count;
  }

  /// @return The server has ended the connection, whatever it sent before.
  bool ends() {
    while (read_some()) received_.clear();
    return !timed_out_;
  }

 private:
  bool read_some() {
    constexpr int kGenerousMs = 30'000;
    pollfd waiting{socket_, POLLIN, 0};
    timed_out_ = ::poll(&waiting, 1, kGenerousMs) <= 0;
    if (timed_out_) return false;
    std::array<char, 65536> bytes;
    const ssize_t count = ::recv(socket_, bytes.data(), bytes.size(), 0);
    if (count <= 0) return false;
    received_.append(bytes.data(), static_cast<std::size_t>(count));
    return true;
  }

  int socket_ = -1;
  bool connected_ = false;
  bool timed_out_ = false;
  std::string host_;
  std::string received_;
};

}  // namespace freefloat::testing_support
