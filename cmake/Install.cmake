# `cmake --install`: the program, the library that lets mpirun start it, and what a desktop and the shells want to know of it,
# which is made from the program's own description when it is built. All below one prefix, which may be moved.
include(GNUInstallDirs)

# What is the program's own lies in a folder of its name; it finds MPI's library there (core/world/world.cpp), and an archive's
# copies of shared libraries.
set(HETEROSCOPE_LIBRARIES ${CMAKE_INSTALL_LIBDIR}/heteroscope)
cmake_path(RELATIVE_PATH HETEROSCOPE_LIBRARIES BASE_DIRECTORY ${CMAKE_INSTALL_BINDIR}
  OUTPUT_VARIABLE HETEROSCOPE_LIBRARIES_FROM_PROGRAM)

set(HETEROSCOPE_HOMEPAGE "" CACHE STRING
  "Where the project's files are to be had in the web: the metainfo has its pictures' addresses from it, and none without")

# What is made by the program: heteroscope_described(NAME OPTION...) makes share/NAME of what `describe` prints.
function(heteroscope_described name)
  set(out ${CMAKE_BINARY_DIR}/share/${name})
  add_custom_command(OUTPUT ${out}
    COMMAND ${CMAKE_COMMAND} "-DPROGRAM=$<TARGET_FILE:heteroscope>" "-DOPTIONS=${ARGN}" "-DOUT=${out}"
      -P ${CMAKE_SOURCE_DIR}/cmake/Describe.cmake
    DEPENDS heteroscope ${CMAKE_SOURCE_DIR}/cmake/Describe.cmake VERBATIM)
  set_property(GLOBAL APPEND PROPERTY HETEROSCOPE_DESCRIBED ${out})
endfunction()

# install(FILES) of generated and of other files, into a place below the prefix's share folder.
function(heteroscope_share place)
  install(FILES ${ARGN} DESTINATION ${CMAKE_INSTALL_DATADIR}/${place} COMPONENT program)
endfunction()

function(heteroscope_install)
  set(share ${CMAKE_BINARY_DIR}/share)
  install(TARGETS heteroscope RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
  if(TARGET heteroscope_mpi)
    install(TARGETS heteroscope_mpi LIBRARY DESTINATION ${HETEROSCOPE_LIBRARIES} COMPONENT mpi)
  endif()

  heteroscope_described(heteroscope.1 --man)
  heteroscope_described(heteroscope.bash --bash)
  heteroscope_described(_heteroscope --zsh)
  heteroscope_described(heteroscope.fish --fish)
  heteroscope_described(heteroscope.svg --icon svg)
  add_custom_command(OUTPUT ${share}/heteroscope.1.gz COMMAND gzip -9nkf ${share}/heteroscope.1
    DEPENDS ${share}/heteroscope.1 VERBATIM)
  set_property(GLOBAL APPEND PROPERTY HETEROSCOPE_DESCRIBED ${share}/heteroscope.1.gz)
  install(FILES ${share}/heteroscope.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
  install(FILES ${share}/heteroscope.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
    RENAME heteroscope COMPONENT program)
  heteroscope_share(zsh/vendor-completions ${share}/_heteroscope)
  heteroscope_share(fish/vendor_completions.d ${share}/heteroscope.fish)
  heteroscope_share(icons/hicolor/scalable/apps ${share}/heteroscope.svg)
  foreach(size 16 24 32 48 64 128 256 512)
    heteroscope_described(icons/${size}/heteroscope.png --icon ${size})
    heteroscope_share(icons/hicolor/${size}x${size}/apps ${share}/icons/${size}/heteroscope.png)
  endforeach()

  # The release's day is its commit's, so that the same commit gives the same file.
  heteroscope_commit_date(release_date "%Y-%m-%d")
  set(homepage "")
  if(HETEROSCOPE_HOMEPAGE)
    set(at ${HETEROSCOPE_HOMEPAGE})
    file(READ ${CMAKE_SOURCE_DIR}/packaging/homepage.xml.in homepage)
    string(CONFIGURE "${homepage}" homepage @ONLY)
  endif()
  configure_file(${CMAKE_SOURCE_DIR}/packaging/heteroscope.metainfo.xml.in ${share}/org.heteroscope.heteroscope.metainfo.xml @ONLY)
  heteroscope_share(metainfo ${share}/org.heteroscope.heteroscope.metainfo.xml)
  heteroscope_share(applications ${CMAKE_SOURCE_DIR}/packaging/heteroscope.desktop)
  heteroscope_share(mime/packages ${CMAKE_SOURCE_DIR}/packaging/heteroscope.xml)

  # Packed and named as Debian wants it.
  add_custom_command(OUTPUT ${share}/changelog.gz
    COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_SOURCE_DIR}/CHANGELOG.md ${share}/changelog
    COMMAND gzip -9nf ${share}/changelog DEPENDS ${CMAKE_SOURCE_DIR}/CHANGELOG.md VERBATIM)
  set_property(GLOBAL APPEND PROPERTY HETEROSCOPE_DESCRIBED ${share}/changelog.gz)
  install(FILES ${CMAKE_SOURCE_DIR}/README.md ${share}/changelog.gz
    DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
  # The program has the font Roboto in itself, whose license asks for its text. A Debian package refers to the system's copy of it.
  set(license /usr/share/common-licenses/Apache-2.0)
  if(EXISTS ${license})
    install(FILES ${license} DESTINATION ${CMAKE_INSTALL_DOCDIR}/licenses COMPONENT licenses)
  else()
    message(STATUS "heteroscope: ${license} is missing: what is installed lacks the license of the font Roboto")
  endif()
  file(GLOB schemas ${CMAKE_SOURCE_DIR}/docs/*.schema.json)
  install(FILES ${schemas} DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
  # The manual that README leads to, without what is for developers.
  file(GLOB manual ${CMAKE_SOURCE_DIR}/docs/*.md)
  list(REMOVE_ITEM manual ${CMAKE_SOURCE_DIR}/docs/architecture.md ${CMAKE_SOURCE_DIR}/docs/differences.md)
  install(FILES ${manual} DESTINATION ${CMAKE_INSTALL_DOCDIR}/docs COMPONENT program)
  install(DIRECTORY ${CMAKE_SOURCE_DIR}/docs/images DESTINATION ${CMAKE_INSTALL_DOCDIR}/docs COMPONENT program)

  get_property(described GLOBAL PROPERTY HETEROSCOPE_DESCRIBED)
  add_custom_target(heteroscope_share ALL DEPENDS ${described})
endfunction()
