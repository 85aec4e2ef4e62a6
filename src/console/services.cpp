#include "console/services.h"

#include <array>

namespace freefloat::console {
namespace {

constexpr std::string_view kName = R"("name":{"type":"string"})";
constexpr std::string_view kRun = R"("run":{"type":"string"})";

constexpr std::array kServices{
    Service{"stop", Needs::kNothing, ""},
    Service{"lease_take", Needs::kToken, kName},
    Service{"lease_give", Needs::kToken, ""},
    Service{"lease_ask", Needs::kToken, kName},
    Service{"runs", Needs::kNothing, ""},
    Service{"run_track", Needs::kNothing, kName},
    Service{"acknowledge", Needs::kTokenAndLease, ""},
    Service{"disarm", Needs::kTokenAndLease, ""},
    Service{"open", Needs::kTokenAndLease, R"("file":{"type":"string"})"},
    Service{"seed", Needs::kTokenAndLease, R"("seed":{"type":"integer"})"},
    Service{"set", Needs::kTokenAndLease, R"("key":{"type":"string"},"value":{"type":"string"})"},
    Service{"unset", Needs::kTokenAndLease, R"("key":{"type":"string"})"},
    Service{"prepare", Needs::kTokenAndLease, ""},
    Service{"preview", Needs::kTokenAndLease, ""},
    Service{"arm", Needs::kTokenAndLease, ""},
    Service{"arm_confirm", Needs::kTokenAndLease, R"("text":{"type":"string"})"},
    Service{"run", Needs::kTokenAndLease, ""},
    Service{"pause", Needs::kTokenAndLease, ""},
    Service{"resume", Needs::kTokenAndLease, ""},
    Service{"skip", Needs::kTokenAndLease, ""},
    Service{"abort", Needs::kTokenAndLease, ""},
    Service{"record", Needs::kTokenAndLease, ""},
    Service{"record_end", Needs::kTokenAndLease, ""},
    Service{"jog_joint", Needs::kTokenAndLease,
            R"("joint":{"type":"integer"},"rate_deg_s":{"type":"number"},)"
            R"("rates_deg_s":{"type":"array","items":{"type":"number"}})"},
    Service{"jog_hand", Needs::kTokenAndLease, R"("vx_mm_s":{"type":"number"},"vy_mm_s":{"type":"number"})"},
    Service{"jog_end", Needs::kTokenAndLease, ""},
    Service{"note", Needs::kTokenAndLease, R"("run":{"type":"string"},"text":{"type":"string"})"},
    Service{"what_if", Needs::kTokenAndLease,
            R"("run":{"type":"string"},"settings":{"type":"array","items":{"type":"string"}})"},
    Service{"replay", Needs::kTokenAndLease, kRun},
    Service{
        "drag", Needs::kTokenAndLease,
        R"("what":{"type":"string"},"position_m":{"type":"array","items":{"type":"number"}},)"
        R"("attitude_deg":{"type":"number"},"tilt_g":{"type":"number"},"direction_deg":{"type":"number"})"},
    Service{"vision", Needs::kTokenAndLease, ""},
    Service{"vision_write", Needs::kTokenAndLease, R"("confirm":{"type":"boolean"})"},
    Service{"bring_up", Needs::kToken, ""},
};

static_assert(kServices[kStopService - 1].name == "stop");

}  // namespace

std::span<const Service> services() {
  return kServices;
}

const Service* find_service(std::uint32_t number) {
  return number >= 1 && number <= kServices.size() ? &kServices[number - 1] : nullptr;
}

}  // namespace freefloat::console
