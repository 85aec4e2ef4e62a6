#include "app/command_line/stop_request.h"

#include <csignal>

namespace freefloat {

namespace {

std::atomic<bool> requested{false};

}  // namespace

StopRequest::StopRequest(HangUp hang_up) : hang_up_(hang_up) {
  requested = false;
  const auto request = [](int) { requested = true; };
  for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, request);
  if (hang_up_ == HangUp::kStops && std::signal(SIGHUP, request) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
}

StopRequest::~StopRequest() {
  for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, SIG_DFL);
  if (hang_up_ == HangUp::kStops) std::signal(SIGHUP, SIG_IGN);
}

const std::atomic<bool>& StopRequest::flag() const {
  return requested;
}

}  // namespace freefloat
