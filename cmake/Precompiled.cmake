# Precompiled headers: half of the time that a C++ source takes is its headers, and most sources have the same ones. Each
# source includes what it needs all the same; scripts/check.sh headers builds without them and shows what does not.
option(HETEROSCOPE_PCH "Precompile the headers that most sources have" ON)

set(heteroscope_common_headers
  <algorithm> <any> <array> <atomic> <charconv> <chrono> <cmath> <condition_variable> <cstdint> <cstring> <filesystem>
  <functional> <limits> <map> <memory> <mutex> <numeric> <optional> <span> <string> <string_view> <thread> <utility>
  <vector> <fmt/format.h> <fmt/ranges.h>)

# heteroscope_precompile(TARGET [AS OTHER] HEADER...): the common headers and these, for the target's C++ sources. AS: those
# of another target, which has the same ones and is compiled in the same way; definitions that no header looks at may differ.
function(heteroscope_precompile target)
  if(NOT HETEROSCOPE_PCH)
    return()
  endif()
  cmake_parse_arguments(precompile "" "AS" "" ${ARGN})
  if(precompile_AS)
    target_precompile_headers(${target} REUSE_FROM ${precompile_AS})
  else()
    set(headers)
    foreach(header IN LISTS heteroscope_common_headers precompile_UNPARSED_ARGUMENTS)
      list(APPEND headers "$<$<COMPILE_LANGUAGE:CXX>:${header}>")
    endforeach()
    target_precompile_headers(${target} PRIVATE ${headers})
  endif()
  # GCC 12 warns falsely about the insides of std::string (its bugs 105329 and 105651), and no longer leaves that out as
  # being in a system header where the header is precompiled.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(${target} PRIVATE
      $<$<COMPILE_LANGUAGE:CXX>:-Wno-array-bounds> $<$<COMPILE_LANGUAGE:CXX>:-Wno-stringop-overflow>)
  endif()
endfunction()

# heteroscope_light_optimization(TARGET): for code that does not compute. -O1 takes a third less time to compile than -O3.
function(heteroscope_light_optimization target)
  target_compile_options(${target} PRIVATE $<$<AND:$<CONFIG:Release>,$<COMPILE_LANGUAGE:CXX>>:-O1>)
endfunction()

# heteroscope_no_optimization(TARGET): for code that waits for other code; a fifth less than -O1.
function(heteroscope_no_optimization target)
  target_compile_options(${target} PRIVATE $<$<AND:$<CONFIG:Release>,$<COMPILE_LANGUAGE:CXX>>:-O0>)
endfunction()
