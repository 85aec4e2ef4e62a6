# The controller as a library: `find_package(freefloat)` gives freefloat::control, which brings freefloat::model along.
include(CMakePackageConfigHelpers)

set(library_folders types model estimation guidance safety control)
foreach(folder IN LISTS library_folders)
  # Position independent, so that it goes into other people's shared libraries, too.
  set_target_properties(ff_${folder} PROPERTIES EXPORT_NAME ${folder} OUTPUT_NAME freefloat_${folder}
    POSITION_INDEPENDENT_CODE ON)
  install(TARGETS ff_${folder} EXPORT freefloat ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
  file(GLOB headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${folder}/*.h)
  install(FILES ${headers} DESTINATION include/freefloat/${folder} COMPONENT development)
endforeach()
# What a law of one's own is made with.
install(FILES ${PROJECT_SOURCE_DIR}/src/law/freefloat_law.h DESTINATION include COMPONENT development)
# Who compiles with -mavx would otherwise lay out Eigen's vectors in another way than this library does.
target_compile_definitions(ff_types INTERFACE $<INSTALL_INTERFACE:EIGEN_MAX_ALIGN_BYTES=16>)

set(cmake_folder ${CMAKE_INSTALL_LIBDIR}/cmake/freefloat)
install(EXPORT freefloat NAMESPACE freefloat:: FILE freefloatTargets.cmake DESTINATION ${cmake_folder}
  COMPONENT development)
configure_package_config_file(freefloatConfig.cmake.in freefloatConfig.cmake INSTALL_DESTINATION ${cmake_folder})
write_basic_package_version_file(freefloatConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/freefloatConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/freefloatConfigVersion.cmake
  DESTINATION ${cmake_folder} COMPONENT development)
