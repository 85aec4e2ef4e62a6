#include "picture_files/codecs.h"

#include <dlfcn.h>

#include <stdexcept>

namespace freefloat {
namespace {

// Found by the program's run path: beside the build, or where the package puts it.
constexpr const char* kModule = "freefloat_codecs.so";

const Codecs& load() {
  void* module = dlopen(kModule, RTLD_NOW | RTLD_LOCAL);
  using Get = const Codecs* (*)();
  const auto get = module == nullptr ? nullptr : reinterpret_cast<Get>(dlsym(module, "freefloat_codecs"));
  if (get == nullptr) {
    throw std::runtime_error(std::string("pictures and videos can be neither read nor written: ") +
                             dlerror() + "; install the whole package, or build it again");
  }
  return *get();
}

}  // namespace

const Codecs& codecs() {
  static const Codecs& loaded = load();  // and never unloaded
  return loaded;
}

}  // namespace freefloat
