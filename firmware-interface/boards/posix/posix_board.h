#pragma once

#include <stdbool.h>

/// Reads the program's options; must come before ff_board_start.
/// @return False, with a message on standard error, if they are wrong.
bool ff_parse_board_options(int argc, char** argv);
