// Writes the JSON Schemas of the configuration files: write_schemas FOLDER
#include <cstdio>
#include <exception>

#include "config_kinds/schema.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: write_schemas FOLDER   (normally configs/schema)\n", stderr);
    return 2;
  }
  try {
    freefloat::write_schemas(argv[1]);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
