// write_messages FOLDER: makes freefloat_msgs, the package of our messages for ROS 2, in the folder.
#include <filesystem>
#include <fstream>
#include <iostream>

#include "runlog/message_package.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: write_messages FOLDER\n";
    return 2;
  }
  const std::filesystem::path folder(argv[1]);
  std::filesystem::remove_all(folder / "msg");
  for (const auto& [path, text] : freefloat::message_package()) {
    std::filesystem::create_directories((folder / path).parent_path());
    std::ofstream file(folder / path, std::ios::binary);
    file << text;
    if (!file.flush()) {
      std::cerr << "write_messages: " << (folder / path).string() << " could not be written\n";
      return 1;
    }
  }
  return 0;
}
