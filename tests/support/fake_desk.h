#pragma once

#include <atomic>
#include <mutex>
#include <string>
#include <vector>

#include "console/desk.h"

namespace freefloat::testing_support {

/// A desk that does nothing but remember what it was asked; a test says its state.
class FakeDesk : public console::Desk {
 public:
  struct Asked {
    std::string what;
    nlohmann::json request;
    console::Caller caller;
  };

  /// What the server decided itself.
  struct Decision {
    std::string what;
    bool accepted = false;
    std::string words;
    console::Caller caller;
  };

  void stop(const console::Caller&) noexcept override { stops_.fetch_add(1); }

  console::Answer ask(std::string_view what, const nlohmann::json& request,
                      const console::Caller& caller) override {
    const std::lock_guard lock(mutex_);
    asked_.push_back({std::string(what), request, caller});
    if (what == "runs") return {true, "", {{"runs", runs_}}};
    return {true, std::string(what) + " done", {{"echo", request}}};
  }

  void decided(std::string_view what, bool accepted, std::string_view words,
               const console::Caller& caller) noexcept override {
    const std::lock_guard lock(mutex_);
    decisions_.push_back({std::string(what), accepted, std::string(words), caller});
  }

  std::pair<std::uint64_t, std::shared_ptr<const std::string>> state() const override {
    const std::lock_guard lock(mutex_);
    return {version_, state_};
  }

  void operator_lost() noexcept override { lost_.fetch_add(1); }

  void set_state(const nlohmann::json& state) {
    const std::lock_guard lock(mutex_);
    state_ = std::make_shared<const std::string>(state.dump());
    ++version_;
  }

  /// Names of runs that `runs` lists.
  void set_runs(const std::vector<std::string>& names) {
    const std::lock_guard lock(mutex_);
    runs_ = nlohmann::json::array();
    for (const std::string& name : names) runs_.push_back({{"name", name}});
  }

  int stops() const { return stops_; }
  int lost() const { return lost_; }
  std::vector<Decision> decisions() const {
    const std::lock_guard lock(mutex_);
    return decisions_;
  }
  std::vector<Asked> asked() const {
    const std::lock_guard lock(mutex_);
    return asked_;
  }

 private:
  std::atomic<int> stops_{0};
  std::atomic<int> lost_{0};
  mutable std::mutex mutex_;
  std::vector<Asked> asked_;
  std::vector<Decision> decisions_;
  std::uint64_t version_ = 1;
  std::shared_ptr<const std::string> state_ =
      std::make_shared<const std::string>(R"({"version":1,"mode":"idle","settings":[]})");
  nlohmann::json runs_ = nlohmann::json::array();
};

}  // namespace freefloat::testing_support
