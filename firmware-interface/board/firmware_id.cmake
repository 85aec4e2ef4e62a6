# Run at every build: writes OUTPUT, a C file with the firmware's id, when it has changed.
#   cmake -DFOLDER=firmware-interface -DOUTPUT=... -P firmware_id.cmake
execute_process(
  COMMAND git -C ${FOLDER} log -1 --format=%h --abbrev=12 -- .
  OUTPUT_VARIABLE id OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
execute_process(
  COMMAND git -C ${FOLDER} status --porcelain -- .
  OUTPUT_VARIABLE changes OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(id STREQUAL "")
  set(id unknown)
elseif(NOT changes STREQUAL "")
  string(APPEND id "+")
endif()

set(text "#include \"board/firmware_id.h\"\n\nconst char ff_firmware_id[] = \"${id}\";\n")
set(previous "")
if(EXISTS ${OUTPUT})
  file(READ ${OUTPUT} previous)
endif()
if(NOT text STREQUAL previous)
  file(WRITE ${OUTPUT} "${text}")
endif()
