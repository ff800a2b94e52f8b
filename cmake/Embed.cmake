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

# heteroscope_variant_sources(OUT): what there is to read of the variants in the lists kernels/*/*.inc: their files
# (kernels/WORKLOAD/ID.cu or .cpp; STAGE_ID where a list STAGE.inc is one of several), the reference loops, and the headers of
# the workload that a variant's file includes directly, where its kernel may be.
function(heteroscope_variant_sources out)
  set(sources)
  file(GLOB lists CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR} ${CMAKE_SOURCE_DIR}/kernels/*/*.inc)
  foreach(list IN LISTS lists)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${list})
    file(STRINGS ${CMAKE_SOURCE_DIR}/${list} lines REGEX "^HETEROSCOPE_VARIANT\\(")
    cmake_path(GET list PARENT_PATH folder)
    cmake_path(GET list STEM stage)
    set(prefix ${stage}_)
    if(stage STREQUAL variants)
      set(prefix "")
    endif()
    foreach(line IN LISTS lines)
      string(REGEX REPLACE ".*\\((.*)\\).*" "${folder}/${prefix}\\1" variant ${line})
      file(GLOB source RELATIVE ${CMAKE_SOURCE_DIR} ${CMAKE_SOURCE_DIR}/${variant}.cu ${CMAKE_SOURCE_DIR}/${variant}.cpp)
      set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${source})
      file(STRINGS ${CMAKE_SOURCE_DIR}/${source} includes REGEX "^#include \"${folder}/")
      list(TRANSFORM includes REPLACE ".*\"(.*)\".*" "\\1")
      list(APPEND sources ${folder}/reference.hpp ${source} ${includes})
    endforeach()
  endforeach()
  list(REMOVE_DUPLICATES sources)
  set(${out} ${sources} PARENT_SCOPE)
endfunction()

# heteroscope_embed_files(TARGET FUNCTION FILE...): defines heteroscope::FUNCTION() (kernels/embedded_files.hpp), which returns
# these files of the repository.
function(heteroscope_embed_files target function)
  set(bytes "")
  set(declarations "")
  set(entries "")
  set(number 0)
  set(files)
  foreach(file IN LISTS ARGN)
    set(symbol heteroscope_${function}_${number})
    math(EXPR number "${number} + 1")
    list(APPEND files ${CMAKE_SOURCE_DIR}/${file})
    string(APPEND bytes "
  .global ${symbol}
${symbol}:
  .incbin \"${CMAKE_SOURCE_DIR}/${file}\"
  .global ${symbol}_end
${symbol}_end:
  .byte 0")
    string(APPEND declarations "extern \"C\" const char ${symbol}[];\nextern \"C\" const char ${symbol}_end[];\n")
    string(APPEND entries "      {\"${file}\", {${symbol}, ${symbol}_end}},\n")
  endforeach()
  set(source ${CMAKE_BINARY_DIR}/generated/${function}.cpp)
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT
"#include \"kernels/embedded_files.hpp\"
__asm__(R\"(
  .pushsection .rodata@bytes@
  .popsection
)\");
@declarations@
namespace heteroscope {
EmbeddedFiles @function@() {
  static const EmbeddedFile all[] = {
@entries@  };
  return all;
}
}
")
  set_source_files_properties(${source} PROPERTIES OBJECT_DEPENDS "${files}" SKIP_PRECOMPILE_HEADERS ON)
  target_sources(${target} PRIVATE ${source})
endfunction()
