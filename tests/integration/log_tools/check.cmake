# Records a run, looks at it, exports it, and reads it with the examples for Python and Octave.
#   cmake -DPROGRAM=... -DSOURCE_DIR=... -DWORK_DIR=... -DWHAT=python|octave -P check.cmake
file(REMOVE_RECURSE ${WORK_DIR})
file(MAKE_DIRECTORY ${WORK_DIR})
execute_process(COMMAND ${PROGRAM} run ${SOURCE_DIR}/configs/experiments/standing_target.yaml --log-dir ${WORK_DIR}/runs
  --set recording.whole_pictures_hz=2 --set recording.state_period_s=1
  OUTPUT_QUIET ERROR_QUIET COMMAND_ERROR_IS_FATAL ANY)
file(GLOB log ${WORK_DIR}/runs/*_standing_target-seed1/run.mcap)
execute_process(COMMAND ${PROGRAM} log export ${log} --csv ${WORK_DIR}/csv --hdf5 ${WORK_DIR}/run.h5
  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)

if(WHAT STREQUAL "python")
  # Debian's own interpreter is the one that has Debian's packages.
  find_program(PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
  execute_process(COMMAND ${PYTHON} -c "import numpy, zstandard, yaml" RESULT_VARIABLE missing ERROR_QUIET)
  if(NOT PYTHON OR missing)
    message("SKIPPED: the Python example needs python3-numpy, python3-zstandard and python3-yaml (tools/setup ci installs them)")
    return()
  endif()
  execute_process(COMMAND ${PYTHON} ${SOURCE_DIR}/tests/integration/log_tools/check_export.py
    ${log} ${WORK_DIR}/csv ${WORK_DIR}/run.h5 ${SOURCE_DIR}/tools/python COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${PYTHON} ${SOURCE_DIR}/tools/python/read_run.py ${log} COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${PYTHON} -c "import pandas" RESULT_VARIABLE missing ERROR_QUIET)
  if(NOT missing)
    execute_process(COMMAND ${PYTHON} ${SOURCE_DIR}/tools/python/pandas_run.py ${log}
      OUTPUT_VARIABLE said COMMAND_ERROR_IS_FATAL ANY)
    message("${said}")
    # The capture passed, within 5 mm, and the simulated motors worked.
    if(NOT said MATCHES "capture_standing +True +[0-9.]+ +[0-4][.][0-9]+ +[0-9.]+ +0[.][0-9]*[1-9]")
      message(FATAL_ERROR "not what pandas_run.py says of a passed capture")
    endif()
  endif()
  # The folder is a bag of ROS 2.
  execute_process(COMMAND ${PYTHON} ${SOURCE_DIR}/tests/integration/log_tools/check_bag.py ${log} ${SOURCE_DIR}/tools/python
    COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${PYTHON} -c "import matplotlib" RESULT_VARIABLE missing ERROR_QUIET)
  if(NOT missing)
    execute_process(COMMAND ${PYTHON} ${SOURCE_DIR}/tools/python/read_run.py ${log} --plot ${WORK_DIR}/run.png
      COMMAND_ERROR_IS_FATAL ANY)
    file(SIZE ${WORK_DIR}/run.png size)
    if(size LESS 10000)
      message(FATAL_ERROR "the plot has ${size} bytes only")
    endif()
  endif()
else()
  find_program(OCTAVE octave)
  if(NOT OCTAVE)
    message("SKIPPED: octave is not installed (tools/setup ci does)")
    return()
  endif()
  # The last distance of a passed capture is below 5 mm.
  file(WRITE ${WORK_DIR}/check.m "addpath('${SOURCE_DIR}/tools/octave');\nrun = read_run('${WORK_DIR}/run.h5');\n\
assert(size(run.hand_position_m, 1), 2);\nassert(numel(run.time_s), size(run.hand_position_m, 2));\n\
assert(min(run.distance_m(run.distance_m > 0)) < 0.005);\nassert(any(run.valid));\nassert(any(run.target_known));\n\
if !isempty(available_graphics_toolkits()) read_run('${WORK_DIR}/run.h5', '${WORK_DIR}/octave.svg'); disp('drawn'); end\n\
disp('octave agrees');\n")
  execute_process(COMMAND ${OCTAVE} --no-gui --no-init-file ${WORK_DIR}/check.m
    OUTPUT_VARIABLE said ERROR_QUIET COMMAND_ERROR_IS_FATAL ANY)
  message("${said}")
  if(said MATCHES "drawn")
    file(READ ${WORK_DIR}/octave.svg figure)
    if(NOT figure MATCHES "hand to target, mm" OR NOT figure MATCHES "y, m")
      message(FATAL_ERROR "the figure lacks an axis")
    endif()
  endif()
endif()
