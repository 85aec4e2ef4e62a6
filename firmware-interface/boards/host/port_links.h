#pragma once

#include <stdbool.h>

/// Remembers the stable names of an emulated board's ports: DIRECTORY/command and DIRECTORY/instrument.
/// @param directory Null for the user's own, as ff_find_port_folder says.
/// @return False, with a message on standard error, if they are too long.
bool ff_name_ports(const char* directory, const char* command_path, const char* instrument_path);

/// Makes the links of these names, and prints them. Makes the directory when it is missing, and refuses one
/// into which others may write; replaces older links, never files.
/// @return False, with a message on standard error.
bool ff_link_ports(void);

/// Removes the links, unless another board's have taken their places: a name that is left would soon lead to
/// somebody's terminal. May be called from a signal handler.
void ff_unlink_ports(void);
