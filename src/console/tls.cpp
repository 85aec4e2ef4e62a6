#include "console/tls.h"

#include <boost/asio/ssl/context.hpp>
#include <boost/beast/ssl.hpp>
#include <boost/beast/websocket/ssl.hpp>
#include <stdexcept>

#include "console/connection.h"

namespace freefloat::console {

using TlsStream = beast::ssl_stream<beast::tcp_stream>;

struct Tls::Parts {
  asio::ssl::context context{asio::ssl::context::tls_server};
};

Tls::Tls(const std::string& certificate, const std::string& key) : parts_(std::make_unique<Parts>()) {
  asio::ssl::context& context = parts_->context;
  context.set_options(asio::ssl::context::default_workarounds | asio::ssl::context::no_sslv2 |
                      asio::ssl::context::no_sslv3 | asio::ssl::context::no_tlsv1 |
                      asio::ssl::context::no_tlsv1_1);
  error_code error;
  const auto check = [&](const std::string& what) {
    if (error)
      throw std::runtime_error("console: " + what + ": " + error.message() + "; wanted is a PEM file");
  };
  context.use_certificate_chain_file(certificate, error);
  check("certificate " + certificate);
  context.use_private_key_file(key, asio::ssl::context::pem, error);
  check("key " + key + " of the certificate " + certificate);
}

Tls::~Tls() = default;

void Tls::serve(asio::ip::tcp::socket socket, Connections& all) {
  auto connection = make_connection(TlsStream(beast::tcp_stream(std::move(socket)), parts_->context), all);
  beast::get_lowest_layer(connection->stream()).expires_after(Connection<TlsStream>::kPatience);
  connection->stream().async_handshake(asio::ssl::stream_base::server, [connection](error_code error) {
    if (!error) connection->read_request();
  });
}

}  // namespace freefloat::console
