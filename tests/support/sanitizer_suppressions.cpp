// Asked by the sanitizers: what Debian's libraries lose or lock is not ours. liburdfdom 3.0 leaks the links
// of a model that it refuses for a loop; libcln, below GiNaC, a name when it is loaded.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() {
  return "leak:liburdfdom_model\nleak:libcln\n";
}

extern "C" const char* __lsan_default_options();
extern "C" const char* __lsan_default_options() {
  return "print_suppressions=0";
}

// What hands things from thread to thread by locks that the thread sanitizer does not see: Aravis by queues
// of GLib, OpenCV by TBB's workers (functions of templates are found in the first library that has them,
// which below OpenCV can be MuJoCo), Fast DDS by mutexes with a time limit (pthread_mutex_clocklock), Cyclone
// DDS by atomics of its own. GDAL, which reads pictures for OpenCV, and Fast DDS lock their own mutexes in
// two orders.
extern "C" const char* __tsan_default_suppressions();
extern "C" const char* __tsan_default_suppressions() {
  return "race:libaravis-0.8\nrace:libgio-2.0\nrace:libglib-2.0\nrace:freefloat::EmulatedCamera::develop\n"
         "race:libopencv_\nrace:libtbb\nrace:libmujoco\ndeadlock:libgdal\n"
         "mutex:libfastrtps\ndeadlock:libfastrtps\nrace:libfastrtps\nrace:libddsc\n";
}
