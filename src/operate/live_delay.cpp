#include "operate/live_delay.h"

#include <utility>

namespace freefloat {

LiveDelay::LiveDelay(const RunConfig& config, RunSession& session, DelayWatch::Told told)
    : config_(std::make_shared<const RunConfig>(config)),
      worker_(std::function<void()>()),
      watch_(config_, worker_,
             [this, &session, told = std::move(told)](const DelayFinding& found) {
               if (told) told(found);
               if (!found.differs() || std::exchange(warned_, true)) return;
               session.tell(RunNote::Kind::kWarning, warn_of_delay(found, log_, *config_));
             }),
      payload_(config_, worker_, [this, &session](const PayloadFit& found) {
        session.tell(RunNote::Kind::kFact, describe_payload(found, config_->controller.payload));
      }) {
  session.add(watch_.listener());
  session.add(payload_.listener());
  worker_.start();
}

void LiveDelay::finish() {
  stop();
  watch_.finish();
  worker_.work();
}

}  // namespace freefloat
