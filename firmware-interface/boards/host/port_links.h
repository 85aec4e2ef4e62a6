#pragma once

#include <stdbool.h>

/// Gives an emulated board's ports stable names: DIRECTORY/command and DIRECTORY/instrument, and prints them.
/// Makes the directory when it is missing; replaces older links, never files.
/// @return False, with a message on standard error.
bool ff_link_ports(const char* directory, const char* command_path, const char* instrument_path);
