# Run at every build: writes OUTPUT, a header with the git id and a hash of everything the program is made from, when it
# has changed. Only build_identity.cpp includes it, so a commit costs one small file and the links.
#   cmake -DSOURCE_DIR=... -DVERSION=... -DOUTPUT=... -DBUILD_FLAGS=... -P build_identity.cmake
execute_process(
  COMMAND git -C ${SOURCE_DIR} describe --always --dirty --abbrev=40 --exclude=*
  OUTPUT_VARIABLE git_id OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(failed)
  set(git_id unknown)
endif()

file(GLOB_RECURSE sources RELATIVE ${SOURCE_DIR}
  ${SOURCE_DIR}/src/* ${SOURCE_DIR}/hal/* ${SOURCE_DIR}/firmware-interface/*)
list(FILTER sources INCLUDE REGEX "(\\.(h|c|cpp|cmake)|CMakeLists\\.txt)$")
list(APPEND sources CMakeLists.txt)
list(SORT sources)
set(all "${BUILD_FLAGS}\n")
foreach(source IN LISTS sources)
  file(SHA256 ${SOURCE_DIR}/${source} hash)
  string(APPEND all "${source} ${hash}\n")
endforeach()
string(SHA256 build_hash "${all}")

set(text "#pragma once\n\nnamespace freefloat {\n\n")
string(APPEND text "inline constexpr char kBuildVersion[] = \"${VERSION}\";\n")
string(APPEND text "inline constexpr char kBuildGitId[] = \"${git_id}\";\n")
string(APPEND text "inline constexpr char kBuildHash[] = \"${build_hash}\";\n\n}  // namespace freefloat\n")
set(previous "")
if(EXISTS ${OUTPUT})
  file(READ ${OUTPUT} previous)
endif()
if(NOT text STREQUAL previous)
  file(WRITE ${OUTPUT} "${text}")
endif()
