# Manual page and completions, written by the program itself; changelog and licence beside each Debian package.
find_program(FF_GZIP gzip REQUIRED)
add_custom_command(OUTPUT freefloat.1.gz freefloat.bash _freefloat changelog.gz
  COMMAND freefloat manual > freefloat.1
  COMMAND ${FF_GZIP} -9nf freefloat.1
  COMMAND freefloat manual --form bash > freefloat.bash
  COMMAND freefloat manual --form zsh > _freefloat
  COMMAND ${FF_GZIP} -9nc ${PROJECT_SOURCE_DIR}/CHANGELOG.md > changelog.gz
  DEPENDS freefloat ${PROJECT_SOURCE_DIR}/CHANGELOG.md
  COMMENT "Writing manual page and completions" VERBATIM)
add_custom_target(installed_documents ALL DEPENDS freefloat.1.gz freefloat.bash _freefloat changelog.gz)

# Debian's zsh looks for what packages bring in a folder of its own.
set(zsh_folder ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
if(CMAKE_INSTALL_PREFIX STREQUAL /usr)
  set(zsh_folder ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
endif()
set(made ${CMAKE_CURRENT_BINARY_DIR})
install(FILES ${made}/freefloat.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
install(FILES ${made}/freefloat.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME freefloat
  COMPONENT program)
install(FILES ${made}/_freefloat DESTINATION ${zsh_folder} COMPONENT program)

function(install_beside package component)
  set(folder ${CMAKE_INSTALL_DATADIR}/doc/${package})
  install(FILES ${made}/changelog.gz DESTINATION ${folder} COMPONENT ${component})
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${folder} RENAME copyright COMPONENT ${component})
endfunction()
install_beside(freefloat program)
install_beside(libfreefloat-dev development)
