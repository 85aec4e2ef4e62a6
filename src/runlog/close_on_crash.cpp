#include "runlog/close_on_crash.h"

#include <array>
#include <atomic>
#include <csignal>

namespace freefloat {
namespace {

constexpr std::array kFatalSignals{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

std::atomic<Recorder*> recorder_to_close{nullptr};

// A stack of its own: the signal may mean that the thread's stack is full.
alignas(16) std::array<char, 64 * 1024> signal_stack;

void close_and_die(int signal) {
  // Once: a second crash, of the recorder's thread, finds nothing to do and ends the process.
  if (Recorder* recorder = recorder_to_close.exchange(nullptr)) {
    recorder->close_in_signal_handler(std::chrono::seconds(2));
  }
  std::raise(signal);  // the default action is in force again
}

}  // namespace

CloseOnCrash::CloseOnCrash(Recorder& recorder) {
  recorder_to_close = &recorder;
  stack_t stack{};
  stack.ss_sp = signal_stack.data();
  stack.ss_size = signal_stack.size();
  ::sigaltstack(&stack, nullptr);
  struct sigaction action {};
  action.sa_handler = close_and_die;
  action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_NODEFER | SA_ONSTACK;
  for (const int signal : kFatalSignals) ::sigaction(signal, &action, nullptr);
}

CloseOnCrash::~CloseOnCrash() {
  recorder_to_close = nullptr;
  for (const int signal : kFatalSignals) std::signal(signal, SIG_DFL);
}

}  // namespace freefloat
