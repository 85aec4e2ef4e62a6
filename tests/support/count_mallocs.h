#pragma once

#include <cstddef>
#include <cstdlib>

// Counts this thread's calls of malloc and the bytes that they ask for. Include it in one source file of a
// test program only: it replaces malloc, or, where the program is linked with a sanitizer, asks that.

namespace freefloat {

inline thread_local long malloc_calls = 0;
inline thread_local std::size_t malloc_bytes = 0;

inline void count_malloc(std::size_t size) {
  ++malloc_calls;
  malloc_bytes += size;
}

}  // namespace freefloat

extern "C" void* __libc_malloc(std::size_t size);
// A sanitizer's own; without one these names are of nothing. operator new is the sanitizer's, too, and calls
// no malloc: hooks see both.
extern "C" [[gnu::weak]] void* __interceptor_malloc(std::size_t size);
extern "C" [[gnu::weak]] int __sanitizer_install_malloc_and_free_hooks(void (*on_malloc)(const volatile void*,
                                                                                         std::size_t),
                                                                       void (*on_free)(const volatile void*));

// Compiled with a sanitizer a function cannot stand below that sanitizer.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
extern "C" void* malloc(std::size_t size) {
  if (__interceptor_malloc != nullptr) {
    return __interceptor_malloc(size);
  }
  freefloat::count_malloc(size);
  return __libc_malloc(size);
}
#endif

namespace freefloat {

inline const bool malloc_hooks_installed =
    __sanitizer_install_malloc_and_free_hooks != nullptr &&
    __sanitizer_install_malloc_and_free_hooks(
        [](const volatile void*, std::size_t size) { count_malloc(size); }, [](const volatile void*) {}) != 0;

}  // namespace freefloat
