include_guard(GLOBAL)

# `freefloat generate` alone, so that generated code is there early in a build.
add_executable(generate_code ${PROJECT_SOURCE_DIR}/tests/support/generate_code_main.cpp
  ${PROJECT_SOURCE_DIR}/src/app/commands/generate_command.cpp)
target_link_libraries(generate_code PRIVATE
  ff_command_line ff_symbolic ff_config_kinds fmt::fmt nlohmann_json::nlohmann_json)

# ff_generate_code(OUTPUT MODEL [options of freefloat generate]): writes OUTPUT at build time.
function(ff_generate_code output model)
  add_custom_command(
    OUTPUT ${output}
    COMMAND generate_code generate ${PROJECT_SOURCE_DIR}/configs/${model} --output ${output} ${ARGN} > ${output}.txt
    DEPENDS generate_code ${PROJECT_SOURCE_DIR}/configs/${model}
    COMMENT "Generating ${output}"
    VERBATIM)
endfunction()
