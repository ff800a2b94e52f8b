# heteroscope_embed(TARGET FILE...): makes each file's text a std::string_view in the generated header "embedded/NAME.hpp",
# NAME and the variable heteroscope::embedded::NAME being the file's name with dots and dashes as underscores.
function(heteroscope_embed target)
  foreach(file IN LISTS ARGN)
    get_filename_component(name ${file} NAME)
    string(REGEX REPLACE "[.-]" "_" name ${name})
    file(READ ${file} text)
    file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/embedded/${name}.hpp @ONLY CONTENT
"#pragma once
#include <string_view>
namespace heteroscope::embedded {
inline constexpr std::string_view @name@ = R\"embedded(@text@)embedded\";
}
")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  endforeach()
  target_include_directories(${target} PRIVATE ${CMAKE_BINARY_DIR}/generated)
endfunction()

# heteroscope_embed_bytes(TARGET FILE...): the same for files that are no text: a function of that name, which returns a
# std::span<const unsigned char>.
function(heteroscope_embed_bytes target)
  foreach(file IN LISTS ARGN)
    get_filename_component(name ${file} NAME)
    string(REGEX REPLACE "[.-]" "_" name ${name})
    file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/embedded/${name}.hpp @ONLY CONTENT
"#pragma once
#include <span>
extern \"C\" const unsigned char heteroscope_embedded_@name@[];
extern \"C\" const unsigned char heteroscope_embedded_@name@_end[];
namespace heteroscope::embedded {
inline std::span<const unsigned char> @name@() {
  return {heteroscope_embedded_@name@, heteroscope_embedded_@name@_end};
}
}
")
    set(source ${CMAKE_BINARY_DIR}/generated/embedded/${name}.cpp)
    file(CONFIGURE OUTPUT ${source} @ONLY CONTENT
"__asm__(R\"(
  .pushsection .rodata
  .balign 16
  .global heteroscope_embedded_@name@
heteroscope_embedded_@name@:
  .incbin \"@file@\"
  .global heteroscope_embedded_@name@_end
heteroscope_embedded_@name@_end:
  .byte 0
  .popsection
)\");
")
    set_source_files_properties(${source} PROPERTIES OBJECT_DEPENDS ${file} SKIP_PRECOMPILE_HEADERS ON)
    target_sources(${target} PRIVATE ${source})
  endforeach()
  target_include_directories(${target} PRIVATE ${CMAKE_BINARY_DIR}/generated)
endfunction()

# heteroscope_listed_headers(OUT MACRO LIST...): the headers in these files, one in each line MACRO("NAME").
function(heteroscope_listed_headers out macro)
  set(headers)
  foreach(list IN LISTS ARGN)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${list})
    file(STRINGS ${list} lines REGEX "^${macro}\\(")
    foreach(line IN LISTS lines)
      string(REGEX REPLACE ".*\"(.*)\".*" "\\1" header ${line})
      list(APPEND headers ${header})
    endforeach()
  endforeach()
  set(${out} ${headers} PARENT_SCOPE)
endfunction()

# heteroscope_embed_headers(TARGET LIST): defines heteroscope::own_headers() (kernels/own_headers.hpp), which returns the
# headers in LIST and their parts (HETEROSCOPE_HEADER_PART).
function(heteroscope_embed_headers target list)
  heteroscope_listed_headers(headers HETEROSCOPE_HEADER ${list})
  heteroscope_listed_headers(parts HETEROSCOPE_HEADER_PART ${list})
  set(bytes "")
  set(declarations "")
  set(entries "")
  set(number 0)
  set(files)
  foreach(header IN LISTS headers parts)
    set(symbol heteroscope_header_${number})
    math(EXPR number "${number} + 1")
    list(APPEND files ${CMAKE_SOURCE_DIR}/${header})
    string(APPEND bytes "
  .global ${symbol}
${symbol}:
  .incbin \"${CMAKE_SOURCE_DIR}/${header}\"
  .global ${symbol}_end
${symbol}_end:
  .byte 0")
    string(APPEND declarations "extern \"C\" const char ${symbol}[];\nextern \"C\" const char ${symbol}_end[];\n")
    string(APPEND entries "      {\"${header}\", {${symbol}, ${symbol}_end}},\n")
  endforeach()
  set(source ${CMAKE_BINARY_DIR}/generated/own_headers.cpp)
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT
"#include \"kernels/own_headers.hpp\"
__asm__(R\"(
  .pushsection .rodata@bytes@
  .popsection
)\");
@declarations@
namespace heteroscope {
OwnHeaders own_headers() {
  static const OwnHeader all[] = {
@entries@  };
  return all;
}
}
")
  set_source_files_properties(${source} PROPERTIES OBJECT_DEPENDS "${files}" SKIP_PRECOMPILE_HEADERS ON)
  target_sources(${target} PRIVATE ${source})
endfunction()
