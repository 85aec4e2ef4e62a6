#pragma once

namespace freefloat {

/// From now on a reader that goes away (`| head`, a closed terminal) does not end the program: what cannot be
/// printed is not printed, and a robot in motion is stopped in order.
void outlive_readers();

/// For the program's end: writes what is still to be written.
/// @return False when some of it was lost although somebody still reads, for example on a full disk. A reader
/// that went away has had enough: nothing is lost.
bool finish_standard_output();

}  // namespace freefloat
