#include "doctor/devices.h"

#include <unistd.h>

#include <algorithm>
#include <charconv>

#include "doctor/read_line.h"
#include "hal/serial/port_owner.h"

namespace freefloat {

namespace fs = std::filesystem;

namespace {

constexpr int kSlowLatencyTimer = 2;  // ms; adapters of FTDI come with 16

std::string target_name(const fs::path& link) {
  std::error_code error;
  const fs::path target = fs::read_symlink(link, error);
  return error ? std::string() : target.filename().string();
}

// The adapter's own name stands some folders above that of the port.
std::string find_product(const fs::path& device_link) {
  std::error_code error;
  fs::path folder = fs::canonical(device_link, error);
  constexpr int kMostLevels = 5;
  for (int level = 0; !error && level < kMostLevels; ++level, folder = folder.parent_path()) {
    std::string product = read_line(folder / "product");
    if (!product.empty()) return product;
  }
  return {};
}

// Newer kernels put a bus of their own, with the driver `port`, between a built-in port and its hardware.
std::string find_driver(const fs::path& device_link) {
  std::string driver = target_name(device_link / "driver");
  if (driver != "port") return driver;
  std::error_code error;
  const fs::path device = fs::canonical(device_link, error);
  const std::string above = error ? "" : target_name(device.parent_path().parent_path() / "driver");
  return above.empty() ? driver : above;
}

std::optional<int> read_number(const fs::path& path) {
  const std::string text = read_line(path);
  int value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || result.ec != std::errc()) return std::nullopt;
  return value;
}

std::string find_by_id(const std::string& name, const fs::path& root) {
  std::error_code ignored;
  for (const fs::directory_entry& link : fs::directory_iterator(root / "dev/serial/by-id", ignored)) {
    if (target_name(link.path()) == name) return "/dev/serial/by-id/" + link.path().filename().string();
  }
  return {};
}

// Places for built-in ports exist whether or not there is one: type 0 says there is none.
bool has_hardware(const fs::path& tty) {
  std::error_code ignored;
  if (!fs::exists(tty / "device/driver", ignored)) return false;
  return read_line(tty / "type") != "0";
}

}  // namespace

std::vector<SerialPortInfo> find_serial_ports(const fs::path& root) {
  std::vector<SerialPortInfo> ports;
  std::error_code ignored;
  for (const fs::directory_entry& tty : fs::directory_iterator(root / "sys/class/tty", ignored)) {
    if (!has_hardware(tty.path())) continue;
    const std::string name = tty.path().filename().string();
    SerialPortInfo port;
    port.device = "/dev/" + name;
    port.by_id = find_by_id(name, root);
    port.driver = find_driver(tty.path() / "device");
    port.product = find_product(tty.path() / "device");
    port.latency_timer_ms = read_number(tty.path() / "device/latency_timer");
    port.accessible = access((root / "dev" / name).c_str(), R_OK | W_OK) == 0;
    port.holder = find_port_user(port.device, root);
    ports.push_back(port);
  }
  std::sort(ports.begin(), ports.end(), [](const auto& a, const auto& b) { return a.device < b.device; });
  return ports;
}

std::vector<Finding> judge_serial_ports(const std::vector<SerialPortInfo>& ports) {
  std::vector<Finding> findings;
  for (const SerialPortInfo& port : ports) {
    Finding finding{Grade::kGood, "serial port", port.device + ", driver " + port.driver, ""};
    if (!port.product.empty()) finding.text += ", " + port.product;
    if (!port.by_id.empty()) finding.text += ", " + port.by_id;
    if (port.latency_timer_ms)
      finding.text += ", latency timer " + std::to_string(*port.latency_timer_ms) + " ms";
    const auto add = [&](Grade grade, const std::string& text, const std::string& remedy) {
      finding.grade = std::max(finding.grade, grade);
      finding.text += text;
      finding.remedy += (finding.remedy.empty() ? "" : "; ") + remedy;
    };
    if (!port.holder.empty())
      add(Grade::kWarning, ", in use by " + port.holder, "end that program before a run uses this port");
    if (!port.accessible)
      add(Grade::kWarning, ", not open to this user", "`sudo usermod -aG dialout $USER`, then log in again");
    if (port.latency_timer_ms && *port.latency_timer_ms > kSlowLatencyTimer) {
      const std::string name = fs::path(port.device).filename().string();
      add(Grade::kWarning, "",
          "bytes are kept back up to " + std::to_string(*port.latency_timer_ms) +
              " ms: `echo 1 | sudo tee /sys/class/tty/" + name + "/device/latency_timer`");
    }
    findings.push_back(finding);
  }
  if (ports.empty())
    findings.push_back({Grade::kNote, "serial port", "none found",
                        "plug the board's adapter in; a simulated testbed needs none"});
  return findings;
}

std::vector<CameraInfo> list_cameras(const fs::path& root) {
  std::vector<CameraInfo> cameras;
  std::error_code ignored;
  for (const fs::directory_entry& video : fs::directory_iterator(root / "sys/class/video4linux", ignored)) {
    const std::string index = read_line(video.path() / "index");
    if (!index.empty() && index != "0") continue;
    const std::string node = video.path().filename().string();
    cameras.push_back({"/dev/" + node, read_line(video.path() / "name"),
                       access((root / "dev" / node).c_str(), R_OK | W_OK) == 0});
  }
  std::sort(cameras.begin(), cameras.end(), [](const auto& a, const auto& b) { return a.device < b.device; });
  return cameras;
}

std::vector<Finding> judge_cameras(const std::vector<CameraInfo>& cameras) {
  std::vector<Finding> findings;
  for (const CameraInfo& camera : cameras) {
    Finding finding{Grade::kGood, "camera", camera.device + ", " + camera.name, ""};
    if (!camera.accessible) {
      finding.grade = Grade::kWarning;
      finding.text += ", not open to this user";
      finding.remedy = "`sudo usermod -aG video $USER`, then log in again";
    }
    findings.push_back(finding);
  }
  if (cameras.empty())
    findings.push_back({Grade::kNote, "camera", "none found", "plug it in; a simulated testbed needs none"});
  return findings;
}

}  // namespace freefloat
