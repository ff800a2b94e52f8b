# What names this state of the sources: HETEROSCOPE_COMMIT, and HETEROSCOPE_COMMIT_TIME in seconds since 1970. From git; in an
# archive that git has made, from cmake/commit.txt, into which git has then written them; else "unknown" and 0.
set(HETEROSCOPE_COMMIT unknown)
set(HETEROSCOPE_COMMIT_TIME 0)
file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/commit.txt archived LIMIT_COUNT 1)
if(archived MATCHES "^([0-9a-f]+) ([0-9]+)$")
  set(HETEROSCOPE_COMMIT ${CMAKE_MATCH_1})
  set(HETEROSCOPE_COMMIT_TIME ${CMAKE_MATCH_2})
endif()
find_package(Git QUIET)
# Sources that lie inside of another project's repository have no commit of their own.
if(GIT_FOUND AND EXISTS ${CMAKE_SOURCE_DIR}/.git)
  execute_process(COMMAND ${GIT_EXECUTABLE} -C ${CMAKE_SOURCE_DIR} log -1 "--format=%H %ct"
    OUTPUT_VARIABLE head OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE failed ERROR_VARIABLE reason)
  if(failed)
    message(STATUS "heteroscope: git does not say which commit this is: ${reason}")
  elseif(head MATCHES "^([0-9a-f]+) ([0-9]+)$")
    set(HETEROSCOPE_COMMIT ${CMAKE_MATCH_1})
    set(HETEROSCOPE_COMMIT_TIME ${CMAKE_MATCH_2})
    execute_process(COMMAND ${GIT_EXECUTABLE} -C ${CMAKE_SOURCE_DIR} status --porcelain --untracked-files=no
      OUTPUT_VARIABLE changes ERROR_QUIET)
    if(changes)
      string(APPEND HETEROSCOPE_COMMIT " and changes")
    endif()
    # CMake runs again when there is another commit.
    execute_process(COMMAND ${GIT_EXECUTABLE} -C ${CMAKE_SOURCE_DIR} rev-parse --git-path logs/HEAD
      OUTPUT_VARIABLE log OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    cmake_path(ABSOLUTE_PATH log BASE_DIRECTORY ${CMAKE_SOURCE_DIR})
    if(EXISTS ${log})
      set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${log})
    endif()
  endif()
endif()
# For scripts/package.sh.
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/commit.cmake @ONLY CONTENT "set(HETEROSCOPE_COMMIT_TIME @HETEROSCOPE_COMMIT_TIME@)
")
