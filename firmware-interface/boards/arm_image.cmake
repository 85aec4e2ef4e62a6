# Firmware images for Arm boards, by Debian's cross compiler, beside the host's build: no second configuration.
find_program(FF_ARM_GCC arm-none-eabi-gcc)
find_program(FF_AWK awk)
find_program(FF_QEMU_ARM qemu-system-arm)

# ff_add_arm_image(NAME LINKER_SCRIPT file SOURCES files... INCLUDES folders... DEPENDS targets... STACK bytes HANDLERS
# functions... URGENT function): builds NAME.elf in the current binary folder and prints how much flash and RAM it takes.
# With HANDLERS, the interrupts' functions, it also works out the deepest stack, and fails when that is not enough.
function(ff_add_arm_image name)
  cmake_parse_arguments(ARG "" "LINKER_SCRIPT;STACK;URGENT" "SOURCES;INCLUDES;DEPENDS;HANDLERS" ${ARGN})
  set(arm_flags -mcpu=cortex-m3 -mthumb -std=c11 -O2 -g -ffreestanding -ffunction-sections -fdata-sections
    -Wall -Wextra -Werror -Wshadow -Wconversion -fstack-usage -fcallgraph-info=su)
  set(firmware ${PROJECT_SOURCE_DIR}/firmware-interface)
  list(TRANSFORM ARG_INCLUDES PREPEND -I)
  set(objects)
  foreach(source IN LISTS ARG_SOURCES)
    get_filename_component(source ${source} ABSOLUTE)
    string(REPLACE "${PROJECT_SOURCE_DIR}/" "" label ${source})
    string(REPLACE "${PROJECT_BINARY_DIR}/" "" label ${label})
    string(REPLACE "/" "_" object ${label})
    set(object ${CMAKE_CURRENT_BINARY_DIR}/${name}.dir/${object}.o)
    set(flags ${arm_flags})
    if(label MATCHES "freestanding/string.c$")
      list(APPEND flags -fno-builtin -fno-tree-loop-distribute-patterns)
    endif()
    add_custom_command(
      OUTPUT ${object}
      COMMAND ${FF_ARM_GCC} ${flags} -I${firmware} -I${firmware}/boards/freestanding ${ARG_INCLUDES}
        -MD -MF ${object}.d -MT ${object} -c ${source} -o ${object}
      DEPENDS ${source} ${ARG_DEPENDS}
      DEPFILE ${object}.d
      COMMENT "Arm: ${label}"
      VERBATIM
    )
    list(APPEND objects ${object})
  endforeach()
  file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/${name}.dir)
  set(image ${CMAKE_CURRENT_BINARY_DIR}/${name}.elf)
  set(check_stack)
  if(ARG_HANDLERS)
    list(JOIN ARG_HANDLERS " " handlers)
    list(TRANSFORM objects REPLACE "\\.o$" ".ci" OUTPUT_VARIABLE call_graphs)
    set(check_stack COMMAND ${FF_AWK} -f ${firmware}/boards/stack_use.awk -v stack=${ARG_STACK} -v entry=ff_reset
      -v handlers=${handlers} -v urgent=${ARG_URGENT} ${call_graphs})
  endif()
  add_custom_command(
    OUTPUT ${image}
    COMMAND ${FF_ARM_GCC} -mcpu=cortex-m3 -mthumb -nostdlib -Wl,--gc-sections,--fatal-warnings,--print-memory-usage
      -Wl,--defsym=ff_stack_size=${ARG_STACK} -T ${ARG_LINKER_SCRIPT} ${objects} -lgcc -o ${image}
    ${check_stack}
    DEPENDS ${objects} ${ARG_LINKER_SCRIPT} ${firmware}/boards/stack_use.awk
    COMMENT "Arm: ${name}.elf"
    VERBATIM
  )
  add_custom_target(${name} ALL DEPENDS ${image})
endfunction()
