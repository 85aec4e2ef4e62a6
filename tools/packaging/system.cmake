# Rights of the people who run the robot: members of the group freefloat, which the Debian package makes.
# By hand: `cmake --install build/release --component system`, then `groupadd --system freefloat`.
install(FILES 60-freefloat.rules DESTINATION lib/udev/rules.d COMPONENT system EXCLUDE_FROM_ALL)
install(FILES limits.conf DESTINATION /etc/security/limits.d RENAME freefloat.conf COMPONENT system EXCLUDE_FROM_ALL)
