#include "app/command_line/enter_key.h"

#include <fcntl.h>
#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <stdexcept>
#include <utility>

namespace freefloat {

EnterKey::EnterKey(std::function<void()> pressed) : pressed_(std::move(pressed)) {
  if (pipe2(end_, O_CLOEXEC) != 0) throw std::runtime_error("the terminal cannot be listened to: no pipe");
  thread_ = std::thread([this] { listen(); });
}

EnterKey::~EnterKey() {
  close(end_[1]);
  thread_.join();
  close(end_[0]);
}

void EnterKey::listen() const {
  // In the background a read would stop the whole program; with the signal blocked it fails instead.
  sigset_t blocked;
  sigfillset(&blocked);
  pthread_sigmask(SIG_BLOCK, &blocked, nullptr);
  // What was typed before, nobody has waited for.
  tcflush(STDIN_FILENO, TCIFLUSH);
  std::array<pollfd, 2> places{{{STDIN_FILENO, POLLIN, 0}, {end_[0], POLLIN, 0}}};
  for (;;) {
    if (poll(places.data(), places.size(), -1) < 0) return;
    if (places[1].revents != 0) return;
    std::array<char, 256> typed;
    const ssize_t count = read(STDIN_FILENO, typed.data(), typed.size());
    if (count <= 0) return;
    for (ssize_t i = 0; i < count; ++i) {
      if (typed[i] == '\n') pressed_();
    }
  }
}

}  // namespace freefloat
