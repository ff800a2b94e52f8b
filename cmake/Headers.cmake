# The target heteroscope_headers compiles each header alone, in a source of its own, without precompiled headers:
# scripts/check.sh headers. Highway's -inl.hpp are no headers by themselves.
function(heteroscope_headers)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}
    ${CMAKE_SOURCE_DIR}/core/*.hpp ${CMAKE_SOURCE_DIR}/kernels/*.hpp ${CMAKE_SOURCE_DIR}/app/*.hpp)
  list(FILTER headers EXCLUDE REGEX "-inl\\.hpp$")
  foreach(header IN LISTS headers)
    set(source ${CMAKE_BINARY_DIR}/generated/alone/${header}.cpp)
    file(CONFIGURE OUTPUT ${source} @ONLY CONTENT "#include \"@header@\"\n")
    list(APPEND sources ${source})
  endforeach()
  add_library(heteroscope_headers OBJECT EXCLUDE_FROM_ALL ${sources})
  target_link_libraries(heteroscope_headers PRIVATE heteroscope_app glad glfw imgui::imgui fmt::fmt
    nlohmann_json::nlohmann_json hwy::hwy)
endfunction()
heteroscope_headers()
