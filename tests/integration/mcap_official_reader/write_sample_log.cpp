// Writes a log of random cycles and phases, and beside it, one JSON object a line, the messages that it must
// hold.
//   write_sample_log LOG.mcap MESSAGES.jsonl
#include <cstdio>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

#include "mcap/decode.h"
#include "mcap/schema_text.h"
#include "runlog/messages/link_messages.h"
#include "runlog/messages/target_messages.h"
#include "runlog/recorder.h"
#include "support/push_cycle.h"
#include "support/random_message.h"
#include "support/read_log.h"
#include "support/test_robots.h"

namespace freefloat {
namespace {

using Json = nlohmann::ordered_json;

/// Visitor that turns a message into JSON; 64-bit integers become texts, since JSON readers round them.
class JsonFields {
 public:
  template <class T>
  void operator()(std::string_view name, const T& value) {
    const std::string key(name);
    if constexpr (kIsOptional<T>) {
      fields_["has_" + key] = value.has_value();
      fields_[key] = Json::array();
      if (value) fields_[key].push_back(to_json(*value));
    } else {
      fields_[key] = to_json(value);
    }
  }

  template <class T, std::size_t N, std::integral Count>
  void used(std::string_view name, const std::array<T, N>& values, const Count& count) {
    std::size_t length = count > Count{0} ? std::min(static_cast<std::size_t>(count), N) : 0;
    for (std::size_t i = length; i < N; ++i) {
      if (!is_zero(to_json(values[i]))) length = i + 1;
    }
    Json list = Json::array();
    for (std::size_t i = 0; i < length; ++i) list.push_back(to_json(values[i]));
    fields_[std::string(name)] = list;
  }

  template <class T>
  static Json to_json(const T& value) {
    if constexpr (Message<T>) {
      JsonFields inner;
      describe(inner, value);
      return inner.fields_;
    } else if constexpr (std::same_as<T, Time>) {
      return std::to_string(value.time_since_epoch().count());
    } else if constexpr (std::same_as<T, Duration>) {
      return std::to_string(value.count());
    } else if constexpr (std::integral<T> && sizeof(T) == 8) {
      return std::to_string(value);
    } else if constexpr (std::is_enum_v<T>) {
      return static_cast<int>(value);
    } else if constexpr (kIsFixedText<T>) {
      return std::string(value.view());
    } else if constexpr (std::same_as<T, Matrix2>) {
      return {value(0, 0), value(0, 1), value(1, 0), value(1, 1)};
    } else if constexpr (kIsMatrix<T>) {
      return std::vector<double>(value.data(), value.data() + value.size());
    } else if constexpr (kIsVector<T>) {
      Json list = Json::array();
      for (const auto& element : value) list.push_back(to_json(element));
      return list;
    } else {
      return value;
    }
  }

 private:
  static bool is_zero(const Json& value) {
    if (!value.is_structured()) return value == Json(0) || value == Json(false) || value == Json("");
    return std::all_of(value.begin(), value.end(), [](const Json& part) { return is_zero(part); });
  }

  Json fields_ = Json::object();
};

class Dump {
 public:
  explicit Dump(const char* path) : out_(path) {}

  template <class T>
  void add(std::string_view topic, std::uint32_t sequence, const T& message) {
    out_ << Json{{"topic", topic}, {"sequence", sequence}, {"message", JsonFields::to_json(message)}}.dump()
         << "\n";
  }

  bool close() {
    out_.close();
    return out_.good();
  }

