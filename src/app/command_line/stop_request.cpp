#include "app/command_line/stop_request.h"

#include <csignal>

namespace freefloat {

namespace {

std::atomic<bool> requested{false};

}  // namespace

StopRequest::StopRequest() {
  requested = false;
  for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, [](int) { requested = true; });
}

StopRequest::~StopRequest() {
  for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, SIG_DFL);
}

const std::atomic<bool>& StopRequest::flag() const {
  return requested;
}

}  // namespace freefloat
