#include "console/tls.h"

#include <boost/asio/ssl/context.hpp>
#include <boost/beast/ssl.hpp>
#include <filesystem>
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
  for (const std::string& file : {certificate, key}) {
    if (!std::filesystem::is_regular_file(file))
      throw std::runtime_error("console: certificate and key: " + file +
                               ": there is no such file; wanted are PEM files");
  }
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
  const auto tls = std::make_shared<TlsStream>(beast::tcp_stream(std::move(socket)), parts_->context);
  const std::shared_ptr<beast::tcp_stream> tcp(tls, &tls->next_layer());
  PeerStream stream(
      {.tcp = tcp,
       .read = [at = tls.get()](const Pieces<asio::mutable_buffer>& room,
                                PeerStream::Done done) { at->async_read_some(room, std::move(done)); },
       .write = [at = tls.get()](const Pieces<asio::const_buffer>& bytes,
                                 PeerStream::Done done) { at->async_write_some(bytes, std::move(done)); },
       .shut_down = [at = tls.get()](PeerStream::Ended ended) { at->async_shutdown(std::move(ended)); }});
  tcp->expires_after(all.patience.request);
  tls->async_handshake(asio::ssl::stream_base::server,
                       [begin = make_connection(std::move(stream), all)](error_code error) {
                         if (!error) begin();
                       });
}

}  // namespace freefloat::console
