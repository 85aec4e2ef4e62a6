#include "doctor/devices.h"

#include <gmock/gmock.h>

#include "fake_root.h"

namespace freefloat {
namespace {

using testing::HasSubstr;

class SerialPorts : public FakeRoot {
 protected:
  /// An adapter of FTDI as it comes from the shop.
  void plug_adapter() {
    const std::string usb = "sys/devices/usb1/1-2/";
    write(usb + "product", "FT232R USB UART");
    write(usb + "1-2:1.0/ttyUSB0/latency_timer", "16");
    link("sys/class/tty/ttyUSB0/device", usb + "1-2:1.0/ttyUSB0");
    link(usb + "1-2:1.0/ttyUSB0/driver", "sys/bus/usb-serial/drivers/ftdi_sio");
    link("dev/serial/by-id/usb-FTDI_FT232R_A1-if00-port0", "../../ttyUSB0", true);
    write("dev/ttyUSB0", "");
  }
};

TEST_F(SerialPorts, AdapterIsDescribedAndItsLatencyTimerBlamed) {
  plug_adapter();
  const auto ports = find_serial_ports(root_);
  ASSERT_EQ(ports.size(), 1u);
  EXPECT_EQ(ports[0].device, "/dev/ttyUSB0");
  EXPECT_EQ(ports[0].by_id, "/dev/serial/by-id/usb-FTDI_FT232R_A1-if00-port0");
  EXPECT_EQ(ports[0].driver, "ftdi_sio");
  EXPECT_EQ(ports[0].product, "FT232R USB UART");
  EXPECT_EQ(ports[0].latency_timer_ms, 16);
  EXPECT_EQ(ports[0].holder, "");
  const Finding finding = judge_serial_ports(ports)[0];
  EXPECT_EQ(finding.grade, Grade::kWarning);
  EXPECT_THAT(finding.remedy, HasSubstr("/sys/class/tty/ttyUSB0/device/latency_timer"));
}

TEST_F(SerialPorts, QuickAdapterThatNobodyUsesIsGood) {
  plug_adapter();
  write("sys/devices/usb1/1-2/1-2:1.0/ttyUSB0/latency_timer", "1");
  auto ports = find_serial_ports(root_);
  ASSERT_EQ(ports.size(), 1u);
  ports[0].accessible = true;
  EXPECT_EQ(judge_serial_ports(ports)[0].grade, Grade::kGood);
  EXPECT_EQ(judge_serial_ports(ports)[0].remedy, "");
}

TEST_F(SerialPorts, ProgramThatHoldsThePortIsNamed) {
  plug_adapter();
  write("proc/4711/comm", "ModemManager");
  link("proc/4711/fd/7", "/dev/ttyUSB0", true);
  write("proc/12/comm", "other");
  link("proc/12/fd/3", "/dev/null", true);
  const auto ports = find_serial_ports(root_);
  EXPECT_EQ(ports.at(0).holder, "ModemManager (process 4711)");
  EXPECT_THAT(judge_serial_ports(ports)[0].text, HasSubstr("in use by ModemManager (process 4711)"));
}

TEST_F(SerialPorts, PlacesWithoutHardwareAndTerminalsAreLeftOut) {
  write("sys/class/tty/ttyS3/type", "0");
  link("sys/class/tty/ttyS3/device", "sys/devices/serial3");
  link("sys/devices/serial3/driver", "sys/bus/drivers/serial8250");
  write("sys/class/tty/tty1/dev", "4:1");
  write("sys/class/tty/ttyS0/type", "4");
  link("sys/class/tty/ttyS0/device", "sys/devices/serial0/serial0:0/serial0:0.0");
  link("sys/devices/serial0/serial0:0/serial0:0.0/driver", "sys/bus/serial-base/drivers/port");
  link("sys/devices/serial0/driver", "sys/bus/drivers/serial8250");
  const auto ports = find_serial_ports(root_);
  ASSERT_EQ(ports.size(), 1u);
  EXPECT_EQ(ports[0].device, "/dev/ttyS0");
  EXPECT_EQ(ports[0].driver, "serial8250");
}

TEST_F(SerialPorts, PcWithoutAnySaysSo) {
  EXPECT_TRUE(find_serial_ports(root_).empty());
  ASSERT_EQ(judge_serial_ports({}).size(), 1u);
  EXPECT_EQ(judge_serial_ports({})[0].grade, Grade::kNote);
}

TEST_F(SerialPorts, PortThatTheUserMayNotOpenHasARemedy) {
  SerialPortInfo port;
  port.device = "/dev/ttyUSB0";
  EXPECT_THAT(judge_serial_ports({port})[0].remedy, HasSubstr("dialout"));
}

class Cameras : public FakeRoot {};

TEST_F(Cameras, AreNamedOnceEach) {
  write("sys/class/video4linux/video0/name", "Overhead");
  write("sys/class/video4linux/video0/index", "0");
  write("sys/class/video4linux/video1/name", "Overhead");
  write("sys/class/video4linux/video1/index", "1");
  const auto cameras = list_cameras(root_);
  ASSERT_EQ(cameras.size(), 1u);
  EXPECT_EQ(cameras[0].device, "/dev/video0");
  EXPECT_EQ(cameras[0].name, "Overhead");
  EXPECT_FALSE(cameras[0].accessible);
  EXPECT_THAT(judge_cameras(cameras)[0].remedy, HasSubstr("video"));
  EXPECT_EQ(judge_cameras({})[0].grade, Grade::kNote);
}

}  // namespace
}  // namespace freefloat
