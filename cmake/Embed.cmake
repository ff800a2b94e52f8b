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
