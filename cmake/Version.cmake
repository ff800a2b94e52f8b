# What names this state of the sources: generated/commit.hpp, which the target heteroscope_commit writes at each build, and
# HETEROSCOPE_COMMIT_TIME in seconds since 1970, the date of all that is made of this commit.
include(Commit)
heteroscope_read_commit(${CMAKE_SOURCE_DIR} commit HETEROSCOPE_COMMIT_TIME reason)
if(reason)
  message(STATUS "heteroscope: git does not say which commit this is: ${reason}")
endif()
# CMake runs again when there is another commit.
if(GIT_FOUND AND EXISTS ${CMAKE_SOURCE_DIR}/.git)
  execute_process(COMMAND ${GIT_EXECUTABLE} -C ${CMAKE_SOURCE_DIR} rev-parse --git-path logs/HEAD
    OUTPUT_VARIABLE log OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  cmake_path(ABSOLUTE_PATH log BASE_DIRECTORY ${CMAKE_SOURCE_DIR})
  if(EXISTS ${log})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${log})
  endif()
endif()
add_custom_target(heteroscope_commit
  COMMAND ${CMAKE_COMMAND} -DSOURCE=${CMAKE_SOURCE_DIR} -DOUT=${CMAKE_BINARY_DIR}/generated/commit.hpp
    -P ${CMAKE_CURRENT_LIST_DIR}/Commit.cmake
  BYPRODUCTS ${CMAKE_BINARY_DIR}/generated/commit.hpp COMMENT "Looking which commit this is" VERBATIM)
# For scripts/package.sh.
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/commit.cmake @ONLY CONTENT "set(HETEROSCOPE_COMMIT_TIME @HETEROSCOPE_COMMIT_TIME@)
")

# The commit's date in UTC, in a form of string(TIMESTAMP): heteroscope_commit_date(OUT FORMAT)
function(heteroscope_commit_date out format)
  set(environment "$ENV{SOURCE_DATE_EPOCH}")
  set(ENV{SOURCE_DATE_EPOCH} ${HETEROSCOPE_COMMIT_TIME})
  string(TIMESTAMP date "${format}" UTC)
  if(environment STREQUAL "")
    unset(ENV{SOURCE_DATE_EPOCH})
  else()
    set(ENV{SOURCE_DATE_EPOCH} ${environment})
  endif()
  set(${out} "${date}" PARENT_SCOPE)
endfunction()
