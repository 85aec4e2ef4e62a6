# Writes a sample log and reads it with the official reader; fails when anything for that is missing.
#   cmake -DWRITER=... -DSCRIPT_DIR=... -DWORK_DIR=... -P check.cmake
find_program(NODE node)
if(NOT NODE)
  message(FATAL_ERROR "node is missing: install nodejs (tools/setup does)")
endif()
if(NOT EXISTS ${SCRIPT_DIR}/node_modules/@mcap/core)
  message(FATAL_ERROR "the official MCAP reader is missing: run tools/setup, or
  npm ci --ignore-scripts --no-audit --no-fund --prefix tests/integration/mcap_official_reader")
endif()
file(MAKE_DIRECTORY ${WORK_DIR})
execute_process(COMMAND ${WRITER} ${WORK_DIR}/sample.mcap ${WORK_DIR}/sample.jsonl COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${NODE} ${SCRIPT_DIR}/read_log.mjs ${WORK_DIR}/sample.mcap ${WORK_DIR}/sample.jsonl
  COMMAND_ERROR_IS_FATAL ANY)
