#pragma once

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Finds where a user's emulated board names its ports: `freefloat` in XDG_RUNTIME_DIR, where that is a
/// folder of the user's own, or else /tmp/freefloat-UID. It need not exist yet.
/// @return False if the name is longer than `size`.
bool ff_find_port_folder(char* path, size_t size);

/// Looks whether somebody else could put his own ports into a folder.
/// @return What is wrong with it, for people; null if it belongs to this user, who alone may write there, or
/// if it
///     does not exist.
const char* ff_check_port_folder(const char* path);

#ifdef __cplusplus
}
#endif
