#include "law/count_allocations.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstring>

// Shared libraries call each other by tables of addresses that the loader fills in (ELF's relocations). In
// the entries of the C library's allocators, of every library that is loaded, stand functions that count and
// call them. `new` ends there as well. No program is linked otherwise for it, and no process but a law's
// knows it.

namespace freefloat {

namespace {

std::atomic<std::uint64_t> taken = 0;

// The C library's own.
void* (*real_malloc)(std::size_t) = nullptr;
void* (*real_calloc)(std::size_t, std::size_t) = nullptr;
void* (*real_realloc)(void*, std::size_t) = nullptr;
void* (*real_aligned_alloc)(std::size_t, std::size_t) = nullptr;
int (*real_posix_memalign)(void**, std::size_t, std::size_t) = nullptr;

void count() {
  taken.fetch_add(1, std::memory_order_relaxed);
}

void* counted_malloc(std::size_t size) {
  count();
  return real_malloc(size);
}

void* counted_calloc(std::size_t number, std::size_t size) {
  count();
  return real_calloc(number, size);
}

void* counted_realloc(void* memory, std::size_t size) {
  count();
  return real_realloc(memory, size);
}

void* counted_aligned_alloc(std::size_t alignment, std::size_t size) {
  count();
  return real_aligned_alloc(alignment, size);
}

int counted_posix_memalign(void** memory, std::size_t alignment, std::size_t size) {
  count();
  return real_posix_memalign(memory, alignment, size);
}

struct Allocator {
  const char* name;
  void* counted;
};

const std::array kAllocators{Allocator{"malloc", reinterpret_cast<void*>(&counted_malloc)},
                             Allocator{"calloc", reinterpret_cast<void*>(&counted_calloc)},
                             Allocator{"realloc", reinterpret_cast<void*>(&counted_realloc)},
                             Allocator{"aligned_alloc", reinterpret_cast<void*>(&counted_aligned_alloc)},
                             Allocator{"posix_memalign", reinterpret_cast<void*>(&counted_posix_memalign)}};

template <class Function>
bool find(Function*& function, const char* name) {
  function = reinterpret_cast<Function*>(::dlsym(RTLD_DEFAULT, name));
  return function != nullptr;
}

/// What the loader left of a library's tables.
struct Tables {
  const ElfW(Sym) * symbols = nullptr;
  const char* names = nullptr;
  const ElfW(Rela) * relocations = nullptr;
  std::size_t size = 0;  ///< of the relocations, bytes
  const ElfW(Rela) * calls = nullptr;
  std::size_t calls_size = 0;
};

Tables tables_of(const dl_phdr_info& library) {
  Tables tables;
  for (int i = 0; i < library.dlpi_phnum; ++i) {
    const ElfW(Phdr)& header = library.dlpi_phdr[i];
    if (header.p_type != PT_DYNAMIC) continue;
    const auto* entry = reinterpret_cast<const ElfW(Dyn)*>(library.dlpi_addr + header.p_vaddr);
    for (; entry->d_tag != DT_NULL; ++entry) {
      // Most loaders have turned offsets into addresses; the kernel's own library keeps them.
      const ElfW(Addr) value = entry->d_un.d_ptr;
      const ElfW(Addr) at = value < library.dlpi_addr ? library.dlpi_addr + value : value;
      if (entry->d_tag == DT_SYMTAB) tables.symbols = reinterpret_cast<const ElfW(Sym)*>(at);
      if (entry->d_tag == DT_STRTAB) tables.names = reinterpret_cast<const char*>(at);
      if (entry->d_tag == DT_RELA) tables.relocations = reinterpret_cast<const ElfW(Rela)*>(at);
      if (entry->d_tag == DT_RELASZ) tables.size = entry->d_un.d_val;
      if (entry->d_tag == DT_JMPREL) tables.calls = reinterpret_cast<const ElfW(Rela)*>(at);
      if (entry->d_tag == DT_PLTRELSZ) tables.calls_size = entry->d_un.d_val;
    }
  }
  return tables;
}

/// The page may have been made read-only once the loader had filled it in.
bool replace(ElfW(Addr) place, void* by) {
  const auto page_size = static_cast<ElfW(Addr)>(::sysconf(_SC_PAGESIZE));
  auto* const page = reinterpret_cast<void*>(place & ~(page_size - 1));
  if (::mprotect(page, page_size, PROT_READ | PROT_WRITE) != 0) return false;
  std::memcpy(reinterpret_cast<void*>(place), &by, sizeof by);
  return true;
}

/// @return Whether all entries of the allocators could be replaced.
bool replace_in(const dl_phdr_info& library, const Tables& tables, const ElfW(Rela) * relocations,
                std::size_t size) {
  bool all = true;
  for (std::size_t i = 0; i < size / sizeof(ElfW(Rela)); ++i) {
    const auto symbol = ELF64_R_SYM(static_cast<std::uint64_t>(relocations[i].r_info));
    if (symbol == 0) continue;
    const char* const name = tables.names + tables.symbols[symbol].st_name;
    for (const Allocator& allocator : kAllocators) {
      if (std::strcmp(name, allocator.name) == 0)
        all = replace(library.dlpi_addr + relocations[i].r_offset, allocator.counted) && all;
    }
  }
  return all;
}

int replace_allocators(dl_phdr_info* library, std::size_t /*size*/, void* all) {
  const Tables tables = tables_of(*library);
  if (tables.symbols == nullptr || tables.names == nullptr) return 0;
  const bool data = replace_in(*library, tables, tables.relocations, tables.size);
  const bool calls = replace_in(*library, tables, tables.calls, tables.calls_size);
  auto& good = *static_cast<bool*>(all);
  good = good && data && calls;
  return 0;
}

}  // namespace

bool count_allocations() {
  bool all = sizeof(ElfW(Addr)) == 8 &&  // machines of 32 bits keep other tables
             find(real_malloc, "malloc") && find(real_calloc, "calloc") && find(real_realloc, "realloc") &&
             find(real_aligned_alloc, "aligned_alloc") && find(real_posix_memalign, "posix_memalign");
  if (all) ::dl_iterate_phdr(&replace_allocators, &all);
  return all;
}

std::uint64_t allocations() {
  return taken;
}

}  // namespace freefloat
