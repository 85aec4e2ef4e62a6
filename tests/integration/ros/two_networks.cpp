#include "integration/ros/two_networks.h"

#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <string>

namespace freefloat::testing_support {
namespace {

/// @return Whether this process is in a network of its own now, as its root.
bool leave_network() {
  const std::string user = std::to_string(::getuid()), group = std::to_string(::getgid());
  if (::unshare(CLONE_NEWUSER | CLONE_NEWNET) != 0) return ::unshare(CLONE_NEWNET) == 0;
  std::ofstream("/proc/self/setgroups") << "deny";
  std::ofstream("/proc/self/uid_map") << "0 " + user + " 1";
  std::ofstream("/proc/self/gid_map") << "0 " + group + " 1";
  return true;
}

int open_network() {
  return ::open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC);
}

void call(const std::string& command) {
  if (std::system(command.c_str()) != 0) throw std::runtime_error(command);
}

void enter(int network) {
  if (::setns(network, CLONE_NEWNET) != 0) throw std::runtime_error("setns");
}

void switch_on(const std::string& address) {
  call("ip link set lo up && ip addr add " + address + "/24 dev cable && ip link set cable up");
}

/// Who looks for networks before that does not find this one.
void await_carrier() {
  call("for i in $(seq 500); do ip link show cable | grep -q LOWER_UP && exit; sleep 0.01; done; exit 1");
}

}  // namespace

TwoNetworks::TwoNetworks() {
  if (!leave_network()) return;
  first_ = open_network();
  if (::unshare(CLONE_NEWNET) != 0) throw std::runtime_error("unshare");
  other_ = open_network();
  call("ip link add cable type veth peer name cable netns /proc/" + std::to_string(::getpid()) + "/fd/" +
       std::to_string(first_));
  switch_on("10.77.1.2");
  enter(first_);
  switch_on("10.77.1.1");
  await_carrier();
  in_other(await_carrier);
}

TwoNetworks::~TwoNetworks() {
  if (first_ >= 0) ::close(first_);
  if (other_ >= 0) ::close(other_);
}

void TwoNetworks::in_other(const std::function<void()>& work) const {
  if (separate()) enter(other_);
  work();
  if (separate()) enter(first_);
}

}  // namespace freefloat::testing_support
