#pragma once

#include <string>

namespace freefloat {

/// In a law's own process: answers requests until the socket is closed.
/// @param file A shared library. @param socket Of LawRequest and LawReply.
void serve_library(const std::string& file, int socket);

/// The same for a Python file: becomes the interpreter; returns only when there is none.
void become_python(const std::string& file, int socket);

}  // namespace freefloat