 private:
  std::ofstream out_;
};

/// Standard messages and the link's diagnosis are made by the recorder: their expected values are what our
/// own reader finds.
template <class T>
void add_decoded(Dump& dump, const McapMessage& message) {
  T value;
  if (decode(message.data, value)) dump.add(message.channel.topic, message.sequence, value);
}

/// A whole picture, a window of it, and what the vision remembered before it.
void push_picture(Recorder& recorder, Time now, std::uint64_t sequence) {
  std::vector<std::uint8_t> pixels(64 * 48);
  for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<std::uint8_t>(7 * i + sequence);
  const ImageView image{pixels.data(), 64, 48, 64};
  MarkerFrame frame;
  frame.capture_time = now;
  frame.sequence = sequence;
  LookedAt looked_at;
  looked_at.add(image, {3, 4, 20, 30});
  const auto windows = std::make_unique<PictureWindows>();
  cut_windows(image, frame, looked_at, 1, *windows);
  windows->spots.count = 1;
  windows->spots.spots[0] = {.first = {0.1, 0.2}, .last = {0.3, -0.4}, .first_time = now, .sightings = 3};
  note_target({0.5, 0.6}, now, windows->spots);
  recorder.push_waiting(*windows);
  recorder.push_picture_waiting(image, now, sequence);
}

int write(const char* log_path, const char* dump_path) {
  constexpr int kCycles = 250;
  RunWriterOptions options;
  options.path = log_path;
  options.replace_existing = true;
  options.identity = {"sample", "0123456789abcdef", "feedbeef", 7, {{"experiment", "random"}}};
  options.attachments = {{"robot.yaml", "application/yaml", "satellite_mass_kg: 6.256\n"},
                         {"camera.yaml", "application/yaml", "width_px: 1280\n"}};
  options.robot = lateral3_robot();
  options.robot.joint_limits.assign(3, {-1.0, 1.0, 0.5});
  options.camera.emplace();
  options.targets = {{"left", {{0.0, 0.0}, {0.1, 0.04}, {0.1, -0.06}}},
                     {"right", {{0.0, 0.0}, {0.06, 0.07}, {0.13, -0.02}}}};
  auto recorder = Recorder::start(options);
  if (!recorder) {
    std::fprintf(stderr, "%s\n", recorder.error().c_str());
    return 1;
  }
  Dump dump(dump_path);
  std::uint32_t phases = 0;
  std::uint32_t commands = 0;
  for (int i = 0; i < kCycles; ++i) {
    const Time now{Duration{10'000'000LL * i}};
    if (i % 50 == 0) {
      auto event = random_message<PhaseEvent>(1000 + i, RandomFill::Numbers::kFinite);
      event.at = now;
      (*recorder)->push(event);
      dump.add("/freefloat/phase", phases++, event);
      auto command = random_message<OperatorCommandRecord>(2000 + i, RandomFill::Numbers::kFinite);
      command.at = now;
      (*recorder)->push(command);
      dump.add("/freefloat/operator_command", commands++, command);
    }
    if (i % 100 == 0) {
      auto contact = random_message<ContactRecord>(3000 + i, RandomFill::Numbers::kFinite);
      contact.at = now;
      (*recorder)->push(contact);
      LinkRecord link;
      link.at = now;
      link.health.rejects.check = static_cast<std::uint64_t>(i);
      (*recorder)->push(link);
      MarkerPathRecord path;
      path.at = now;
      path.health.late = static_cast<std::uint64_t>(i);
      (*recorder)->push(path);
    }
    if (i % 80 == 0) {
      auto state = random_message<ControllerState>(2000 + i, RandomFill::Numbers::kFinite);
      state.last_cycle = now;
      state.target_source = random_message<TargetSourceMemory>(5000 + i, RandomFill::Numbers::kFinite);
      (*recorder)->push(state);
      push_picture(**recorder, now, static_cast<std::uint64_t>(i));
    }
    CycleRecord record = random_cycle(i, now);
    record.input.law = random_message<LawAnswer>(3000 + i, RandomFill::Numbers::kFinite);
    record.input.target_markers = random_message<MarkerFrame>(4000 + i, RandomFill::Numbers::kFinite);
    push_cycle_waiting(**recorder, record);
    const auto sequence = static_cast<std::uint32_t>(i);
    dump.add("/freefloat/cycle_input", sequence, record.input);
    if (record.input.law) dump.add("/freefloat/law_answer", sequence, *record.input.law);
    if (record.input.target_markers)
      dump.add("/freefloat/target_markers", sequence, *record.input.target_markers);
    dump.add("/freefloat/loop_timing", sequence, record.timing);
    if (record.truth) dump.add("/freefloat/truth", sequence, *record.truth);
    dump.add("/freefloat/cycle_output", sequence, record.output);
  }
  if (!(*recorder)->close()) return 1;

  const auto add_message = [&](const McapMessage& message) {
    const std::string& type = message.schema.name;
    if (type == "sensor_msgs/msg/JointState") add_decoded<sensor_msgs::JointState>(dump, message);
    if (type == "geometry_msgs/msg/PoseStamped") add_decoded<geometry_msgs::PoseStamped>(dump, message);
    if (type == "sensor_msgs/msg/CompressedImage") add_decoded<sensor_msgs::CompressedImage>(dump, message);
    if (type == schema_name<ControllerState>()) add_decoded<ControllerState>(dump, message);
    if (type == schema_name<TargetSourceMemory>()) add_decoded<TargetSourceMemory>(dump, message);
    if (type == schema_name<PictureWindowsMessage>()) add_decoded<PictureWindowsMessage>(dump, message);
    if (type == schema_name<SpotMemoryMessage>()) add_decoded<SpotMemoryMessage>(dump, message);
    if (type == schema_name<InputCheck>()) add_decoded<InputCheck>(dump, message);
    if (type == schema_name<ContactRecord>()) add_decoded<ContactRecord>(dump, message);
    if (type == schema_name<LinkRecord>()) add_decoded<LinkRecord>(dump, message);
    if (type == schema_name<MarkerPathRecord>()) add_decoded<MarkerPathRecord>(dump, message);
    if (type == schema_name<TargetPlaces>()) add_decoded<TargetPlaces>(dump, message);
    if (type == "tf2_msgs/msg/TFMessage") add_decoded<tf2_msgs::TFMessage>(dump, message);
    if (type == "std_msgs/msg/String") add_decoded<std_msgs::String>(dump, message);
    if (type == "geometry_msgs/msg/TwistStamped") add_decoded<geometry_msgs::TwistStamped>(dump, message);
  };
  const auto read = read_mcap(log_path, add_message);
  return read && read->complete && dump.close() ? 0 : 1;
}

}  // namespace
}  // namespace freefloat

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: write_sample_log LOG.mcap MESSAGES.jsonl\n");
    return 2;
  }
  return freefloat::write(argv[1], argv[2]);
}
