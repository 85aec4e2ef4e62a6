#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <memory>
#include <string>

namespace freefloat::console {

struct Connections;

/// Encrypted connections, compiled apart.
class Tls {
 public:
  /// @throws std::runtime_error in words: which file, what is wrong with it.
  Tls(const std::string& certificate, const std::string& key);
  ~Tls();
  Tls(const Tls&) = delete;
  Tls& operator=(const Tls&) = delete;

  void serve(boost::asio::ip::tcp::socket socket, Connections& all);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace freefloat::console
