#include "runtime/live_testbed.h"

#include <utility>

#include "runlog/wall_time.h"
#include "runtime/preview.h"
#include "runtime/real_time.h"

namespace freefloat {

LiveTestbed::LiveTestbed(const RunConfig& config, Hal hal, OperatorDesk& desk, RunFeed& feed,
                         const ControllerState* memory)
    : config_(config),
      hal_(std::move(hal)),
      epoch_ns_(wall_clock_offset_ns(hal_.clock->now())),
      vision_(hal_.camera != nullptr ? std::make_unique<VisionPipeline>(make_vision(config)) : nullptr),
      lengths_(make_length_check(config)),
      law_(start_law(config.controller, hal_)),
      controller_(config.controller),
      op_(desk),
      markers_(
          hal_, vision_.get(), [&feed](const ProcessedPicture& picture) { feed.tell(picture); },
          [this](const MarkerFrame& frame) { lengths_.add(frame); }),
      cycle_({hal_, markers_, controller_, op_, feed, config.controller.period, law_.get()},
             hal_.clock->now() + config.controller.period) {
  op_.follow(first_target(config_.experiment));
  if (memory != nullptr) controller_.restore(*memory);
}

void LiveTestbed::run_until_ended() {
  if (!hal_.lockstep) enter_real_time();
  while (!op_.finished()) cycle_.run_next();
  cycle_.leave_board_off();
}

}  // namespace freefloat
