# Follows a console with Foxglove's own client; fails when anything for that is missing.
#   cmake -DCONSOLE=... -DSCRIPT_DIR=... -P check.cmake
find_program(NODE node)
if(NOT NODE)
  message(FATAL_ERROR "node is missing: install nodejs (tools/setup does)")
endif()
if(NOT EXISTS ${SCRIPT_DIR}/node_modules/@foxglove/ws-protocol)
  message(FATAL_ERROR "Foxglove's client is missing: run tools/setup, or
  npm ci --ignore-scripts --no-audit --no-fund --prefix tests/integration/console_client")
endif()
execute_process(COMMAND ${NODE} ${SCRIPT_DIR}/follow_console.mjs ${CONSOLE} COMMAND_ERROR_IS_FATAL ANY)
