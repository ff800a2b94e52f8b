# What names this state of the sources. Included by cmake/Version.cmake for the time of the commit, and run at each build, since files
# may change between two of them: cmake -DSOURCE=… -DOUT=… -P Commit.cmake writes a header that has the name, if it is another one.

find_package(Git QUIET)

# NAME: the commit, with " and changes" where files differ from it. TIME: its seconds since 1970. REASON: why git does not say it. From
# git; in an archive that git has made, from cmake/commit.txt, into which git has then written them; else "unknown" and 0.
function(heteroscope_read_commit source name time reason)
  set(commit unknown)
  set(seconds 0)
  set(refused "")
  file(STRINGS ${source}/cmake/commit.txt archived LIMIT_COUNT 1)
  if(archived MATCHES "^([0-9a-f]+) ([0-9]+)$")
    set(commit ${CMAKE_MATCH_1})
    set(seconds ${CMAKE_MATCH_2})
  endif()
  # Sources that lie inside of another project's repository have no commit of their own.
  if(GIT_FOUND AND EXISTS ${source}/.git)
    execute_process(COMMAND ${GIT_EXECUTABLE} -C ${source} log -1 "--format=%H %ct"
      OUTPUT_VARIABLE head OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE failed ERROR_VARIABLE refused)
    if(NOT failed)
      set(refused "")
    endif()
    if(NOT failed AND head MATCHES "^([0-9a-f]+) ([0-9]+)$")
      set(commit ${CMAKE_MATCH_1})
      set(seconds ${CMAKE_MATCH_2})
      # Without its lock git disturbs nobody who commits meanwhile.
      execute_process(COMMAND ${GIT_EXECUTABLE} --no-optional-locks -C ${source} status --porcelain --untracked-files=no
        OUTPUT_VARIABLE changes ERROR_QUIET)
      if(changes)
        string(APPEND commit " and changes")
      endif()
    endif()
  endif()
  set(${name} ${commit} PARENT_SCOPE)
  set(${time} ${seconds} PARENT_SCOPE)
  set(${reason} "${refused}" PARENT_SCOPE)
endfunction()

if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  cmake_minimum_required(VERSION 3.22)
  heteroscope_read_commit(${SOURCE} commit time reason)
  file(CONFIGURE OUTPUT ${OUT} @ONLY CONTENT "// Which state of the sources this is: cmake/Commit.cmake.
#define HETEROSCOPE_COMMIT \"${commit}\"
")
endif()
