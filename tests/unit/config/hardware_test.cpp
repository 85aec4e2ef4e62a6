// Section `hardware` of a testbed: which parts are real, what each needs, and what does not go together.
#include <gmock/gmock.h>

#include "config/load/load_experiment.h"
#include "config/load/load_testbed.h"
#include "config_kinds/check_file.h"
#include "support/config_files.h"

namespace freefloat {
namespace {

using testing::HasSubstr;
using namespace testing_support;

class HardwareTest : public ConfigFiles {
 protected:
  HardwareTest() {
    std::filesystem::copy(kFrozenConfigs, path("configs"), std::filesystem::copy_options::recursive);
  }

  std::string testbed_with(const std::string& hardware) const {
    return write("configs/testbeds/lab.yaml", read_all(path("configs/testbeds/modern.yaml")) + hardware);
  }

  ConfigProblem problem_with(const std::string& hardware) const {
    const std::string file = testbed_with(hardware);
    return problem_of([&] { load_testbed(file); });
  }
};

TEST_F(HardwareTest, NothingIsRealUnlessTheFileSaysSo) {
  const LoadedTestbed testbed = load_testbed(path("configs/testbeds/modern.yaml"));
  EXPECT_FALSE(testbed.file.hardware.link || testbed.file.hardware.camera || testbed.file.hardware.plant);
  EXPECT_EQ(testbed.file.sim.drives.size(), testbed.robot.links.size());
}

TEST_F(HardwareTest, ReadsHardwareInTheLoop) {
  const std::string file = testbed_with(
      "hardware:\n"
      "  link: {type: serial, port: /dev/ttyUSB0, baud_rate: 115200, key_file: ../radio.key, latency_ms: 3}\n"
      "  plant: {instrument_port: /dev/ttyUSB1, markers_to: 127.0.0.1:7002}\n");
  const HardwareConfig hardware = load_testbed(file).file.hardware;
  ASSERT_TRUE(hardware.link && hardware.plant);
  EXPECT_EQ(hardware.link->type, LinkType::kSerial);
  EXPECT_EQ(hardware.link->port, "/dev/ttyUSB0");
  EXPECT_EQ(hardware.link->baud_rate, 115200);
  EXPECT_EQ(hardware.link->key_file, path("configs/radio.key"));
  EXPECT_EQ(hardware.link->latency, std::chrono::milliseconds(3));
  EXPECT_EQ(hardware.plant->instrument_port, "/dev/ttyUSB1");
  EXPECT_EQ(hardware.plant->baud_rate, 921600);
  EXPECT_EQ(hardware.plant->markers_to, "127.0.0.1:7002");
}

TEST_F(HardwareTest, ReadsARealRobot) {
  const std::string file = testbed_with(
      "hardware:\n"
      "  link: {type: udp, address: 192.168.4.1:7001, key_file: robot.key}\n"
      "  camera: {source: device, path: /dev/video0, transfer_ms: 12}\n");
  const HardwareConfig hardware = load_testbed(file).file.hardware;
  ASSERT_TRUE(hardware.link && hardware.camera);
  EXPECT_EQ(hardware.link->type, LinkType::kUdp);
  EXPECT_EQ(hardware.link->address, "192.168.4.1:7001");
  EXPECT_EQ(hardware.camera->source, MarkerSource::kDevice);
  EXPECT_EQ(hardware.camera->path, "/dev/video0");
  EXPECT_EQ(hardware.camera->transfer, std::chrono::milliseconds(12));
}

TEST_F(HardwareTest, ReadsAGenicamCamera) {
  const std::string file = testbed_with(
      "hardware:\n"
      "  link: {type: serial, port: /dev/ttyUSB0}\n"
      "  camera:\n"
      "    source: genicam\n"
      "    path: Basler-acA1300-200um-22334455\n"
      "    pixel_format: Mono12p\n"
      "    gain_db: 6.5\n"
      "    trigger: Line1\n"
      "    region_x_px: 16\n"
      "    region_y_px: 8\n"
      "    packet_size_bytes: 9000\n"
      "    packet_delay_us: 20\n"
      "    stamped_at: exposure_end\n"
      "    transfer_ms: 4\n");
  const MarkerSourceConfig camera = load_testbed(file).file.hardware.camera.value();
  EXPECT_EQ(camera.source, MarkerSource::kGenicam);
  EXPECT_FALSE(camera.is_emulated());
  EXPECT_EQ(camera.path, "Basler-acA1300-200um-22334455");
  EXPECT_EQ(camera.settings.pixel_format, "Mono12p");
  EXPECT_EQ(camera.settings.gain, 6.5);
  EXPECT_EQ(camera.settings.trigger, "Line1");
  EXPECT_EQ(camera.settings.region_x, 16);
  EXPECT_EQ(camera.settings.region_y, 8);
  EXPECT_EQ(camera.settings.packet_size, 9000);
  EXPECT_EQ(camera.settings.packet_delay, std::chrono::microseconds(20));
  EXPECT_EQ(camera.settings.stamped_at, StampMoment::kExposureEnd);
  EXPECT_EQ(camera.transfer, std::chrono::milliseconds(4));
}

TEST_F(HardwareTest, TheEmulatedCameraSeesASimulatedRobotOnly) {
  const std::string emulated =
      "  camera:\n"
      "    source: genicam\n"
      "    path: emulated\n"
      "    emulated:\n"
      "      clock_drift: 2.0e-5\n"
      "      defects: [{defect: unplugged, begin_s: 2, end_s: 3}]\n";
  const MarkerSourceConfig camera =
      load_testbed(testbed_with("hardware:\n" + emulated)).file.hardware.camera.value();
  EXPECT_TRUE(camera.is_emulated());
  EXPECT_EQ(camera.emulated.clock_drift, 2e-5);
  ASSERT_EQ(camera.emulated.defects.size(), 1U);
  EXPECT_EQ(camera.emulated.defects[0].defect, CameraDefect::kUnplugged);
  EXPECT_EQ(camera.emulated.defects[0].end, Time(std::chrono::seconds(3)));
  const std::string link = "  link: {type: serial, port: /dev/ttyUSB0}\n";
  EXPECT_THAT(problem_with("hardware:\n" + link + emulated).problem, HasSubstr("does not see a real robot"));
  const std::string plant = "  plant: {instrument_port: /dev/ttyUSB1}\n";
  EXPECT_NO_THROW(load_testbed(testbed_with("hardware:\n" + link + plant + emulated)));
  EXPECT_EQ(problem_with("hardware:\n  camera: {source: genicam, path: Basler-1}\n").key, "hardware.link");
}

TEST_F(HardwareTest, EachKindOfCameraHasItsOwnKeys) {
  const std::string link = "hardware:\n  link: {type: serial, port: /dev/ttyUSB0}\n";
  ConfigProblem problem =
      problem_with(link + "  camera: {source: device, path: /dev/video0, trigger: Line1}\n");
  EXPECT_EQ(problem.key, "hardware.camera.trigger");
  EXPECT_THAT(problem.problem, HasSubstr("genicam"));
  problem = problem_with(link + "  camera: {source: folder, path: pictures, pixel_format: GREY}\n");
  EXPECT_EQ(problem.key, "hardware.camera.pixel_format");
  problem = problem_with(link + "  camera: {source: device, path: /dev/video0, gain_db: 3}\n");
  EXPECT_EQ(problem.key, "hardware.camera.gain_db");
  problem = problem_with(link + "  camera: {source: genicam, path: Basler-1, gain_steps: 3}\n");
  EXPECT_EQ(problem.key, "hardware.camera.gain_steps");
  problem = problem_with(link + "  camera: {source: genicam, path: Basler-1, emulated: {stamps: none}}\n");
  EXPECT_EQ(problem.key, "hardware.camera.emulated");
  problem = problem_with(
      "hardware:\n  camera: {source: genicam, path: emulated, emulated: {defects: [{defect: "
      "colour, begin_s: 3, end_s: 2}]}}\n");
  EXPECT_THAT(problem.problem, HasSubstr("ends before it begins"));
}

TEST_F(HardwareTest, TargetHasASourceOfItsOwnBesideTheCamera) {
  const std::string real =
      "hardware:\n  link: {type: serial, port: /dev/ttyUSB0}\n  camera: {source: device, path: "
      "/dev/video0}\n";
  const std::string poses = "source: ros2, up: z, bodies: [{topic: /target/pose, part: target}]";
  const HardwareConfig hardware =
      load_testbed(testbed_with(real + "  target_source: {" + poses + ", clock: shared}\n")).file.hardware;
  ASSERT_TRUE(hardware.camera && hardware.target_source);
  EXPECT_EQ(hardware.camera->source, MarkerSource::kDevice);
  EXPECT_EQ(hardware.target_source->source, MarkerSource::kPoses);
  EXPECT_EQ(hardware.target_source->tracker.bodies.at(0).topic, "/target/pose");
  const auto wrong = [&](const std::string& source) {
    return problem_with(real + "  target_source: {" + source + "}\n").key;
  };
  EXPECT_EQ(wrong("source: device"), "hardware.target_source.source");
  EXPECT_EQ(wrong("source: natnet, server: 10.0.0.1, bodies: [{id: 1, part: satellite}]"),
            "hardware.target_source.bodies");
  EXPECT_EQ(wrong("source: natnet, server: 10.0.0.1, markers: [{id: 1, led: tip}]"),
            "hardware.target_source.markers");
  EXPECT_EQ(wrong("source: natnet, server: 10.0.0.1"), "hardware.target_source.bodies");
  EXPECT_EQ(wrong("source: natnet, server: 10.0.0.1, identify: true"), "hardware.target_source.identify");
  EXPECT_EQ(wrong("source: markers, listen: 7003"), "hardware.target_source.key_file");
  EXPECT_EQ(wrong("source: markers, insecure: true"), "hardware.target_source.listen");
  EXPECT_EQ(wrong(poses + ", path: /dev/video1"), "hardware.target_source.path");
  EXPECT_EQ(wrong(poses + ", emulated: {latency_ms: 20}"), "hardware.target_source.emulated");
}

TEST_F(HardwareTest, EmulatedTrackerOfTheTargetSeesASimulatedOneAlone) {
  const std::string bodies = "bodies: [{id: 2, part: target}]";
  const std::string emulated = "  target_source: {source: natnet, server: emulated, " + bodies +
                               ", emulated: {rate_hz: 60, latency_ms: 20, loss: 0.05, noise_mm: 0.2}}\n";
  const MarkerSourceConfig source =
      load_testbed(testbed_with("hardware:\n" + emulated)).file.hardware.target_source.value();
  EXPECT_EQ(source.emulated.sight.rate, 60.0);
  EXPECT_EQ(source.emulated.sight.latency, std::chrono::milliseconds(20));
  EXPECT_EQ(source.emulated.sight.loss, 0.05);
  EXPECT_DOUBLE_EQ(source.emulated.sight.noise, 0.2e-3);
  const std::string link = "hardware:\n  link: {type: serial, port: /dev/ttyUSB0}\n";
  ConfigProblem problem = problem_with(link + "  camera: {source: device, path: /dev/video0}\n" + emulated);
  EXPECT_EQ(problem.key, "hardware.target_source");
  EXPECT_THAT(problem.problem, HasSubstr("simulated in this program"));
  EXPECT_EQ(problem_with(link + "  plant: {instrument_port: /dev/ttyUSB1}\n" + emulated).key,
            "hardware.target_source");
  problem = problem_with("hardware:\n  target_source: {source: natnet, server: 10.0.0.1, " + bodies + "}\n");
  EXPECT_EQ(problem.key, "hardware.target_source");
  EXPECT_THAT(problem.problem, HasSubstr("does not see a simulated target"));
}

TEST_F(HardwareTest, PosesByRos2NameTheirTopicsAndNothingOfNatNet) {
  const std::string link = "hardware:\n  link: {type: serial, port: /dev/ttyUSB0}\n";
  const std::string begin = link + "  camera: {source: ros2, ";
  const std::string bodies = "bodies: [{topic: /satellite/pose, part: satellite}]";
  const std::string good = begin + "up: z, domain_id: 7, clock: shared, " + bodies + "}\n";
  const HardwareConfig hardware = load_testbed(testbed_with(good)).file.hardware;
  ASSERT_TRUE(hardware.camera);
  const MarkerSourceConfig& camera = *hardware.camera;
  EXPECT_EQ(camera.source, MarkerSource::kPoses);
  EXPECT_FALSE(camera.is_emulated());
  EXPECT_EQ(camera.tracker.domain_id, 7);
  EXPECT_TRUE(camera.tracker.shared_clock);
  EXPECT_FALSE(camera.tracker.y_up);
  EXPECT_EQ(camera.tracker.bodies.at(0).topic, "/satellite/pose");
  const auto wrong = [&](const std::string& more) { return problem_with(begin + more + "}\n").key; };
  EXPECT_EQ(wrong(bodies), "hardware.camera.up");
  EXPECT_EQ(wrong("up: z"), "hardware.camera.bodies");
  EXPECT_EQ(wrong("up: z, bodies: [{id: 1, part: satellite}]"), "hardware.camera.bodies");
  EXPECT_EQ(wrong("up: z, bodies: [{topic: satellite, part: satellite}]"), "hardware.camera.bodies");
  EXPECT_EQ(wrong("up: z, server: 10.0.0.1, " + bodies), "hardware.camera.server");
  EXPECT_EQ(wrong("up: z, identify: true, " + bodies), "hardware.camera.identify");
  EXPECT_EQ(wrong("up: z, clock: shared, transfer_ms: 5, " + bodies), "hardware.camera.transfer_ms");
  EXPECT_EQ(problem_with(link + "  camera: {source: natnet, server: 10.0.0.1, clock: own, bodies: "
                                "[{id: 1, part: satellite}]}\n")
                .key,
            "hardware.camera.clock");
  EXPECT_EQ(problem_with(link + "  camera: {source: natnet, server: 10.0.0.1, bodies: "
                                "[{topic: /a, part: satellite}]}\n")
                .key,
            "hardware.camera.bodies");
}

TEST_F(HardwareTest, EachKindOfLinkAsksForItsOwnKeys) {
  const std::string camera = "  camera: {source: device, path: /dev/video0}\n";
  ConfigProblem problem = problem_with("hardware:\n  link: {type: serial}\n" + camera);
  EXPECT_EQ(problem.key, "hardware.link.port");
  EXPECT_EQ(problem.problem, "missing");
  problem = problem_with("hardware:\n  link: {type: udp, key_file: robot.key}\n" + camera);
  EXPECT_EQ(problem.key, "hardware.link.address");
  problem = problem_with(
      "hardware:\n  link: {type: udp, address: 'a:1', key_file: robot.key, baud_rate: 9600}\n" + camera);
  EXPECT_EQ(problem.key, "hardware.link.baud_rate");
  EXPECT_THAT(problem.remedy, HasSubstr("remove"));
}

TEST_F(HardwareTest, CheckOpensTheKeyFile) {
  const std::string hardware =
      "hardware:\n"
      "  link: {type: serial, port: /dev/ttyUSB0, key_file: ../radio.key}\n"
      "  plant: {instrument_port: /dev/ttyUSB1}\n";
  const std::string testbed = testbed_with(hardware);
  const std::string experiment =
      write("configs/experiments/lab.yaml",
            replaced(read_all(path("configs/experiments/standing_target.yaml")), "modern.yaml", "lab.yaml"));
  for (const std::string& file : {testbed, experiment}) {
    const ConfigProblem problem = problem_of([&] { check_file(file); });
    EXPECT_EQ(problem.file, testbed);
    EXPECT_EQ(problem.key, "hardware.link.key_file");
    EXPECT_GT(problem.line, 0);
    EXPECT_THAT(problem.problem, HasSubstr("key file cannot be read"));
  }
  std::filesystem::permissions(write("configs/radio.key", std::string(64, 'a')),
                               std::filesystem::perms::owner_read);
  EXPECT_EQ(check_file(testbed), "testbed");
  EXPECT_EQ(check_file(experiment), "experiment");
}

TEST_F(HardwareTest, ANetworkWantsAKeyUnlessTheFileSaysThatItIsInsecure) {
  const std::string camera = "  camera: {source: device, path: /dev/video0}\n";
  const std::string udp = "hardware:\n  link: {type: udp, address: '192.168.4.1:7001'";
  ConfigProblem problem = problem_with(udp + "}\n" + camera);
  EXPECT_EQ(problem.key, "hardware.link.key_file");
  EXPECT_THAT(problem.problem, HasSubstr("anybody on the network may move the robot"));
  EXPECT_THAT(problem.remedy, HasSubstr("openssl rand -hex 32"));
  EXPECT_THAT(problem.remedy, HasSubstr("insecure: true"));
  EXPECT_EQ(problem_with(udp + ", insecure: false}\n" + camera).key, "hardware.link.key_file");
  EXPECT_EQ(problem_with(udp + ", insecure: true, key_file: robot.key}\n" + camera).key,
            "hardware.link.key_file");
  problem = problem_with("hardware:\n  link: {type: serial, port: /dev/ttyUSB0, insecure: true}\n" + camera);
  EXPECT_EQ(problem.key, "hardware.link.insecure");
  const std::string file = testbed_with(udp + ", insecure: true}\n" + camera);
  EXPECT_TRUE(load_testbed(file).file.hardware.link->insecure);
}

TEST_F(HardwareTest, AnAddressHasAPort) {
  for (const char* address :
       {"192.168.4.1", "192.168.4.1:", ":7001", "70000", "board:70000", "board:0", "board:7x"}) {
    const ConfigProblem problem =
        problem_with("hardware:\n  link: {type: udp, key_file: robot.key, address: '" + std::string(address) +
                     "'}\n  camera: {source: device, path: /dev/video0}\n");
    EXPECT_EQ(problem.key, "hardware.link.address") << address;
    EXPECT_THAT(problem.allowed, HasSubstr("HOST:PORT"));
  }
}

TEST_F(HardwareTest, MarkersOfOtherProgramsWantAKey) {
  const std::string link = "hardware:\n  link: {type: serial, port: /dev/ttyUSB0}\n";
  for (const char* listen : {"7002", "0.0.0.0:7002"}) {
    const std::string camera = "  camera: {source: markers, listen: '" + std::string(listen) + "'";
    EXPECT_EQ(problem_with(link + camera + "}\n").key, "hardware.camera.key_file");
    const HardwareConfig open =
        load_testbed(testbed_with(link + camera + ", insecure: true}\n")).file.hardware;
    EXPECT_TRUE(open.camera->insecure);
    const HardwareConfig keyed =
        load_testbed(testbed_with(link + camera + ", key_file: ../markers.key}\n")).file.hardware;
    EXPECT_EQ(keyed.camera->key_file, path("configs/markers.key"));
    EXPECT_EQ(problem_with(link + camera + ", insecure: true, key_file: markers.key}\n").key,
              "hardware.camera.key_file");
  }
  EXPECT_EQ(problem_with(link + "  camera: {source: device, path: /dev/video0, key_file: markers.key}\n").key,
            "hardware.camera.key_file");
}

TEST_F(HardwareTest, PlantsMarkersToAnotherComputerWantAKey) {
  const std::string plant =
      "hardware:\n  link: {type: serial, port: /dev/ttyUSB0}\n  plant: {instrument_port: /dev/ttyUSB1, "
      "markers_to: ";
  EXPECT_EQ(problem_with(plant + "'10.0.0.2:7002'}\n").key, "hardware.plant.key_file");
  EXPECT_NO_THROW(load_testbed(testbed_with(plant + "'10.0.0.2:7002', key_file: markers.key}\n")));
  EXPECT_NO_THROW(load_testbed(testbed_with(plant + "'10.0.0.2:7002', insecure: true}\n")));
  EXPECT_NO_THROW(load_testbed(testbed_with(plant + "7002}\n")));
}

TEST_F(HardwareTest, ALinkWithoutAPlantNeedsARealCamera) {
  const ConfigProblem problem = problem_with("hardware:\n  link: {type: serial, port: /dev/ttyUSB0}\n");
  EXPECT_EQ(problem.key, "hardware.camera");
}

TEST_F(HardwareTest, ARealCameraDoesNotSeeASimulatedRobot) {
  const ConfigProblem problem = problem_with(
      "hardware:\n"
      "  link: {type: serial, port: /dev/ttyUSB0}\n"
      "  camera: {source: markers, listen: 0.0.0.0:7002, insecure: true}\n"
      "  plant: {instrument_port: /dev/ttyUSB1}\n");
  EXPECT_EQ(problem.key, "hardware.camera");
}

TEST_F(HardwareTest, APlantWithoutALinkHasNoBoard) {
  const ConfigProblem problem = problem_with("hardware:\n  plant: {instrument_port: /dev/ttyUSB1}\n");
  EXPECT_EQ(problem.key, "hardware.link");
}

class HardwareExperiment : public HardwareTest {
 protected:
  /// @return What the standing target complains about on a testbed with that hardware.
  std::vector<ConfigProblem> problems_with(const std::string& hardware, const std::string& faults,
                                           std::vector<std::string> overrides = {}) const {
    testbed_with(hardware);
    const std::string name = "configs/experiments/standing_target.yaml";
    const std::string file = write("configs/experiments/faulty.yaml", read_all(path(name)) + faults);
    overrides.push_back("testbed=" + path("configs/testbeds/lab.yaml"));
    return problems_of([&] { load_experiment(file, overrides); });
  }

