#include "hal/udp/udp_socket.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "hal/hal_error.h"

namespace freefloat {
namespace {

constexpr std::int64_t kNanoseconds = 1'000'000'000;

const sockaddr* as_sockaddr(const UdpAddress& address) {
  return reinterpret_cast<const sockaddr*>(&address.storage);
}

UdpResult result_of(ssize_t count) {
  if (count >= 0) return UdpResult::kDone;
  if (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR || errno == ENOBUFS)
    return UdpResult::kNothing;
  return errno == ECONNREFUSED ? UdpResult::kRefused : UdpResult::kFailed;
}

// The kernel stamps with the wall clock. A step of that clock between stamp and reading gives a wrong age, so
// it is bounded.
Duration age_of(msghdr& message) {
  constexpr Duration kOldest = std::chrono::seconds(1);
  for (cmsghdr* part = CMSG_FIRSTHDR(&message); part != nullptr; part = CMSG_NXTHDR(&message, part)) {
    if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_TIMESTAMPNS) continue;
    timespec received{};
    std::memcpy(&received, CMSG_DATA(part), sizeof received);
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    const Duration age{(now.tv_sec - received.tv_sec) * kNanoseconds + now.tv_nsec - received.tv_nsec};
    return age >= Duration::zero() && age <= kOldest ? age : Duration::zero();
  }
  return {};
}

std::pair<std::string, std::string> split(const std::string& text) {
  const std::size_t colon = text.rfind(':');
  const bool is_port = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
  if (is_port) return {"127.0.0.1", text};
  if (colon == std::string::npos || colon + 1 == text.size()) {
    throw HalError("'" + text + "' is not an address; write host:port, for example 192.168.4.1:7001");
  }
  std::string host = text.substr(0, colon);
  if (host.size() >= 2 && host.front() == '[' && host.back() == ']') host = host.substr(1, host.size() - 2);
  return {host, text.substr(colon + 1)};
}

}  // namespace

bool UdpAddress::operator==(const UdpAddress& other) const {
  return size == other.size && std::memcmp(&storage, &other.storage, size) == 0;
}

UdpAddress resolve_udp_address(const std::string& text) {
  const auto [host, port] = split(text);
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_DGRAM;
  hints.ai_flags = AI_NUMERICSERV;
  addrinfo* found = nullptr;
  if (const int error = getaddrinfo(host.c_str(), port.c_str(), &hints, &found); error != 0) {
    throw HalError("'" + text + "': no such address: " + gai_strerror(error));
  }
  UdpAddress address;
  std::memcpy(&address.storage, found->ai_addr, found->ai_addrlen);
  address.size = found->ai_addrlen;
  freeaddrinfo(found);
  return address;
}

std::string to_string(const UdpAddress& address) {
  char host[NI_MAXHOST];
  char port[NI_MAXSERV];
  if (getnameinfo(as_sockaddr(address), address.size, host, sizeof host, port, sizeof port,
                  NI_NUMERICHOST | NI_NUMERICSERV | NI_DGRAM) != 0) {
    return "unknown address";
  }
  const bool six = address.storage.ss_family == AF_INET6;
  return six ? fmt::format("[{}]:{}", host, port) : fmt::format("{}:{}", host, port);
}

UdpSocket::UdpSocket(int family) : descriptor_(socket(family, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)) {
  if (descriptor_ < 0) throw HalError(std::string("no network socket: ") + std::strerror(errno));
  const int on = 1;
  setsockopt(descriptor_, SOL_SOCKET, SO_TIMESTAMPNS, &on, sizeof on);
}

UdpSocket::UdpSocket(UdpSocket&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

UdpSocket& UdpSocket::operator=(UdpSocket&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

UdpSocket::~UdpSocket() {
  if (descriptor_ >= 0) close(descriptor_);
}

UdpSocket UdpSocket::connect(const UdpAddress& peer) {
  UdpSocket udp(peer.storage.ss_family);
  udp.reconnect(peer);  // a network that is not up yet may come later
  return udp;
}

UdpSocket UdpSocket::listen(const UdpAddress& local) {
  UdpSocket udp(local.storage.ss_family);
  if (bind(udp.descriptor_, as_sockaddr(local), local.size) != 0) {
    const int error = errno;
    std::string message = to_string(local) + ": cannot listen there: " + std::strerror(error);
    if (error == EADDRINUSE) message += "; another program does already (try: ss -ulpn)";
    throw HalError(message);
  }
  return udp;
}

UdpSocket UdpSocket::join(const std::string& group, int port, const std::string& local) {
  UdpSocket udp(AF_INET);
  const int on = 1;
  setsockopt(udp.descriptor_, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  sockaddr_in any{};
  any.sin_family = AF_INET;
  any.sin_port = htons(static_cast<std::uint16_t>(port));
  ip_mreq membership{};
  const bool addresses = inet_pton(AF_INET, group.c_str(), &membership.imr_multiaddr) == 1 &&
                         inet_pton(AF_INET, local.c_str(), &membership.imr_interface) == 1;
  if (!addresses) throw HalError(group + " at " + local + ": write both as numbers, such as 239.255.42.99");
  if (bind(udp.descriptor_, reinterpret_cast<const sockaddr*>(&any), sizeof any) != 0 ||
      setsockopt(udp.descriptor_, IPPROTO_IP, IP_ADD_MEMBERSHIP, &membership, sizeof membership) != 0)
    throw HalError(group + ":" + std::to_string(port) + ": cannot be joined: " + std::strerror(errno));
  return udp;
}

UdpResult UdpSocket::receive(std::span<std::uint8_t> buffer, UdpDatagram& datagram) {
  iovec part{buffer.data(), buffer.size()};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(timespec))];
  msghdr message{};
  message.msg_name = &datagram.sender.storage;
  message.msg_namelen = sizeof datagram.sender.storage;
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  const ssize_t count = recvmsg(descriptor_, &message, MSG_DONTWAIT);
  if (count < 0) return result_of(count);
  datagram.size = count;
  datagram.cut = (message.msg_flags & MSG_TRUNC) != 0;
  datagram.age = age_of(message);
  datagram.sender.size = message.msg_namelen;
  return UdpResult::kDone;
}

UdpResult UdpSocket::send(std::span<const std::uint8_t> bytes) {
  return result_of(::send(descriptor_, bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL));
}

UdpResult UdpSocket::send_to(const UdpAddress& receiver, std::span<const std::uint8_t> bytes) {
  return result_of(sendto(descriptor_, bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL,
                          as_sockaddr(receiver), receiver.size));
}

bool UdpSocket::reconnect(const UdpAddress& peer) {
  // Only a socket that was let go chooses its own address anew.
  sockaddr nobody{};
  nobody.sa_family = AF_UNSPEC;
  static_cast<void>(::connect(descriptor_, &nobody, sizeof nobody));
  return ::connect(descriptor_, as_sockaddr(peer), peer.size) == 0;
}

UdpAddress UdpSocket::local_address() const {
  UdpAddress address;
  address.size = sizeof address.storage;
  getsockname(descriptor_, reinterpret_cast<sockaddr*>(&address.storage), &address.size);
  return address;
}

bool UdpSocket::wait(Duration limit) const {
  pollfd entry{descriptor_, POLLIN, 0};
  const timespec until{limit.count() / kNanoseconds, limit.count() % kNanoseconds};
  return ppoll(&entry, 1, &until, nullptr) > 0;
}

}  // namespace freefloat
