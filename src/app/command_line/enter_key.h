#pragma once

#include <functional>
#include <thread>

namespace freefloat {

/// While one lives, Enter at the terminal is told. Nothing else is done with what is typed, and a program in
/// the background is not stopped for it.
class EnterKey {
 public:
  /// @param pressed Called from a thread of its own, once for each line that was typed since.
  explicit EnterKey(std::function<void()> pressed);
  ~EnterKey();
  EnterKey(const EnterKey&) = delete;
  EnterKey& operator=(const EnterKey&) = delete;

 private:
  void listen() const;

  const std::function<void()> pressed_;
  int end_[2] = {-1, -1};  // a pipe: closed at its writing end, the thread ends
  std::thread thread_;
};

}  // namespace freefloat
