# The window's fonts, which are put into the program, where distributions keep them: Roboto (Apache License 2.0), and
# DejaVu Sans Mono (Bitstream Vera's license) for code.
function(heteroscope_find_font variable file package)
  find_file(${variable} ${file} NO_CMAKE_FIND_ROOT_PATH PATHS ${ARGN})
  mark_as_advanced(${variable})
  if(NOT ${variable})
    message(FATAL_ERROR "${file} is missing (Debian: ${package}); -D${variable}=FILE names it elsewhere")
  endif()
endfunction()

foreach(face Regular Medium)
  string(TOUPPER ${face} upper)
  heteroscope_find_font(ROBOTO_${upper} Roboto-${face}.ttf fonts-roboto-unhinted
    /usr/share/fonts/truetype/roboto/unhinted/RobotoTTF /usr/share/fonts/truetype/roboto/hinted
    /usr/share/fonts/google-roboto /usr/share/fonts/google-roboto-fonts /usr/share/fonts/TTF)
endforeach()
heteroscope_find_font(DEJAVU_MONO DejaVuSansMono.ttf fonts-dejavu-core
  /usr/share/fonts/truetype/dejavu /usr/share/fonts/dejavu-sans-mono-fonts /usr/share/fonts/TTF)
