// Linked into tests that must mean the same whoever starts them. Root may open ports that are taken, write
// into folders that are closed, and has real-time rights: started by root, such a test gives that up before
// it begins.
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/securebits.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "support/source_dir.h"

namespace {

constexpr uid_t kNobody = 65534;
constexpr gid_t kNoGroup = 65534;

bool may_use(const std::filesystem::path& path, int how) {
  return faccessat(AT_FDCWD, path.c_str(), how, AT_EACCESS) == 0;
}

/// With the rights that this process has just now.
bool reaches_what_tests_need() {
  std::error_code error;
  return may_use(freefloat::source_dir(), R_OK | X_OK) &&
         may_use(std::filesystem::read_symlink("/proc/self/exe", error), X_OK) &&
         may_use(std::filesystem::temp_directory_path(error), W_OK | X_OK);
}

bool become_nobody() {
  // For a trial; the way back is still open.
  if (setgroups(0, nullptr) != 0 || setegid(kNoGroup) != 0 || seteuid(kNobody) != 0) return false;
  const bool reaches = reaches_what_tests_need();
  if (seteuid(0) != 0 || setegid(0) != 0) std::abort();
  return reaches && setresgid(kNoGroup, kNoGroup, kNoGroup) == 0 && setresuid(kNobody, kNobody, kNobody) == 0;
}

/// For a tree in a folder of root's own: the user stays, but may no more than any other, and so do the
/// programs that it starts.
bool give_up_capabilities() {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  const __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3]{};
  return prctl(PR_SET_SECUREBITS, SECBIT_NOROOT | SECBIT_NOROOT_LOCKED) == 0 &&
         syscall(SYS_capset, &header, none) == 0;
}

bool become_ordinary_user() {
  if (geteuid() != 0) return true;
  unsetenv("XDG_RUNTIME_DIR");  // root's
  if (!become_nobody() && !give_up_capabilities()) {
    std::perror("tests: root's rights cannot be given up");
    std::exit(1);
  }
  prctl(PR_SET_DUMPABLE, 1);  // the leak checker looks into its own process
  return true;
}

[[maybe_unused]] const bool is_ordinary_user = become_ordinary_user();

}  // namespace
