#pragma once

#include <cstddef>
#include <cstdlib>

// Counts this thread's calls of malloc and the bytes that they ask for. Include it in one source file of a
// test program only: it replaces malloc, or, in sanitizer builds, asks the sanitizer's own.

namespace freefloat {

inline thread_local long malloc_calls = 0;
inline thread_local std::size_t malloc_bytes = 0;

inline void count_malloc(std::size_t size) {
  ++malloc_calls;
  malloc_bytes += size;
}

}  // namespace freefloat

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
// Of sanitizer/allocator_interface.h, which Debian's GCC does not bring although its libraries have it.
extern "C" int __sanitizer_install_malloc_and_free_hooks(void (*on_malloc)(const volatile void*, std::size_t),
                                                         void (*on_free)(const volatile void*));

namespace freefloat {

inline const int malloc_hooks_installed = __sanitizer_install_malloc_and_free_hooks(
    [](const volatile void*, std::size_t size) { count_malloc(size); }, [](const volatile void*) {});

}  // namespace freefloat
#else
extern "C" void* __libc_malloc(std::size_t size);
extern "C" void* malloc(std::size_t size) {
  freefloat::count_malloc(size);
  return __libc_malloc(size);
}
#endif
