#include "runlog/message_package.h"

#include "mcap/schema_text.h"
#include "runlog/run_topics.h"

namespace freefloat {
namespace {

constexpr std::string_view kPackage = "freefloat_msgs/";

/// @return The text as a line of a .msg file knows types: those of the same package without its name.
std::string in_package(std::string text) {
  for (std::size_t at = text.find(kPackage); at != std::string::npos; at = text.find(kPackage, at))
    text.erase(at, kPackage.size());
  return text;
}

void add_message(std::map<std::string, std::string>& files, const std::string& name,
                 const std::string& fields) {
  if (!name.starts_with(kPackage)) return;
  files["msg/" + name.substr(name.rfind('/') + 1) + ".msg"] = in_package(fields);
}

/// @param definition Of a message and those within.
void add_messages(std::map<std::string, std::string>& files, const std::string& name,
                  const std::string& definition) {
  const std::string separator = std::string(80, '=') + "\nMSG: ";
  std::size_t end = definition.find(separator);
  add_message(files, name, definition.substr(0, end));
  while (end != std::string::npos) {
    const std::size_t begin = end + separator.size();
    const std::size_t line = definition.find('\n', begin);
    end = definition.find(separator, line);
    const std::size_t size = end == std::string::npos ? end : end - line - 1;
    add_message(files, definition.substr(begin, line - begin), definition.substr(line + 1, size));
  }
}

constexpr std::string_view kPackageXml = R"(<?xml version="1.0"?>
<package format="3">
  <name>freefloat_msgs</name>
  <version>0.1.0</version>
  <description>Messages in the logs of Freefloat, for ros2 bag play and ros2 topic echo. Made by write_messages.</description>
  <maintainer email="maintainers@users.noreply.github.com">Freefloat</maintainer>
  <license>BSD-3-Clause</license>
  <buildtool_depend>ament_cmake</buildtool_depend>
  <build_depend>rosidl_default_generators</build_depend>
  <exec_depend>rosidl_default_runtime</exec_depend>
  <member_of_group>rosidl_interface_packages</member_of_group>
  <export>
    <build_type>ament_cmake</build_type>
  </export>
</package>
)";

}  // namespace

std::map<std::string, std::string> message_package() {
  std::map<std::string, std::string> files;
  for_each_topic([&]<Message T>(const RunTopic<T>&, std::size_t) {
    add_messages(files, message_name<T>(), schema_text<T>());
  });
  std::string list;
  for (const auto& [path, text] : files) list += "  \"" + path + "\"\n";
  files["package.xml"] = kPackageXml;
  files["CMakeLists.txt"] =
      "cmake_minimum_required(VERSION 3.8)\nproject(freefloat_msgs)\nfind_package(ament_cmake REQUIRED)\n"
      "find_package(rosidl_default_generators REQUIRED)\nrosidl_generate_interfaces(${PROJECT_NAME}\n" +
      list + ")\nament_export_dependencies(rosidl_default_runtime)\nament_package()\n";
  return files;
}

}  // namespace freefloat
