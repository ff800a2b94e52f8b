# Dear ImGui with its GLFW and OpenGL 3 backends: a config package where one is installed, else Debian's library.
find_package(imgui CONFIG QUIET)
if(NOT TARGET imgui::imgui)
  find_path(IMGUI_INCLUDE_DIR imgui.h PATH_SUFFIXES imgui REQUIRED)
  find_library(IMGUI_LIBRARY imgui REQUIRED)
  # Debian's library leaves rasterizing fonts to its libstb. The shared one: the static one is a single object that would
  # define stb_image_write a second time.
  find_library(IMGUI_STB_LIBRARY stb)
  add_library(imgui::imgui UNKNOWN IMPORTED)
  set_target_properties(imgui::imgui PROPERTIES IMPORTED_LOCATION ${IMGUI_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES "${IMGUI_INCLUDE_DIR};${IMGUI_INCLUDE_DIR}/backends"
    INTERFACE_LINK_LIBRARIES "glfw;OpenGL::GL;${CMAKE_DL_LIBS};$<$<BOOL:${IMGUI_STB_LIBRARY}>:${IMGUI_STB_LIBRARY}>")
endif()
