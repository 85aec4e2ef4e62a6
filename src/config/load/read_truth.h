#pragma once

#include "config/load/load_testbed.h"
#include "runtime/run_config.h"

namespace freefloat {

/// Reads the world as it is: robot, table and camera of `simulation.truth`, each a file of its own or keys
/// over the file that the testbed names, by the same strict rules. What is not given stays as the files say.
/// @param reading Has everything else; its testbed's `sim.truth` is filled in.
/// @param change Settings; those behind `simulation.truth.robot.` and so on.
void read_truth(Loader& loader, TestbedReading& reading, const DocumentChange& change);

/// Gives each joint a drive, where the files have one for all or none, and reads the true drives over these.
/// @param reading With a robot that the drives fit. @param sim Its drives and their truth are filled in.
void complete_drives(const TestbedReading& reading, SimConfig& sim, Problems& problems);

/// Whether the true robot has the joints and LEDs of the other, and no picture's stamp is of the future.
void check_truth(const RunConfig& run, const TestbedReading& reading, Problems& problems);

}  // namespace freefloat