  const std::string hil_ =
      "hardware:\n"
      "  link: {type: serial, port: /dev/ttyUSB0}\n"
      "  plant: {instrument_port: /dev/ttyUSB1}\n";
  const std::string real_ =
      "hardware:\n"
      "  link: {type: serial, port: /dev/ttyUSB0}\n"
      "  camera: {source: device, path: /dev/video0}\n";
};

TEST_F(HardwareExperiment, RealBoardDoesNotFailBecauseTheSimulationSaysSo) {
  const std::string faults =
      "faults:\n"
      "  - {fault: link_noise, begin_s: 2, end_s: 3}\n"
      "  - {fault: marker_hidden, begin_s: 2, end_s: 3}\n";
  EXPECT_TRUE(problems_with("", faults).empty());
  const auto problems = problems_with(hil_, faults);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].key, "faults[0].fault");
  EXPECT_EQ(problems_with(real_, faults).size(), 2u);
}

/// What keeps something back can be done on this side of the hardware; somebody has to want it.
TEST_F(HardwareExperiment, WhatIsHarmlessIsInjectedWhereItIsWanted) {
  const std::string faults =
      "faults:\n"
      "  - {fault: camera, mode: stuck, begin_s: 2, end_s: 3}\n"
      "  - {fault: link_to_board, mode: off, begin_s: 2, end_s: 3}\n"
      "  - {fault: link, mode: intermittent, begin_s: 2, end_s: 3}\n";
  const auto unwanted = problems_with(real_, faults);
  ASSERT_EQ(unwanted.size(), 3u);
  EXPECT_THAT(unwanted[0].remedy, HasSubstr("freefloat run --inject"));
  EXPECT_TRUE(problems_with(real_, faults, {"inject_on_hardware=true"}).empty());
  EXPECT_TRUE(problems_with(hil_, faults).empty());

  const std::string begin = "faults:\n  - {begin_s: 2, end_s: 3, fault: ";
  for (const char* harmful :
       {"camera, mode: garbage}", "camera, mode: wrong}", "camera, mode: delayed}", "link, mode: wrong}",
        "link_to_board, mode: delayed}", "push}", "markers_swapped}", "motor, mode: off}"}) {
    EXPECT_EQ(problems_with(real_, begin + harmful + "\n", {"inject_on_hardware=true"}).size(), 1u)
        << harmful;
  }
  const auto near =
      problems_with(real_, begin + "camera, mode: off, within_mm: 50}\n", {"inject_on_hardware=true"});
  ASSERT_EQ(near.size(), 1u);
  EXPECT_EQ(near[0].key, "faults[0].within_mm");
}

