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

// Aravis hands buffers from its threads to ours by queues of GLib, whose locks the thread sanitizer does not
// see.
extern "C" const char* __tsan_default_suppressions();
extern "C" const char* __tsan_default_suppressions() {
  return "race:libaravis-0.8\nrace:libgio-2.0\nrace:libglib-2.0\nrace:freefloat::EmulatedCamera::develop\n";
}
