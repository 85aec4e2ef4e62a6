#include "app/command_line/standard_output.h"

#include <poll.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <iostream>

namespace freefloat {

void outlive_readers() {
  std::signal(SIGPIPE, SIG_IGN);
}

bool finish_standard_output() {
  std::cout.flush();
  const bool written = std::fflush(stdout) == 0 && std::ferror(stdout) == 0 && std::cout.good();
  pollfd output{STDOUT_FILENO, POLLOUT, 0};
  const bool reader_gone = poll(&output, 1, 0) > 0 && (output.revents & (POLLERR | POLLHUP)) != 0;
  return written || reader_gone;
}

}  // namespace freefloat