TEST_F(HardwareExperiment, EffectsThatInjectNothingOnServosAreRefusedInWords) {
  const std::string servos =
      "hardware:\n"
      "  link: {type: dynamixel, port: emulated, accepted_stop_ms: 200, joints: [{id: 1}, {id: 2}]}\n";
  for (const char* fault : {"pot_stuck", "tacho_broken", "pots_swapped", "tacho_inverted", "board_reset",
                            "board_version", "pot, mode: garbage", "tacho, mode: wrong"}) {
    const auto problems =
        problems_with(servos, "faults:\n  - {fault: " + std::string(fault) + ", begin_s: 2, end_s: 3}\n");
    ASSERT_EQ(problems.size(), 1u) << fault;
    EXPECT_EQ(problems[0].key, "faults[0].fault");
    EXPECT_THAT(problems[0].problem, HasSubstr("servo")) << fault;
  }
  for (const char* fault : {"link_cut", "motor_runaway", "marker_hidden", "frames_dropped"}) {
    EXPECT_TRUE(
        problems_with(servos, "faults:\n  - {fault: " + std::string(fault) + ", begin_s: 2, end_s: 3}\n")
            .empty())
        << fault;
  }
}

TEST_F(HardwareExperiment, ServosFailOnlyWhereThereAreSome) {
  const std::string servos =
      "hardware:\n"
      "  link: {type: dynamixel, port: emulated, accepted_stop_ms: 200, joints: [{id: 1}, {id: 2}]}\n";
  for (const char* fault :
       {"servo, mode: off", "servo, mode: stuck", "servo_overheated", "servo_id", "servo_reset"}) {
    const std::string list = "faults:\n  - {fault: " + std::string(fault) + ", begin_s: 2, end_s: 3}\n";
    EXPECT_TRUE(problems_with(servos, list).empty()) << fault;
    const auto problems = problems_with("", list);
    ASSERT_EQ(problems.size(), 1u) << fault;
    EXPECT_EQ(problems[0].key, "faults[0].fault");
    EXPECT_THAT(problems[0].problem, HasSubstr("no such servo moves a joint here")) << fault;
  }
  const std::string begin = "faults:\n  - {fault: servo, begin_s: 2, end_s: 3, ";
  EXPECT_EQ(problems_with(servos, begin + "mode: delayed}\n").size(), 1u);
  EXPECT_EQ(problems_with(servos, begin + "mode: off, index: 2}\n").size(), 1u) << "two joints";
}

TEST_F(HardwareExperiment, NothingGlaresInMotionCapture) {
  const std::string tracker = "hardware:\n  camera: {source: natnet, server: emulated, identify: true}\n";
  const std::string begin = "faults:\n  - {fault: ";
  EXPECT_TRUE(problems_with(tracker, begin + "marker_hidden, begin_s: 2, end_s: 3}\n").empty());
  const auto problems = problems_with(tracker, begin + "glare, begin_s: 2, end_s: 3}\n");
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_THAT(problems[0].problem, HasSubstr("glares"));
}

TEST_F(HardwareExperiment, RealBoardDrivesMotorsEveryMillisecond) {
  EXPECT_TRUE(problems_with(hil_, "").empty());
  const auto problems = problems_with(hil_, "", {"simulation.servo=kinematic", "simulation.step_ms=5"});
  EXPECT_EQ(problems.size(), 2u);
}

}  // namespace
}  // namespace freefloat
