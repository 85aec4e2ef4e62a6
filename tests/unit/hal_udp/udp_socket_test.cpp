#include "hal/udp/udp_socket.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "hal/hal_error.h"

namespace freefloat {
namespace {

using testing::HasSubstr;

const UdpAddress kAnyPort = resolve_udp_address("127.0.0.1:0");

template <class Action>
std::string error_of(Action action) {
  try {
    action();
  } catch (const HalError& error) {
    return error.what();
  }
  return "no error";
}

TEST(UdpSocket, CarriesDatagramsBothWaysAndKnowsTheSender) {
  UdpSocket board = UdpSocket::listen(kAnyPort);
  UdpSocket controller = UdpSocket::connect(board.local_address());
  const std::vector<std::uint8_t> sent{1, 2, 3};
  ASSERT_EQ(controller.send(sent), UdpResult::kDone);
  ASSERT_TRUE(board.wait(std::chrono::seconds(10)));
  std::vector<std::uint8_t> buffer(10);
  UdpDatagram datagram;
  ASSERT_EQ(board.receive(buffer, datagram), UdpResult::kDone);
  EXPECT_EQ(datagram.size, sent.size());
  EXPECT_FALSE(datagram.cut);
  EXPECT_TRUE(datagram.sender == controller.local_address());
  ASSERT_EQ(board.send_to(datagram.sender, sent), UdpResult::kDone);
  ASSERT_TRUE(controller.wait(std::chrono::seconds(10)));
  EXPECT_EQ(controller.receive(buffer, datagram), UdpResult::kDone);
  EXPECT_EQ(controller.receive(buffer, datagram), UdpResult::kNothing);
}

TEST(UdpSocket, ADatagramLargerThanTheBufferIsMarked) {
  UdpSocket board = UdpSocket::listen(kAnyPort);
  UdpSocket controller = UdpSocket::connect(board.local_address());
  controller.send(std::vector<std::uint8_t>(100));
  ASSERT_TRUE(board.wait(std::chrono::seconds(10)));
  std::vector<std::uint8_t> buffer(10);
  UdpDatagram datagram;
  ASSERT_EQ(board.receive(buffer, datagram), UdpResult::kDone);
  EXPECT_EQ(datagram.size, 10u);
  EXPECT_TRUE(datagram.cut);
}

TEST(UdpSocket, HearsOnlyItsPeer) {
  UdpSocket board = UdpSocket::listen(kAnyPort);
  UdpSocket controller = UdpSocket::connect(board.local_address());
  UdpSocket stranger = UdpSocket::listen(kAnyPort);
  stranger.send_to(controller.local_address(), std::vector<std::uint8_t>(5));
  board.send_to(controller.local_address(), std::vector<std::uint8_t>(7));
  ASSERT_TRUE(controller.wait(std::chrono::seconds(10)));
  std::vector<std::uint8_t> buffer(10);
  UdpDatagram datagram;
  ASSERT_EQ(controller.receive(buffer, datagram), UdpResult::kDone);
  EXPECT_EQ(datagram.size, 7u);
}

TEST(UdpSocket, AddressesAreReadAndWritten) {
  EXPECT_EQ(to_string(resolve_udp_address("127.0.0.1:7001")), "127.0.0.1:7001");
  EXPECT_EQ(to_string(resolve_udp_address("[::1]:7001")), "[::1]:7001");
  EXPECT_EQ(to_string(resolve_udp_address("7001")), "127.0.0.1:7001")
      << "for other computers only when asked for";
  EXPECT_FALSE(resolve_udp_address("127.0.0.1:7001") == resolve_udp_address("127.0.0.1:7002"));
}

TEST(UdpSocket, BadAddressesAndPortsInUseAreExplained) {
  EXPECT_THAT(error_of([] { resolve_udp_address("192.168.4.1"); }), HasSubstr("write host:port"));
  EXPECT_THAT(error_of([] { resolve_udp_address("127.0.0.1:"); }), HasSubstr("write host:port"));
  EXPECT_THAT(error_of([] { resolve_udp_address("127.0.0.1:http"); }), HasSubstr("no such address"));
  const UdpSocket first = UdpSocket::listen(kAnyPort);
  EXPECT_THAT(error_of([&] { UdpSocket::listen(first.local_address()); }), HasSubstr("another program"));
}

}  // namespace
}  // namespace freefloat
