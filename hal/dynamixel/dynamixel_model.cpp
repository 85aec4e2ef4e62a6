#include "hal/dynamixel/dynamixel_model.h"

#include <algorithm>
#include <array>
#include <numbers>

namespace freefloat {
namespace {

constexpr double kRevPerMinute = 2.0 * std::numbers::pi / 60.0;     // rad/s
constexpr double kRevPerMinute2 = 2.0 * std::numbers::pi / 3600.0;  // rad/s^2
constexpr double kVelocityUnitX = 0.229 * kRevPerMinute;
constexpr double kVelocityUnitP = 0.01 * kRevPerMinute;
constexpr double kPulsesX = 4096.0;
constexpr double kCurrentUnitX = 2.69e-3;  // of those with a current sensor on the motor's side
constexpr double kMilliampere = 1e-3;
constexpr double kNoCurrent = 0.0;

constexpr DynamixelSeries kSeriesX{
    .name = "X",
    .torque_enable = {64, 1},
    .status_return_level = {68, 1},
    .hardware_error = {70, 1},
    .bus_watchdog = {98, 1},
    .goal_current = {102, 2},
    .goal_velocity = {104, 4},
    .profile_acceleration = {108, 4},
    .profile_velocity = {112, 4},
    .goal_position = {116, 4},
    .moving = {122, 1},
    .present_current = {126, 2},
    .present_velocity = {128, 4},
    .present_position = {132, 4},
    .first_ram = 64,
    .indirect_data = 224,
    .acceleration_unit = 214.577 * kRevPerMinute2,
};

constexpr DynamixelSeries kSeriesP{
    .name = "P",
    .torque_enable = {512, 1},
    .status_return_level = {516, 1},
    .hardware_error = {518, 1},
    .bus_watchdog = {546, 1},
    .goal_current = {550, 2},
    .goal_velocity = {552, 4},
    .profile_acceleration = {556, 4},
    .profile_velocity = {560, 4},
    .goal_position = {564, 4},
    .moving = {570, 1},
    .present_current = {574, 2},
    .present_velocity = {576, 4},
    .present_position = {580, 4},
    .first_ram = 512,
    .indirect_data = 634,
    .acceleration_unit = kRevPerMinute2,
};

constexpr DynamixelModel model_x(std::uint16_t number, std::string_view name, double current_unit) {
  return {number, name, &kSeriesX, kPulsesX, kVelocityUnitX, current_unit};
}

constexpr DynamixelModel model_p(std::uint16_t number, std::string_view name, double pulses_per_turn) {
  return {number, name, &kSeriesP, pulses_per_turn, kVelocityUnitP, kMilliampere};
}

constexpr std::array kModels{
    model_x(1000, "XH430-W350", kCurrentUnitX),  model_x(1010, "XH430-W210", kCurrentUnitX),
    model_x(1020, "XM430-W350", kCurrentUnitX),  model_x(1030, "XM430-W210", kCurrentUnitX),
    model_x(1040, "XH430-V350", 1.34e-3),        model_x(1050, "XH430-V210", 1.34e-3),
    model_x(1060, "XL430-W250", kNoCurrent),     model_x(1070, "XC430-W150", kNoCurrent),
    model_x(1080, "XC430-W240", kNoCurrent),     model_x(1090, "2XL430-W250", kNoCurrent),
    model_x(1160, "2XC430-W250", kNoCurrent),    model_x(1100, "XH540-W270", kCurrentUnitX),
    model_x(1110, "XH540-W150", kCurrentUnitX),  model_x(1120, "XM540-W270", kCurrentUnitX),
    model_x(1130, "XM540-W150", kCurrentUnitX),  model_x(1190, "XL330-M077", kMilliampere),
    model_x(1200, "XL330-M288", kMilliampere),   model_x(1210, "XC330-T181", kMilliampere),
    model_x(1220, "XC330-T288", kMilliampere),   model_x(1230, "XC330-M181", kMilliampere),
    model_x(1240, "XC330-M288", kMilliampere),   model_p(2000, "PH42-020-S300-R", 607500.0),
    model_p(2010, "PH54-100-S500-R", 1003846.0), model_p(2020, "PH54-200-S500-R", 1003846.0),
    model_p(2100, "PM42-010-S260-R", 526374.0),  model_p(2110, "PM54-040-S250-R", 502834.0),
    model_p(2120, "PM54-060-S250-R", 502834.0),
};

template <class Matches>
const DynamixelModel* find_model(Matches&& matches) {
  const auto found = std::find_if(kModels.begin(), kModels.end(), matches);
  return found == kModels.end() ? nullptr : &*found;
}

}  // namespace

const DynamixelModel* find_dynamixel_model(std::uint16_t number) {
  return find_model([&](const DynamixelModel& model) { return model.number == number; });
}

const DynamixelModel* find_dynamixel_model(std::string_view name) {
  return find_model([&](const DynamixelModel& model) { return model.name == name; });
}

}  // namespace freefloat
