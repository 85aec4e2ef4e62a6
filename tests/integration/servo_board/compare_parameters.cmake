# Whether the boards' servo parameters in the repository are what the configuration gives today.
#   cmake -DFREEFLOAT=... -DTESTBED=... -DFILE=... -P compare_parameters.cmake
execute_process(COMMAND ${FREEFLOAT} board-parameters ${TESTBED} OUTPUT_VARIABLE made RESULT_VARIABLE failed)
if(failed)
  message(FATAL_ERROR "freefloat board-parameters ${TESTBED} failed")
endif()
file(READ ${FILE} kept)
if(NOT made STREQUAL kept)
  message(FATAL_ERROR "${FILE} is out of date; make it again:\n"
    "  freefloat board-parameters ${TESTBED} --output ${FILE}")
endif()
