# Runs cases; fails when anything for that is missing.
#   cmake -DCASES=NAME;NAME -DSCRIPT_DIR=... -DCONSOLE_DEMO=... -DFREEFLOAT=... -P check.cmake
find_program(NODE node)
if(NOT NODE)
  message(FATAL_ERROR "node is missing: install nodejs (tools/setup test does)")
endif()
if(NOT EXISTS ${SCRIPT_DIR}/node_modules/playwright-core)
  message(FATAL_ERROR "playwright-core is missing: run tools/setup test, or
  npm ci --ignore-scripts --no-audit --no-fund --prefix tests/integration/console_page")
endif()
execute_process(COMMAND ${CMAKE_COMMAND} -E env CONSOLE_DEMO=${CONSOLE_DEMO} FREEFLOAT=${FREEFLOAT} FAILING_DISK=${FAILING_DISK}
  ${NODE} ${SCRIPT_DIR}/run.mjs ${CASES} COMMAND_ERROR_IS_FATAL ANY)
