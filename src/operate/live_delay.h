#pragma once

#include <memory>
#include <string>

#include "operate/delay_watch.h"
#include "operate/payload_watch.h"
#include "runtime/run_session.h"

namespace freefloat {

/// Measures the loop's delay of one run in a thread of its own while it goes on, and tells when it differs
/// from what is configured: once. Tells as well what the hand holds after a capture, once its motion has told
/// it.
class LiveDelay {
 public:
  /// @param config Of the run. @param session Is told until `stop`. @param told Also wants to know each
  /// finding; may be empty.
  LiveDelay(const RunConfig& config, RunSession& session, DelayWatch::Told told);

  /// Before the run. @param log Path.
  void set_log(std::string log) { log_ = std::move(log); }

  /// Before the session goes; what waits is not begun.
  void stop() { worker_.stop(); }

  /// After the run: what the last stretch of motion tells.
  void finish();

 private:
  const std::shared_ptr<const RunConfig> config_;
  std::string log_;
  bool warned_ = false;
  Worker worker_;
  DelayWatch watch_;
  PayloadWatch payload_;
};

/// Whatever happens, nothing is told to a session that has gone.
struct LiveDelayEnd {
  LiveDelay& delay;
  ~LiveDelayEnd() { delay.stop(); }
};

}  // namespace freefloat
