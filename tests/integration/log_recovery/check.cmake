# Damages a log at few bytes, recovers it, and opens what came out with the official readers.
#   cmake -DWRITER=... -DCHECK=... -DREADER_DIR=... -DWORK_DIR=... -P check.cmake
find_program(NODE node)
if(NOT NODE OR NOT EXISTS ${READER_DIR}/node_modules/@mcap/core)
  message(FATAL_ERROR "node or the official MCAP readers are missing: run tools/setup test")
endif()
file(MAKE_DIRECTORY ${WORK_DIR})
execute_process(COMMAND ${WRITER} ${WORK_DIR}/sample.mcap ${WORK_DIR}/sample.jsonl COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CHECK} ${WORK_DIR}/sample.mcap ${WORK_DIR}/recovered 2003 COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${NODE} ${READER_DIR}/open_logs.mjs ${WORK_DIR}/recovered COMMAND_ERROR_IS_FATAL ANY)
