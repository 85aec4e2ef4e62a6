#include "console/udp_json.h"

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <nlohmann/json.hpp>

#include "support/made_up_cycles.h"

namespace freefloat::console {
namespace {

using nlohmann::json;

TEST(UdpJson, TellsTheMainNumbersOfACycle) {
  CycleRecord cycle = testing_support::made_up_cycle(100);
  const json text = json::parse(cycle_json(cycle, 1'800'000'000'000'000'000));
  EXPECT_DOUBLE_EQ(text["timestamp"], 1'800'000'001.0);
  EXPECT_DOUBLE_EQ(text["time_s"], 1.0);
  EXPECT_DOUBLE_EQ(text["hand"]["x_m"], cycle.output.estimate.p_WE.x());
  EXPECT_EQ(text["joint"]["angles_rad"].size(), 2u);
  EXPECT_TRUE(text.contains("target"));
  cycle.output.estimate.valid = false;
  EXPECT_FALSE(json::parse(cycle_json(cycle, 0)).contains("hand"));
}

TEST(UdpJson, NamesTheTargetsWhereThereAreSeveral) {
  CycleRecord cycle = testing_support::made_up_cycle(100);
  EXPECT_FALSE(json::parse(cycle_json(cycle, 0))["target"].contains("name"));
  TargetPlaces places;
  places.followed = 1;
  places.targets = {{.name = "left", .known = true, .p_WT = {0.1, 0.4}},
                    {.name = "right", .known = true, .p_WT = {0.3, 0.2}, .turned = true, .theta_WT = 0.5},
                    {.name = "hidden"}};
  const json text = json::parse(cycle_json(cycle, 0, places));
  EXPECT_EQ(text["target"]["name"], "right");
  EXPECT_DOUBLE_EQ(text["targets"]["left"]["y_m"], 0.4);
  EXPECT_FALSE(text["targets"]["left"].contains("attitude_rad"));
  EXPECT_DOUBLE_EQ(text["targets"]["right"]["attitude_rad"], 0.5);
  EXPECT_FALSE(text["targets"].contains("hidden"));
}

TEST(UdpJson, SendsADatagramACycle) {
  const int listening = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  ASSERT_EQ(::bind(listening, reinterpret_cast<const sockaddr*>(&address), size), 0);
  ASSERT_EQ(::getsockname(listening, reinterpret_cast<sockaddr*>(&address), &size), 0);
  UdpJson sender(std::to_string(ntohs(address.sin_port)));
  const RunListener listener = sender.listener();
  listener.on_cycle(testing_support::made_up_cycle(1));
  pollfd waiting{listening, POLLIN, 0};
  ASSERT_EQ(::poll(&waiting, 1, 30'000), 1);
  std::array<char, 4096> bytes;
  const ssize_t count = ::recv(listening, bytes.data(), bytes.size(), 0);
  ASSERT_GT(count, 0);
  EXPECT_DOUBLE_EQ(json::parse(bytes.data(), bytes.data() + count)["time_s"], 0.01);
  ::close(listening);
  // Nobody there any more: nothing happens.
  for (int i = 0; i < 3; ++i) listener.on_cycle(testing_support::made_up_cycle(i));
}

TEST(UdpJson, WrongAddressIsSaidInWords) {
  for (const char* wrong : {"", "localhost:", "localhost:http", "0", "99999", "127.0.0.1:65536", "9870x",
                            "no.such.host.invalid:9870"}) {
    try {
      UdpJson sender(wrong);
      ADD_FAILURE() << wrong;
    } catch (const std::runtime_error& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr("--udp-json")) << wrong;
    }
  }
}

}  // namespace
}  // namespace freefloat::console
