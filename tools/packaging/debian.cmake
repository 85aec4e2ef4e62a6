# Two Debian packages: freefloat, and libfreefloat-dev with the controller as a library. Made by tools/package.
set(FF_PACKAGE_MAINTAINER "The Freefloat developers <maintainers@freefloat.example>" CACHE STRING
  "Whom users of the Debian packages write to")

set(CPACK_GENERATOR DEB)
set(CPACK_SET_DESTDIR ON)  # limits go to /etc whatever the prefix is
set(CPACK_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ
  WORLD_EXECUTE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING ONE_PER_GROUP)
set(CPACK_COMPONENTS_ALL program system development)
set(CPACK_COMPONENT_PROGRAM_GROUP freefloat)
set(CPACK_COMPONENT_SYSTEM_GROUP freefloat)
set(CPACK_COMPONENT_DEVELOPMENT_GROUP library)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER ${FF_PACKAGE_MAINTAINER})
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SOURCE freefloat)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEBIAN_FREEFLOAT_PACKAGE_NAME freefloat)
set(CPACK_DEBIAN_FREEFLOAT_PACKAGE_SECTION science)
set(CPACK_DEBIAN_FREEFLOAT_DESCRIPTION "real-time control of free-floating space robots on an air-bearing table
A robot satellite with an arm floats on a flat table, a camera above
tracks its LEDs, and the controller makes the hand capture standing and
moving targets although every arm motion pushes the satellite away. The
same program runs the robot, hardware in the loop and a simulated
testbed, and replays logs bit for bit.

Members of the group freefloat may use real-time scheduling:
adduser NAME freefloat.")
set(CPACK_DEBIAN_FREEFLOAT_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_FREEFLOAT_PACKAGE_DEPENDS passwd)
set(CPACK_DEBIAN_FREEFLOAT_PACKAGE_CONTROL_EXTRA
  ${CMAKE_CURRENT_SOURCE_DIR}/debian/postinst ${CMAKE_CURRENT_SOURCE_DIR}/debian/postrm
  ${CMAKE_CURRENT_SOURCE_DIR}/debian/conffiles)

set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libfreefloat-dev)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_LIBRARY_DESCRIPTION "controller of free-floating space robots, as a library
Controller::step turns LEDs and joint feedback into joint rates by the
Generalized Jacobian Matrix: no allocation, no exceptions, no clock,
deterministic. With the robot's model. In CMake: find_package(freefloat),
then freefloat::control or freefloat::model.")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS libeigen3-dev)

include(CPack)
