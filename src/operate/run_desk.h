#pragma once

#include <memory>
#include <mutex>

#include "console/desk.h"
#include "operate/run_shelf.h"
#include "runtime/run_session.h"

namespace freefloat {

/// What people may ask of one run (`freefloat run --console`): STOP, pause, resume, skip, abort; once it is
/// over, what may be asked of runs that were.
class RunDesk final : public console::Desk {
 public:
  /// @param session Must outlive it. @param program Version, for people.
  RunDesk(RunSession& session, const RunConfig& config, std::string program);
  ~RunDesk() override { librarian_.stop(); }

  /// For the session, before it records.
  RunListener listener();

  /// For who measures the loop's delay, from any thread.
  void found(const DelayFinding& delay);

  /// After the run. @param summary As in its summary.json. @param log Its file; empty: there is none.
  /// @param alarm Told what cannot be written or read later, one sentence; from any thread.
  void finish(const nlohmann::json& summary, const std::filesystem::path& log,
              std::function<void(std::string)> alarm);

  // console::Desk
  void stop(const console::Caller& caller) noexcept override;
  console::Answer ask(std::string_view what, const nlohmann::json& request,
                      const console::Caller& caller) override;
  void decided(std::string_view what, bool accepted, std::string_view words,
               const console::Caller& caller) noexcept override;
  std::pair<std::uint64_t, std::shared_ptr<const std::string>> state() const override;
  void operator_lost() noexcept override { desk_.operator_lost(); }

 private:
  console::Answer ask_shelf(const Asked& asked);
  console::Answer ask_run(const Asked& asked);

  RunSession& session_;
  OperatorDesk& desk_;
  Worker librarian_;
  std::unique_ptr<RunArchive> archive_;  // once the run is over
  std::unique_ptr<RunShelf> shelf_;      // the same
  mutable std::mutex mutex_;
  DayState day_;
  mutable Watch watch_;
  mutable Time published_{};
  mutable bool changed_ = true;
  mutable std::uint64_t version_ = 0;
  mutable std::shared_ptr<const std::string> text_;
};

}  // namespace freefloat
