#pragma once

#include <iosfwd>
#include <nlohmann/json.hpp>

#include "replay/branch_run.h"
#include "replay/replay_controller.h"
#include "replay/replay_vision.h"
#include "replay/what_if.h"

namespace freefloat {

/// For people: first how build and configuration differ, then what came out.
void print_replay(std::ostream& out, const std::string& path, const ReplayResult& result, double wall_s);

/// The same for programs.
nlohmann::json replay_json(const std::string& path, const ReplayResult& result, double wall_s);

/// The vision's part of a replay from recorded pixels.
void print_vision(std::ostream& out, const VisionReplayResult& result);
nlohmann::json vision_json(const VisionReplayResult& result);

/// What a changed controller would have commanded, and what cannot be known of it.
void print_what_if(std::ostream& out, const WhatIfResult& result);
nlohmann::json what_if_json(const WhatIfResult& result);

/// From where a run was continued.
void print_branch(std::ostream& out, const BranchResult& result);
nlohmann::json branch_json(const BranchResult& result);

}  // namespace freefloat
