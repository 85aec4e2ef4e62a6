#include "runlog/build_identity.h"

#include "build_identity_values.h"

namespace freefloat {

BuildIdentity build_identity() {
  return {kBuildVersion, kBuildGitId, kBuildHash};
}

}  // namespace freefloat
