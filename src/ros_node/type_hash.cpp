#include "ros_node/type_hash.h"

#include <array>
#include <map>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "firmware-interface/wire/sha256.h"

namespace freefloat::ros {
namespace {

// type_description_interfaces/msg/FieldType: numbers of single values; arrays and sequences follow at
// distances.
struct NamedKind {
  std::string_view name;
  int number;
};
constexpr int kNested = 1;
constexpr std::array<NamedKind, 14> kKinds{{{"int8", 2},
                                            {"uint8", 3},
                                            {"int16", 4},
                                            {"uint16", 5},
                                            {"int32", 6},
                                            {"uint32", 7},
                                            {"int64", 8},
                                            {"uint64", 9},
                                            {"float32", 10},
                                            {"float64", 11},
                                            {"char", 3},
                                            {"bool", 15},
                                            {"byte", 16},
                                            {"string", 17}}};
constexpr int kBoundedText = 21;
constexpr int kArray = 48;
constexpr int kBoundedSequence = 96;
constexpr int kSequence = 144;
constexpr std::string_view kTextBound = "string<=";
constexpr std::string_view kSequenceBound = "<=";

/// `geometry_msgs/Pose` as descriptions write it, `geometry_msgs/msg/Pose`.
std::string full_name(std::string_view name) {
  const std::size_t slash = name.find('/');
  if (slash == std::string_view::npos || name.find('/', slash + 1) != std::string_view::npos)
    return std::string(name);
  return std::string(name.substr(0, slash)) + "/msg" + std::string(name.substr(slash));
}

std::string describe_field(const std::string& type, const std::string& name) {
  const std::size_t bracket = type.find('[');
  const std::string element = type.substr(0, bracket);
  const bool bounded_text = element.starts_with(kTextBound);
  int kind = bounded_text ? kBoundedText : kNested;
  for (const NamedKind& known : kKinds) {
    if (known.name == element) kind = known.number;
  }
  const std::string nested = kind == kNested ? full_name(element) : "";
  const std::string text_capacity = bounded_text ? element.substr(kTextBound.size()) : "0";
  std::string capacity = "0";
  if (bracket != std::string::npos) {
    const std::string inside = type.substr(bracket + 1, type.size() - bracket - 2);
    const bool bounded = inside.starts_with(kSequenceBound);
    kind += inside.empty() ? kSequence : bounded ? kBoundedSequence : kArray;
    if (!inside.empty()) capacity = bounded ? inside.substr(kSequenceBound.size()) : inside;
  }
  return R"({"name": ")" + name + R"(", "type": {"type_id": )" + std::to_string(kind) + R"(, "capacity": )" +
         capacity + R"(, "string_capacity": )" + text_capacity + R"(, "nested_type_name": ")" + nested +
         R"("}})";
}

/// @param fields One a line, `type name`; constants are no part of a description.
std::string describe_type(const std::string& name, const std::string& fields) {
  std::istringstream lines(fields);
  std::string list;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t space = line.find(' ');
    if (space == std::string::npos || line.find('=', space) != std::string::npos) continue;
    list += (list.empty() ? "" : ", ") + describe_field(line.substr(0, space), line.substr(space + 1));
  }
  // IDL knows no empty structure.
  if (list.empty()) list = describe_field("uint8", "structure_needs_at_least_one_member");
  return R"({"type_name": ")" + name + R"(", "fields": [)" + list + "]}";
}

}  // namespace

std::string type_description(std::string_view name, std::string_view definition) {
  const std::string separator = std::string(80, '=') + "\nMSG: ";
  const std::size_t own_end = definition.find(separator);
  std::map<std::string, std::string> nested;  // descriptions list them by name
  for (std::size_t at = own_end; at != std::string_view::npos;) {
    at += separator.size();
    const std::size_t line = definition.find('\n', at);
    const std::size_t next = definition.find(separator, line);
    nested[full_name(definition.substr(at, line - at))] =
        definition.substr(line + 1, next == std::string_view::npos ? next : next - line - 1);
    at = next;
  }
  std::string text = R"({"type_description": )" +
                     describe_type(std::string(name), std::string(definition.substr(0, own_end))) +
                     R"(, "referenced_type_descriptions": [)";
  bool first = true;
  for (const auto& [type, fields] : nested) {
    if (!first) text += ", ";
    text += describe_type(type, fields);
    first = false;
  }
  return text + "]}";
}

std::string type_hash(std::string_view name, std::string_view definition) {
  const std::string text = type_description(name, definition);
  ff_sha256 hash{};
  ff_start_sha256(&hash);
  ff_add_to_sha256(&hash, reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
  std::array<std::uint8_t, FF_SHA256_SIZE> digest{};
  ff_finish_sha256(&hash, digest.data());
  std::string result = "RIHS01_";
  constexpr std::string_view kDigits = "0123456789abcdef";
  for (const std::uint8_t byte : digest) {
    result += kDigits[byte >> 4U];
    result += kDigits[byte & 15U];
  }
  return result;
}

std::string service_hash(const std::string& name, const std::string& question, const std::string& answer) {
  const std::string next = "\n" + std::string(80, '=') + "\nMSG: ";
  const std::string text = name + "_Request request_message\n" + name + "_Response response_message\n" +
                           name + "_Event event_message" + next + name + "_Request\n" + question + next +
                           name + "_Response\n" + answer + next + name +
                           "_Event\nservice_msgs/ServiceEventInfo info\n" + name + "_Request[<=1] request\n" +
                           name + "_Response[<=1] response" + next +
                           "service_msgs/ServiceEventInfo\nuint8 event_type\nbuiltin_interfaces/Time stamp\n"
                           "char[16] client_gid\nint64 sequence_number" +
                           next + "builtin_interfaces/Time\nint32 sec\nuint32 nanosec\n";
  return type_hash(name, text);
}

}  // namespace freefloat::ros
