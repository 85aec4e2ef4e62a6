#pragma once

#include <array>
#include <nlohmann/json.hpp>

#include "console/desk.h"
#include "console/frame.h"
#include "console/lease.h"

namespace freefloat::console {

/// The desk's newest state as clients see it: with `operator`, which is the server's.
class DeskState {
 public:
  DeskState() {}
  DeskState(const DeskState&) = delete;
  DeskState& operator=(const DeskState&) = delete;

  /// @return Something has changed since the last time.
  bool refresh(const Desk& desk, const Lease& lease);

  /// @param commands The client that sees it is the operator.
  const SharedBytes& text(bool commands) const { return texts_[commands ? 1 : 0]; }

  /// The desk's `settings`, null where it has none.
  const nlohmann::json& settings() const { return settings_; }
  /// Rises when they change.
  unsigned settings_version() const { return settings_version_; }

 private:
  bool known_ = false;
  std::uint64_t desk_version_ = 0;
  unsigned lease_version_ = 0;
  std::array<SharedBytes, 2> texts_;
  nlohmann::json settings_;
  unsigned settings_version_ = 0;
};

}  // namespace freefloat::console
