#pragma once

/// What the harness needs of the machine it runs on.

void ff_print(const char* text);

/// Ends the program. @param code 0 for success.
_Noreturn void ff_exit(int code);

/// @return The tests to run: a part of their names, empty for all.
const char* ff_wanted_tests(int argc, char** argv);

/// One round in so many of those a test asks for.
extern const int ff_rounds_divisor;
