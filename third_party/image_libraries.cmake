# What reads and writes image files: libspng (PNG), libjpeg-turbo (JPEG), libexif (a JPEG's orientation), libwebp, giflib,
# libtiff, and ISA-L (deflate and checksums of the PNGs that are written).
find_package(JPEG REQUIRED)
find_package(TIFF REQUIRED)
foreach(each "spng spng.h" "exif libexif/exif-data.h" "isal isa-l/igzip_lib.h" "webp webp/decode.h" "gif gif_lib.h")
  separate_arguments(each)
  list(GET each 0 name)
  list(GET each 1 header)
  string(TOUPPER ${name} upper)
  find_path(${upper}_INCLUDE_DIR ${header} REQUIRED)
  find_library(${upper}_LIBRARY ${name} REQUIRED)
  add_library(${name}::${name} UNKNOWN IMPORTED)
  set_target_properties(${name}::${name} PROPERTIES IMPORTED_LOCATION ${${upper}_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${${upper}_INCLUDE_DIR})
endforeach()
