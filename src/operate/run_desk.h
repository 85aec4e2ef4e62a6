#pragma once

#include <mutex>

#include "console/desk.h"
#include "operate/day_state.h"
#include "runtime/run_session.h"

namespace freefloat {

/// What people may ask of one run (`freefloat run --console`): STOP, pause, resume, skip, abort.
class RunDesk final : public console::Desk {
 public:
  /// @param session Must outlive it. @param program Version, for people.
  RunDesk(RunSession& session, const RunConfig& config, std::string program);

  /// For the session, before it records.
  RunListener listener();

  // console::Desk
  void stop(const console::Caller& caller) noexcept override;
  console::Answer ask(std::string_view what, const nlohmann::json& request,
                      const console::Caller& caller) override;
  void decided(std::string_view what, bool accepted, std::string_view words,
               const console::Caller& caller) noexcept override;
  std::pair<std::uint64_t, std::shared_ptr<const std::string>> state() const override;
  void operator_lost() noexcept override { desk_.operator_lost(); }

 private:
  console::Answer ask_loop(std::string_view what, const console::Caller& caller);

  OperatorDesk& desk_;
  mutable std::mutex mutex_;
  DayState day_;
  Watch watch_;
  mutable Time published_{};
  mutable bool changed_ = true;
  mutable std::uint64_t version_ = 0;
  mutable std::shared_ptr<const std::string> text_;
};

}  // namespace freefloat
