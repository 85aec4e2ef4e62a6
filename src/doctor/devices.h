#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "doctor/finding.h"

namespace freefloat {

/// One serial port of this PC.
struct SerialPortInfo {
  std::string device;                     ///< /dev/ttyUSB0
  std::string by_id;                      ///< name that stays when cables change places; empty: has none
  std::string driver;                     ///< of the kernel: ftdi_sio, cdc_acm, ...
  std::string product;                    ///< as the adapter names itself; empty where it does not
  std::optional<int> latency_timer_ms{};  ///< how long the adapter keeps bytes back; none: it does not
  bool accessible = false;                ///< this user may read and write
  std::string holder;                     ///< program and process number that has it open; empty: nobody seen
};

/// @param root Folder that stands for `/`.
/// @return Ports with hardware behind them, by name.
std::vector<SerialPortInfo> find_serial_ports(const std::filesystem::path& root = "/");

/// One finding a port; one that says so when there is none.
std::vector<Finding> judge_serial_ports(const std::vector<SerialPortInfo>& ports);

/// One camera that the kernel knows, or that answers by the standard of GenICam.
struct CameraInfo {
  std::string device;       ///< /dev/video0; of a GenICam camera its name
  std::string name;         ///< as it names itself
  bool accessible = false;  ///< this user may read and write
};

/// @param root Folder that stands for `/`. @return By name; the second nodes that cameras have for other data
/// are left out.
std::vector<CameraInfo> list_cameras(const std::filesystem::path& root = "/");

std::vector<Finding> judge_cameras(const std::vector<CameraInfo>& cameras);

}  // namespace freefloat
