#include "config/files/marker_source_fields.h"

#include <utility>

#include "config/files/required_keys.h"
#include "config/files/tracker_fields.h"

namespace freefloat {

namespace {

Fields<ScheduledDefect> defect_fields() {
  using D = ScheduledDefect;
  return {
      required(choice("defect", &D::defect,
                      {{"pictures_lost", CameraDefect::kPicturesLost},
                       {"other_size", CameraDefect::kOtherSize},
                       {"colour", CameraDefect::kColour},
                       {"unplugged", CameraDefect::kUnplugged},
                       {"clock_restart", CameraDefect::kClockRestart},
                       {"frozen", CameraDefect::kFrozen},
                       {"jump", CameraDefect::kJump},
                       {"bodies_swapped", CameraDefect::kBodiesSwapped}},
                      "pictures_lost: every third; other_size: half as wide; colour: in a colour format; "
                      "unplugged: gone, then back; clock_restart: its clock begins anew at begin_s. Of "
                      "motion capture: pictures_lost, unplugged, frozen: the same poses again; jump: all is "
                      "50 mm off; bodies_swapped: its first two bodies.")),
      required(number("begin_s", &D::begin, between(0, 1e6), "Time in the run at which it begins.")),
      required(number("end_s", &D::end, between(0, 1e6), "Time in the run at which it is over.")),
  };
}

/// Keys that a GenICam camera alone understands.
constexpr const char* kGenicamKeys[] = {"gain_db",     "stamped_at",        "trigger",        "region_x_px",
                                        "region_y_px", "packet_size_bytes", "packet_delay_us"};

}  // namespace

Fields<EmulatedCameraConfig> emulation_fields() {
  using E = EmulatedCameraConfig;
  return {
      choice("stamps", &E::stamps,
             {{"camera", EmulatedStamps::kCamera},
              {"arrival", EmulatedStamps::kArrival},
              {"none", EmulatedStamps::kNone}},
             "camera: of its own clock; arrival: the moment a picture arrives; none: pictures carry none."),
      flag("tells_time", &E::tells_time, "Whether it can be asked what its clock shows."),
      number("clock_drift", &E::clock_drift, between(-1e-3, 1e-3),
             "By how much its clock is fast: 2e-5 is 20 us a second."),
      number("clock_offset_s", &E::clock_offset, between(0, 1e6),
             "What its clock shows when the run begins."),
      list("defects", &E::defects, defect_fields(), 0, 20, "What it does wrong, and when."),
  };
}

Fields<MarkerSourceConfig> marker_source_fields() {
  using M = MarkerSourceConfig;
  using S = CameraSettings;
  const auto told = [](auto member) { return inside(&M::settings, member); };
  Fields<M> fields{
      required(choice("source", &M::source,
                      {{"device", MarkerSource::kDevice},
                       {"genicam", MarkerSource::kGenicam},
                       {"video", MarkerSource::kVideo},
                       {"folder", MarkerSource::kFolder},
                       {"markers", MarkerSource::kMarkers},
                       {"natnet", MarkerSource::kNatNet},
                       {"ros2", MarkerSource::kPoses}},
                      "device: a camera of this PC; genicam: a GigE Vision or USB3 Vision camera; video, "
                      "folder: a recording; markers: an external tracker's datagrams; natnet: motion capture "
                      "of OptiTrack; ros2: poses that another program publishes.")),
      text("path", &M::path,
           "device: /dev/video0; genicam: name, serial number or address, `freefloat doctor` lists them, or "
           "emulated: before the simulated robot; video: the file; folder: the folder of pictures."),
      number("transfer_ms", &M::transfer, between(0, 1000),
             "device without time stamps, genicam without a clock that can be asked: from the end of the "
             "exposure to its arrival. natnet: of the quickest datagram in the network; ros2 with clock: "
             "own: of the quickest message from its stamp on."),
      text("listen", &M::listen,
           "markers: PORT at which this computer's datagrams are received; HOST:PORT with an address of this "
           "computer: also those of its network."),
      file("key_file", &M::key_file,
           "markers: 64 hex digits that the tracker has too, in a file that only you can read."),
      flag("insecure", &M::insecure,
           "markers: true for a tracker without a key; anybody who reaches `listen` may then tell the "
           "program where the robot is."),
      text("pixel_format", told(&S::pixel_format),
           "genicam: Mono8, Mono10, Mono12, Mono12p, ...; device: GREY, Y10, Y12, Y16, YUYV, MJPG; left out: "
           "8-bit grey."),
      number("gain_db", told(&S::gain), between(-100, 1000),
             "genicam: gain; its automatic gain is turned off. Left out: as the camera has it."),
      number("gain_steps", told(&S::gain_steps), between(-100000, 100000),
             "device: gain as its driver counts, `v4l2-ctl --list-ctrls` says how far; its automatic gain is "
             "turned off. Left out: as the camera has it."),
      text("trigger", told(&S::trigger),
           "genicam: line that starts each exposure, e.g. Line1; left out: the camera runs free at rate_hz."),
      number("region_x_px", told(&S::region_x), between(0, 16384),
             "genicam: column of the sensor where the picture begins."),
      number("region_y_px", told(&S::region_y), between(0, 16384),
             "genicam: row of the sensor where the picture begins."),
      number("packet_size_bytes", told(&S::packet_size), between(0, 16000),
             "genicam by GigE: of one packet; 0: the largest that the network lets pass."),
      number("packet_delay_us", told(&S::packet_delay), between(0, 100000),
             "genicam by GigE: pause between two packets; 0: as the camera has it."),
      choice("stamped_at", told(&S::stamped_at),
             {{"exposure_start", StampMoment::kExposureStart}, {"exposure_end", StampMoment::kExposureEnd}},
             "genicam: what the camera's time stamps mark; its manual says it."),
  };
  Fields<M> of_trackers = tracker_fields();
  for (Field<M>& field : of_trackers) fields.push_back(std::move(field));
  fields.push_back(
      section("emulated", &M::emulated, emulation_fields(),
              "Of the emulated camera: its clock, its defects; of emulated motion capture: its clock."));
  return fields;
}

namespace {

/// Pictures and poses go wrong in ways of their own.
bool can_have(bool tracker, CameraDefect defect) {
  switch (defect) {
    case CameraDefect::kPicturesLost:
    case CameraDefect::kUnplugged:
      return true;
    case CameraDefect::kFrozen:
    case CameraDefect::kJump:
    case CameraDefect::kBodiesSwapped:
      return tracker;
    case CameraDefect::kOtherSize:
    case CameraDefect::kColour:
    case CameraDefect::kClockRestart:
      break;
  }
  return !tracker;
}

/// Whoever sends markers without a key says where the robot is, and with it where it moves.
void check_marker_key(const MarkerSourceConfig& source, const ConfigNode& node, Problems& problems) {
  if (source.source != MarkerSource::kMarkers) {
    for (const char* key : {"key_file", "insecure"})
      refuse(node, key, "only markers of another program have a key", problems);
  } else if (source.insecure) {
    refuse(node, "key_file", "insecure: true wants no key", problems);
  } else if (source.key_file.empty()) {
    problems.add_of(
        node, "key_file", "missing: without a key anybody who reaches `listen` may send markers",
        "the file of a key that the tracker has too",
        "make one: openssl rand -hex 32 > markers.key; chmod 600 markers.key; or write insecure: true");
  }
}

}  // namespace

void check_marker_datagrams(const MarkerSourceConfig& source, const ConfigNode& node, Problems& problems) {
  if (source.source == MarkerSource::kMarkers) {
    require(!source.listen.empty(), node, "listen", "PORT, or HOST:PORT", problems);
    check_address(node, "listen", problems);
  }
  check_marker_key(source, node, problems);
}

void check_emulation(const MarkerSourceConfig& source, const ConfigNode& node, Problems& problems) {
  const bool tracked = source.is_tracker();
  if (!source.is_emulated()) refuse(node, "emulated", "only the emulated camera has this", problems);
  for (const ScheduledDefect& defect : source.emulated.defects) {
    if (can_have(tracked, defect.defect)) continue;
    problems.add_at(*node.find("emulated"), "a defect that this source cannot have",
                    tracked ? "pictures_lost, unplugged, frozen, jump, bodies_swapped"
                            : "pictures_lost, other_size, colour, unplugged, clock_restart");
  }
  for (const ScheduledDefect& defect : source.emulated.defects) {
    if (defect.end > defect.begin) continue;
    problems.add_at(*node.find("emulated"), "a defect ends before it begins", "end_s above begin_s");
  }
}

void check_marker_source(const MarkerSourceConfig& camera, const ConfigNode& node, Problems& problems) {
  const bool genicam = camera.source == MarkerSource::kGenicam;
  const bool device = camera.source == MarkerSource::kDevice;
  const bool tracked = camera.is_tracker();
  check_tracker(camera, node, problems);
  if (camera.source == MarkerSource::kMarkers) {
    refuse(node, "path", "markers come by the network", problems);
  } else if (!tracked) {
    require(!camera.path.empty(), node, "path", "the device, file or folder", problems);
    refuse(node, "listen", "only markers come by the network", problems);
  }
  check_marker_datagrams(camera, node, problems);
  if (!genicam && !device) refuse(node, "pixel_format", "only a camera can be told this", problems);
  if (!device) refuse(node, "gain_steps", "only a camera of the operating system counts so", problems);
  for (const char* key : kGenicamKeys) {
    if (!genicam) refuse(node, key, "only a genicam camera knows this", problems);
  }
  check_emulation(camera, node, problems);
}

}  // namespace freefloat
