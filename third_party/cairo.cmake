# What draws figures as pixels: cairo, with the program's own font read by FreeType.
find_package(Freetype REQUIRED)
find_path(CAIRO_INCLUDE_DIR cairo-ft.h PATH_SUFFIXES cairo REQUIRED)
find_library(CAIRO_LIBRARY cairo REQUIRED)
add_library(cairo::cairo UNKNOWN IMPORTED)
set_target_properties(cairo::cairo PROPERTIES IMPORTED_LOCATION ${CAIRO_LIBRARY}
  INTERFACE_INCLUDE_DIRECTORIES ${CAIRO_INCLUDE_DIR} INTERFACE_LINK_LIBRARIES Freetype::Freetype)
