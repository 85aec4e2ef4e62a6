// What tests/CMakeLists.txt precompiles for all tests needs a source: this one.
