#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hal/camera_settings.h"
#include "hal/servos/servo_joint.h"
#include "hal/tracker_config.h"
#include "types/time.h"

namespace freefloat {

enum class LinkType : std::uint8_t {
  kSerial,     ///< a serial port: cable, USB adapter or radio modem
  kUdp,        ///< datagrams, for wireless boards
  kDynamixel,  ///< servos of ROBOTIS on a serial bus, no board of ours
  kOdrive,     ///< motors behind an ODrive on a serial port
};

/// Servos that this program emulates before the simulated robot.
struct EmulatedServosConfig {
  std::string model = "XM430-W350";  ///< dynamixel
};

/// `port` of the emulated servos.
inline constexpr const char* kEmulatedServos = "emulated";

/// The way to a real servo board.
struct LinkConfig {
  LinkType type = LinkType::kSerial;
  bool insecure = false;   ///< udp: without a key, on purpose; whoever reaches the board may then command it
  std::string port;        ///< serial: device, best its name in /dev/serial/by-id; or `emulated`
  int baud_rate = 921600;  ///< serial
  std::string address;     ///< udp: "host:port" of the board
  std::string key_file;    ///< 64 hex digits; empty: frames are not authenticated
  Duration latency{};      ///< mean delay of a frame each way that is not wire time, for example of a radio
  std::vector<ServoJoint> joints;       ///< servos: one a joint
  std::optional<ServoGripper> gripper;  ///< servos: that of the jaws
  Duration accepted_stop{};             ///< servos: the joints may move for so long when commands stay away
  EmulatedServosConfig emulated;        ///< servos with `port: emulated`

  /// @return Whether there is a servo board of ours at the other end.
  bool has_board() const { return type == LinkType::kSerial || type == LinkType::kUdp; }
  /// @return Whether the servos are emulated: then so is the robot.
  bool is_emulated() const { return !has_board() && port == kEmulatedServos; }
};

enum class MarkerSource : std::uint8_t {
  kDevice,   ///< a camera of the operating system
  kGenicam,  ///< a GigE Vision or USB3 Vision camera
  kVideo,    ///< a video file
  kFolder,   ///< a folder of pictures
  kMarkers,  ///< an external tracker that sends datagrams of markers
  kNatNet,   ///< motion capture of OptiTrack
  kPoses,    ///< poses that another program publishes by ROS 2
};

/// `path` of the emulated GenICam camera, and `server` of the emulated motion capture.
inline constexpr const char* kEmulatedCamera = "emulated";

/// A real camera, or what takes its place.
struct MarkerSourceConfig {
  MarkerSource source = MarkerSource::kDevice;
  std::string path;     ///< device, video, folder; genicam: name, serial number or address, or `emulated`
  Duration transfer{};  ///< device, genicam: from the end of the exposure to its arrival here, where no time
                        ///< stamp tells it
  CameraSettings settings;        ///< device, genicam
  EmulatedCameraConfig emulated;  ///< of an emulated one; natnet: its clock alone
  std::string listen;             ///< markers: "host:port" at which datagrams are received
  std::string key_file;           ///< markers: 64 hex digits that the tracker has too
  bool insecure = false;          ///< markers: without a key, on purpose; whoever reaches `listen` may send
  TrackerConfig tracker;          ///< natnet, ros2

  /// @return Whether it tells LEDs without pixels.
  bool tells_markers() const { return source == MarkerSource::kMarkers || is_tracker(); }

  /// @return Whether it tells poses of bodies.
  bool is_tracker() const { return source == MarkerSource::kNatNet || source == MarkerSource::kPoses; }

  /// @return Whether it is emulated, and sees the simulated robot.
  bool is_emulated() const {
    return (source == MarkerSource::kGenicam && path == kEmulatedCamera) ||
           (is_tracker() && tracker.server == kEmulatedCamera);
  }
};

/// Hardware in the loop: a simulated robot behind the instrument port of a real board.
struct HilPlantConfig {
  std::string instrument_port;  ///< serial device; or `emulated`
  int baud_rate = 921600;
  std::string markers_to;  ///< "host:port": the plant is a process of its own (`freefloat plant`) that sends
                           ///< its markers there; empty: it runs inside this program
  std::string key_file;    ///< of those markers, 64 hex digits; empty: they are not authenticated
  bool insecure = false;   ///< `markers_to` another computer without a key, on purpose
};

/// What of the testbed is real. Nothing: everything is simulated.
struct HardwareConfig {
  std::optional<LinkConfig> link;            ///< empty: simulated board
  std::optional<MarkerSourceConfig> camera;  ///< empty: simulated camera
  std::optional<HilPlantConfig> plant;       ///< empty with a link: a real robot
  /// Markers or poses of the target alone, beside the camera that sees the robot; empty: whoever sees the
  /// robot sees the target too. It never gives pictures.
  std::optional<MarkerSourceConfig> target_source;

  /// @return Whether something real drives the joints: a board, or servos that are not emulated.
  bool has_real_link() const { return link && !link->is_emulated(); }

  /// @return Whether the target is told by an emulated tracker of its own.
  bool has_emulated_target_source() const { return target_source && target_source->is_emulated(); }
};

}  // namespace freefloat
