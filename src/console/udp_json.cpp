#include "console/udp_json.h"

#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

#include <charconv>
#include <cstring>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "runlog/cycle_encoder.h"

namespace freefloat::console {
namespace {

using nlohmann::json;

json numbers(const JointVector& joints) {
  return std::vector<double>(joints.data(), joints.data() + joints.size());
}

json estimate_json(const StateEstimate& estimate) {
  const RobotState& robot = estimate.robot;
  return {
      {"satellite", {{"x_m", robot.p_WB.x()}, {"y_m", robot.p_WB.y()}, {"attitude_rad", robot.theta_WB}}},
      {"hand", {{"x_m", estimate.p_WE.x()}, {"y_m", estimate.p_WE.y()}, {"sigma_m", estimate.sigma_hand}}},
      {"joint", {{"angles_rad", numbers(robot.joints)}, {"rates_rad_s", numbers(robot.joint_rates)}}},
      {"momentum",
       {{"x_ns", estimate.linear_momentum.x()},
        {"y_ns", estimate.linear_momentum.y()},
        {"angular_nms", estimate.angular_momentum}}}};
}

json targets_json(const TargetPlaces& places) {
  json targets = json::object();
  for (const TargetPlace& place : places.targets) {
    if (!place.known) continue;
    json& target = targets[place.name];
    target = {{"x_m", place.p_WT.x()}, {"y_m", place.p_WT.y()}, {"seen_s", to_seconds(place.seen)}};
    if (place.turned) target["attitude_rad"] = place.theta_WT;
  }
  return targets;
}

}  // namespace

std::string cycle_json(const CycleRecord& cycle, std::int64_t epoch_ns, const TargetPlaces& places) {
  const CycleOutput& output = cycle.output;
  constexpr double kMicroseconds = 1e6;
  json text = output.estimate.valid ? estimate_json(output.estimate) : json::object();
  text["timestamp"] = 1e-9 * static_cast<double>(since_epoch_ns(cycle.input.now, epoch_ns));
  text["time_s"] = to_seconds(cycle.input.now);
  text["state"] = static_cast<int>(output.state);
  text["faults"] = output.faults;
  if (output.estimate.valid && output.estimate.target.valid) {
    const Vector2& target = output.estimate.target.p_WT;
    text["target"] = {{"x_m", target.x()}, {"y_m", target.y()}};
    text["distance_m"] = output.guidance.distance;
  }
  if (places.targets.size() > 1) {
    text["targets"] = targets_json(places);
    if (text.contains("target")) text["target"]["name"] = places.targets[places.followed].name;
  }
  text["command"] = {{"rates_rad_s", numbers(output.command.rates)},
                     {"sigma_min_m", output.resolved.sigma_min}};
  text["loop"] = {{"wake_late_us", kMicroseconds * to_seconds(cycle.timing.wake_late)},
                  {"compute_us", kMicroseconds * to_seconds(cycle.timing.compute)},
                  {"overruns", cycle.timing.overrun_count}};
  return text.dump();
}

UdpJson::UdpJson(const std::string& to) {
  const std::size_t colon = to.rfind(':');
  const std::string host = colon == std::string::npos ? "127.0.0.1" : to.substr(0, colon);
  const std::string port = colon == std::string::npos ? to : to.substr(colon + 1);
  addrinfo wanted{};
  wanted.ai_socktype = SOCK_DGRAM;
  wanted.ai_flags = AI_NUMERICSERV;
  addrinfo* found = nullptr;
  unsigned number = 0;
  const auto [end, fault] = std::from_chars(port.data(), port.data() + port.size(), number);
  const bool is_port =
      fault == std::errc() && end == port.data() + port.size() && number >= 1 && number <= 65535;
  const int error = !is_port ? EAI_SERVICE : ::getaddrinfo(host.c_str(), port.c_str(), &wanted, &found);
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owner(found, &::freeaddrinfo);
  if (error != 0)
    throw std::runtime_error("--udp-json " + to + ": " + ::gai_strerror(error) +
                             "; wanted is HOST:PORT or PORT, 1 to 65535");
  socket_ = ::socket(found->ai_family, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (socket_ < 0 || ::connect(socket_, found->ai_addr, found->ai_addrlen) != 0) {
    const std::string reason = std::strerror(errno);
    if (socket_ >= 0) ::close(socket_);
    throw std::runtime_error("--udp-json " + to + ": " + reason);
  }
}

UdpJson::~UdpJson() {
  ::close(socket_);
}

void UdpJson::set_run(const RunFacts& facts) {
  const std::lock_guard lock(mutex_);
  epoch_ns_ = facts.epoch_ns;
  targets_.emplace(facts.robot.markers.size(), facts.targets);
}

RunListener UdpJson::listener() {
  return {.on_cycle = [this](const CycleRecord& cycle) {
    std::string text;
    {
      const std::lock_guard lock(mutex_);
      if (targets_) targets_->add(cycle);
      text = cycle_json(cycle, epoch_ns_, targets_ ? targets_->places() : TargetPlaces{});
    }
    // Nobody there, or no room: the next one comes soon.
    static_cast<void>(::send(socket_, text.data(), text.size(), MSG_DONTWAIT | MSG_NOSIGNAL));
  }};
}

}  // namespace freefloat::console
