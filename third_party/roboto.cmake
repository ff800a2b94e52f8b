# The window's font, which is put into the program: Roboto (Apache License 2.0), where distributions keep it.
foreach(face Regular Medium)
  string(TOUPPER ${face} upper)
  find_file(ROBOTO_${upper} Roboto-${face}.ttf NO_CMAKE_FIND_ROOT_PATH PATHS
    /usr/share/fonts/truetype/roboto/unhinted/RobotoTTF /usr/share/fonts/truetype/roboto/hinted
    /usr/share/fonts/google-roboto /usr/share/fonts/google-roboto-fonts /usr/share/fonts/TTF)
  mark_as_advanced(ROBOTO_${upper})
  if(NOT ROBOTO_${upper})
    message(FATAL_ERROR "Roboto-${face}.ttf is missing (Debian: fonts-roboto-unhinted); -DROBOTO_${upper}=FILE names it elsewhere")
  endif()
endforeach()
