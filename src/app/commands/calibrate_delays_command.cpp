#include <algorithm>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "app/commands/commands.h"
#include "app/output/add_line.h"
#include "app/output/answer.h"
#include "app/output/expect_kind.h"
#include "app/output/file_edits.h"
#include "control/control_setup.h"
#include "drawing/page.h"
#include "identification/delay_page.h"
#include "identification/measured_delays.h"
#include "replay/replay_controller.h"
#include "types/angle.h"

namespace freefloat {

namespace {

struct DelayArguments {
  std::string log;
  std::string testbed;
  std::string camera;
  std::string report;
  bool json = false;
};

/// All that one log tells.
struct DelayAnswer {
  RunConfig config;
  MeasuredDelays measured;
  PredictionErrors errors;
};

constexpr double kFinelyTold = 2e-3;  // s, between the bounds of an arrival

/// Cycles tell an arrival to a period of theirs; pictures that come now earlier, now later in it tell more,
/// and those in step with the loop do not.
bool is_in_step(const MeasuredDelays& m) {
  return m.arrival_most - m.arrival_least > kFinelyTold;
}

double to_ms(double seconds) {
  return 1e3 * seconds;
}

DelayAnswer examine_delays(const std::string& log) {
  DelayAnswer answer;
  answer.config = ControllerReplay(log, {}).config();
  const RobotParameters& robot = answer.config.controller.robot;
  const auto series =
      value_or_throw(read_motion(log, robot.joint_count(), static_cast<int>(robot.markers.size())));
  answer.measured = measure_delays(series, fit_body_poses(BodyGeometry(robot), series));
  const auto found = answer.measured.actuation_delay();
  if (!found) {
    std::string why;
    for (std::size_t i = 0; i < answer.measured.by_leds.size(); ++i)
      why += fmt::format("; joint {} {}", i + 1, answer.measured.by_leds[i].reason);
    throw std::runtime_error(log + ": no joint tells the delay from command to motion" + why +
                             "; record a run with `jog` phases of 10 deg/s or more, each joint to and fro");
  }
  std::vector<double> delays;
  for (int ms = 0; ms <= 100; ms += 4) delays.push_back(1e-3 * ms);
  delays.push_back(*found);
  delays.push_back(to_seconds(answer.config.controller.estimator.actuation_delay));
  std::sort(delays.begin(), delays.end());
  auto errors = find_prediction_errors(log, ControlSetup(answer.config.controller).estimator, delays, *found);
  if (errors) answer.errors = *std::move(errors);
  return answer;
}

const DelayError* error_at(const PredictionErrors& errors, double delay) {
  const auto at = std::find_if(errors.errors.begin(), errors.errors.end(),
                               [&](const DelayError& e) { return e.believed >= delay - 1e-12; });
  return at == errors.errors.end() ? nullptr : &*at;
}

nlohmann::ordered_json spread_json(const DelaySpread& spread) {
  return {{"median_ms", to_ms(spread.median)},
          {"least_ms", to_ms(spread.least)},
          {"most_ms", to_ms(spread.most)},
          {"sigma_ms", to_ms(spread.sigma)},
          {"count", spread.count}};
}

nlohmann::ordered_json response_json(const ServoResponse& response) {
  nlohmann::ordered_json json{{"found", response.found}};
  if (!response.found) {
    json["reason"] = response.reason;
    return json;
  }
  json["delay_ms"] = to_ms(response.delay);
  json["delay_sigma_ms"] = to_ms(response.delay_sigma);
  json["lag_ms"] = to_ms(response.lag);
  if (response.ramp > 0.0) json["acceleration_limit_deg_s2"] = rad_to_deg(1.0 / response.ramp);
  json["gain"] = response.gain;
  return json;
}

nlohmann::ordered_json answer_json(const DelayAnswer& answer) {
  const MeasuredDelays& m = answer.measured;
  nlohmann::ordered_json json;
  json["exposure_to_arrival"] = {{"least_ms", to_ms(m.arrival_least)}, {"most_ms", to_ms(m.arrival_most)}};
  json["exposure_to_cycle"] = spread_json(m.age);
  json["cycle_to_command"] = spread_json(m.compute);
  json["command_to_motion"] = {{"delay_ms", to_ms(*m.delay)},
                               {"delay_sigma_ms", to_ms(m.delay_sigma)},
                               {"joints_apart_ms", to_ms(m.delay_spread)},
                               {"lag_ms", to_ms(m.lag)}};
  json["half_period_ms"] = to_ms(m.half_period);
  json["actuation_delay_ms"] = to_ms(*m.actuation_delay());
  json["actuation_delay_in_file_ms"] = to_ms(to_seconds(answer.config.controller.estimator.actuation_delay));
  if (m.stamps) json["pictures_after_readings_ms"] = to_ms(*m.stamps);
  if (m.round_trip) json["link_round_trip_ms"] = to_ms(*m.round_trip);
  for (std::size_t i = 0; i < m.by_leds.size(); ++i) {
    json["joints"].push_back(
        {{"by_leds", response_json(m.by_leds[i])}, {"by_sensors", response_json(m.by_sensors[i])}});
  }
  for (const DelayError& error : answer.errors.errors) {
    json["prediction_error"].push_back({{"believed_ms", to_ms(error.believed)},
                                        {"rms_mm", 1e3 * error.rms},
                                        {"largest_mm", 1e3 * error.largest}});
  }
  return json;
}

void add_response(std::string& text, const char* by, const ServoResponse& response) {
  if (!response.found) return add_line(text, "    {:<11}{}", by, response.reason);
  add_line(text, "    {:<11}{:7.2f} ms ± {:.2f}, lag {:.2f} ms, gain {:.3f}", by, to_ms(response.delay),
           to_ms(1.96 * response.delay_sigma), to_ms(response.lag), response.gain);
}

std::string describe_delays(const std::string& log, const DelayAnswer& answer) {
  const MeasuredDelays& m = answer.measured;
  const double file = to_seconds(answer.config.controller.estimator.actuation_delay);
  std::string text = "delays of " + log + "\n";
  add_line(text, "exposure to arrival  {:6.2f} to {:.2f} ms   (cameras/*.yaml: latency_ms {:.2f})",
           to_ms(m.arrival_least), to_ms(m.arrival_most), to_ms(to_seconds(answer.config.camera.latency)));
  if (is_in_step(m))
    text += "                     pictures come in step with the loop, which tells their arrival no finer\n";
  for (const auto& [name, spread] : {std::pair("exposure to cycle", m.age), {"cycle to command", m.compute}})
    add_line(text, "{:<21}{:6.2f} ms, {:.2f} to {:.2f}", name, to_ms(spread.median), to_ms(spread.least),
             to_ms(spread.most));
  add_line(text, "command to motion    {:6.2f} ms ± {:.2f} (95 %), joints apart by {:.2f} ms",
           to_ms(*m.delay), to_ms(1.96 * m.delay_sigma), to_ms(m.delay_spread));
  for (std::size_t i = 0; i < m.by_leds.size(); ++i) {
    add_line(text, "  joint {}", i + 1);
    add_response(text, "by LEDs", m.by_leds[i]);
    add_response(text, "by sensors", m.by_sensors[i]);
  }
  add_line(text, "servo's lag          {:6.2f} ms\nhalf a period        {:6.2f} ms", to_ms(m.lag),
           to_ms(m.half_period));
  add_line(text, "cycle to the middle of its command's effect  {:.2f} ms   (file: {:.2f})",
           to_ms(*m.actuation_delay()), to_ms(file));
  if (m.round_trip) add_line(text, "link's round trip    {:6.2f} ms", to_ms(*m.round_trip));
  if (m.stamps && std::abs(*m.stamps) > 1e-3) {
    add_line(text,
             "note: the same motion stands {:.1f} ms {} in the pictures than in the joints' readings; the "
             "stamps of one of them, or the link's latency in the file, are wrong by that",
             to_ms(std::abs(*m.stamps)), *m.stamps > 0.0 ? "later" : "earlier");
  }
  const DelayError* now = error_at(answer.errors, file);
  const DelayError* then = error_at(answer.errors, *m.actuation_delay());
  if (now != nullptr && then != nullptr)
    add_line(text, "predicted hand       {:.2f} mm RMS off with the file's delay, {:.2f} mm with this one",
             1e3 * now->rms, 1e3 * then->rms);
  return text;
}

void write_delays(const DelayArguments& arguments, const DelayAnswer& answer) {
  const MeasuredDelays& m = answer.measured;
  if (!arguments.testbed.empty()) {
    edit_file(
        arguments.testbed,
        {{"estimator.actuation_delay_ms", fmt::format("{:.2f}", to_ms(*m.actuation_delay())),
          fmt::format("measured: {:.2f} ± {:.2f} and the servo's {:.2f} and half a period", to_ms(*m.delay),
                      to_ms(1.96 * m.delay_sigma), to_ms(m.lag))}},
        {"calibrate delays", fmt::format("actuation delay {:.2f} ms, of it {:.2f} +- {:.2f} ms (95 %) from "
                                         "command to motion\nfrom {}\n",
                                         to_ms(*m.actuation_delay()), to_ms(*m.delay),
                                         to_ms(1.96 * m.delay_sigma), arguments.log)});
  }
  const double in_file = to_seconds(answer.config.camera.latency);
  if (!arguments.camera.empty() && in_file > m.arrival_least && in_file <= m.arrival_most) {
    std::cerr << arguments.camera << ": left as it is: its latency_ms lies between what the cycles tell\n";
  } else if (!arguments.camera.empty()) {
    // In step, no value between the bounds is likelier than another: the nearest to what the file has.
    const double nearest = in_file <= m.arrival_least ? m.arrival_least : m.arrival_most;
    const double middle = 0.5 * (m.arrival_least + m.arrival_most);
    const double latency =
        std::max(is_in_step(m) ? nearest : middle, 0.5 * to_seconds(answer.config.camera.exposure));
    edit_file(arguments.camera,
              {{"latency_ms", fmt::format("{:.2f}", to_ms(latency)),
                fmt::format("{} {:.2f} and {:.2f}", is_in_step(m) ? "anywhere between" : "measured: between",
                            to_ms(m.arrival_least), to_ms(m.arrival_most))}});
  }
}

bool calibrate_delays(const DelayArguments& arguments) {
  expect_kind("--write", arguments.testbed, "testbed");
  expect_kind("--write-camera", arguments.camera, "camera");
  const DelayAnswer answer = examine_delays(arguments.log);
  if (!arguments.report.empty()) {
    value_or_throw(write_page(
        make_delay_page(std::filesystem::path(arguments.log).filename().string(), answer.measured,
                        answer.errors, to_seconds(answer.config.controller.estimator.actuation_delay)),
        arguments.report));
  }
  print_answer(arguments.json, answer_json(answer),
               describe_delays(arguments.log, answer) +
                   (arguments.report.empty() ? "" : "report  " + arguments.report + "\n"));
  write_delays(arguments, answer);
  return true;
}

}  // namespace

void add_calibrate_delays_command(Command& calibrate) {
  auto [command, arguments] = calibrate.add_subcommand(
      "delays", "Delays from exposure to motion, from a log in which the joints moved", calibrate_delays);
  command.footer(
      "Example: freefloat calibrate delays RUN.mcap --write configs/testbeds/my_testbed.yaml --report "
      "delays.html\n"
      "Best from a run that jogs each joint to and fro. With --report the error of the predicted hand is "
      "drawn over\n"
      "the delay that the estimator believes, from 0 to 100 ms.");
  command.add_option("RUN.mcap", arguments.log, "run log").required();
  command.add_flag("--json", arguments.json, "print the result as JSON");
  command.add_option("--write", arguments.testbed, "testbed file to put estimator.actuation_delay_ms into");
  command.add_option("--write-camera", arguments.camera, "camera file to put latency_ms into");
  command.add_option("--report", arguments.report, "HTML page to write");
}

}  // namespace freefloat
