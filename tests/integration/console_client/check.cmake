# Follows a console with Foxglove's own client; fails when anything for that is missing.
#   cmake -DCONSOLE=... -DSCRIPT_DIR=... -DSOURCE_DIR=... -P check.cmake
find_program(NODE node)
if(NOT NODE)
  message(FATAL_ERROR "node is missing: install nodejs (tools/setup does)")
endif()
if(NOT EXISTS ${SCRIPT_DIR}/node_modules/@foxglove/ws-protocol)
  message(FATAL_ERROR "Foxglove's client is missing: run tools/setup, or
  npm ci --ignore-scripts --no-audit --no-fund --prefix tests/integration/console_client")
endif()
file(MAKE_DIRECTORY ${WORK_DIR})
execute_process(COMMAND ${NODE} ${SCRIPT_DIR}/follow_console.mjs ${CONSOLE} ${SOURCE_DIR}/configs/viewers
  COMMAND_ERROR_IS_FATAL ANY)

# The same encrypted.
find_program(OPENSSL openssl REQUIRED)
execute_process(COMMAND ${OPENSSL} req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost
  -keyout ${WORK_DIR}/key.pem -out ${WORK_DIR}/certificate.pem OUTPUT_QUIET ERROR_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${NODE} ${SCRIPT_DIR}/follow_encrypted.mjs ${CONSOLE} ${WORK_DIR} COMMAND_ERROR_IS_FATAL ANY)

# The example in Python.
find_program(PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
execute_process(COMMAND ${PYTHON} -c "import websockets, numpy, zstandard" RESULT_VARIABLE missing ERROR_QUIET)
if(missing)
  message("the Python example needs python3-websockets, python3-numpy and python3-zstandard (tools/setup ci installs them)")
else()
  execute_process(COMMAND ${NODE} ${SCRIPT_DIR}/run_example.mjs ${CONSOLE} ${PYTHON} ${SOURCE_DIR}/tools/python/live_stream.py
    COMMAND_ERROR_IS_FATAL ANY)
endif()
